"""Writes recorded samples as tests of the alerting rules in the notation of promtool."""

import re

STEP = 15
# Number of scrapes of an hour, which is prepended to a recording at its own rates.
HOUR = 3600 // STEP
MATCHER = re.compile(r'(\w+)(=~|!~|!=|=)"([^"]*)"')
# A sample of the text format: name, labels, value.
SAMPLE = re.compile(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$")
GROWING = ("_total", "_count", "_sum", "_bucket")
CLOCK = "snow_clock_timestamp_seconds"
# Gauges that grow with the time.
CLOCKS = (CLOCK, "snow_published_timestamp_seconds")
TESTS = {"=": lambda a, b: a == b, "!=": lambda a, b: a != b, "=~": lambda a, b: re.fullmatch(b, a) is not None,
         "!~": lambda a, b: re.fullmatch(b, a) is None}


class Selectors:
    """The selectors of the rules: which series of a scrape the rules read."""

    def __init__(self, rules):
        expressions = re.sub(r"(?m)^\s*(summary|runbook|- alert|- name|- record):.*$", "", rules)
        self.of_name = {}
        for name, matchers in re.findall(r"\b((?:snow|process)_[a-z_]+)(\{[^}]*\})?", expressions):
            found = [one for one in MATCHER.findall(matchers) if one[0] != "job"]
            self.of_name.setdefault(name, []).append(found)

    def match(self, name, labels):
        values = dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', labels))
        of_name = self.of_name.get(name, [])
        return any(all(TESTS[test](values.get(label, ""), value) for label, test, value in one) for one in of_name)


def number(value):
    value = round(value, 3)
    return str(int(value)) if value == int(value) else repr(value)


def notation(values):
    """Returns samples in promtool's notation; `values` has None for a scrape without the series.

    Prometheus marks a series as stale at the first scrape without it."""
    words, index = [], 0
    while index < len(values):
        value = values[index]
        if value is None:
            end = index
            while end < len(values) and values[end] is None:
                end += 1
            is_stale = index > 0
            words += ["stale"] * is_stale + ([f"_x{end - index - is_stale}"] if end - index > is_stale else [])
            index = end
            continue
        step = None
        end = index + 1
        while end < len(values) and values[end] is not None:
            next_step = round(values[end] - values[end - 1], 3)
            if step is not None and next_step != step:
                break
            step, end = next_step, end + 1
        if end - index < 3 and step != 0:
            words.append(number(value))
            index += 1
            continue
        words.append(number(value) + (f"{'+' if step > 0 else '-'}{number(abs(step))}" if step else "") + f"x{end - index - 1}")
        index = end
    return " ".join(words)


def preceded_by_an_hour(name, values, fault):
    """Prepends an hour at the rate of the samples before the fault. No process starts during that hour."""
    first = values[0]
    if first is None or name == "process_start_time_seconds":
        return [first] * HOUR + values
    before = [value for value in values[: fault + 1] if value is not None]
    if name in CLOCKS:
        # Each scrape finds the time, and a publication of the last minute, as the first one of the recording did.
        return [first + (index - HOUR) * STEP for index in range(HOUR)] + [value for value in values]
    rate = (before[-1] - first) / (len(before) - 1) if name.endswith(GROWING) else 0.0
    rate = round(rate, 3)
    start = round(max(first - rate * HOUR, 0.0), 3)
    hour = [round(start + rate * index, 3) for index in range(HOUR)]
    # A counter that began during the recording is raised by what it would have had.
    rise = round(start + rate * HOUR - first, 3)
    return hour + [value if value is None or index_of_restart(values, index) else round(value + rise, 3)
                   for index, value in enumerate(values)]


def index_of_restart(values, index):
    """Returns whether a counter was reset before `index`."""
    known = [value for value in values[: index + 1] if value is not None]
    return any(later < earlier for earlier, later in zip(known, known[1:]))


def labelled(name, labels, instance):
    inner = f"{labels}," if labels else ""
    return name + "{" + inner + f'job="snow-conditions",instance="{instance}"' + "}"


def input_series(samples, form):
    """Returns the lines of the series. Of the constant series of a metric and an instance with equal samples, one is
    enough."""
    lines, constant = [], set()
    for (name, labels, instance), values in sorted(samples.items()):
        text = form(name, values)
        if len({value for value in values if value is not None}) == 1:
            if (name, instance, text) in constant:
                continue
            constant.add((name, instance, text))
        lines.append(f"      - series: '{labelled(name, labels, instance)}'\n        values: '{text}'")
    return lines


def expectation(seconds, alerts):
    lines = [f'      - expr: max by (alertname) (ALERTS{{alertstate="firing"}})\n        eval_time: {seconds}s']
    if alerts:
        lines.append("        exp_samples:")
        lines += [f"          - {{labels: '{{alertname=\"{one}\"}}', value: 1}}" for one in sorted(alerts)]
    return lines


def fault_test(scenario, samples, fault):
    """Returns the test of a scenario: no alert before the fault, and exactly its alerts two minutes after it."""
    lines = [f"  - name: {scenario.name}", f"    interval: {STEP}s", "    input_series:"]
    lines += input_series(samples, lambda name, values: notation(preceded_by_an_hour(name, values, fault)))
    lines.append("    promql_expr_test:")
    at = 3600 + fault * STEP
    for seconds in range(3600, at + 1, 60):
        lines += expectation(seconds, [])
    return lines + expectation(at + 120, scenario.alerts)


def day_test(samples):
    """Returns the test of a healthy day: the increments of the recording, of one scrape a minute, repeated."""
    minute = 60 // STEP

    def form(name, values):
        values = values[::minute]
        turns = 1440 // (len(values) - 1)
        if name in CLOCKS:
            rise = (len(values) - 1) * 60
        else:
            rise = values[-1] - values[0] if name.endswith(GROWING) and None not in values else 0
        repeated = [None if value is None else value + turn * rise for turn in range(turns) for value in values[:-1]]
        return notation(repeated)

    lines = ["  - name: a healthy day", "    interval: 1m", "    input_series:", *input_series(samples, form)]
    lines.append("    promql_expr_test:")
    for quarter in range(1, 97):
        lines += expectation(min(quarter * 900, 86400 - 60), [])
    return lines
