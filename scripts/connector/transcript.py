"""Writes docs/transcript.md: one conversation as an assistant would have it, over the connector of a demo service.

Usage: transcript.py URL >docs/transcript.md, with the Python of scripts/install-connector-parts.sh and a service
started by `snow-conditions demo --base-url https://snow.example.org`. Questions and choice of calls are written here;
results are what the connector gives; the answer is put together from their structured content alone.
"""

import asyncio
import json
import sys

from mcp import Client

LONGEST_LINE = 220
MOST_LINES = 9

HEAD = """# A conversation over the connector

<!-- Written by `scripts/connector/transcript.py`. -->

**All weather and snow below is synthetic**: the service was `snow-conditions demo`, which simulates a winter and says so
in every answer. It says nothing about the real world. The calls and results are real ones over `/mcp` (revision
{revision}), the results' text shortened where you see `…`. No language model took part: question, calls and the wording
of the answer are a script's, and every value of the answer comes from the results' structured content.

The instructions that the server sends to every client:

{instructions}

## The question

> Where in the Alps does most snow fall in the coming week? And I am thinking of Zermat: what is it like there until
> Monday, and could anything hold up the lifts?
"""


def shortened(text):
    lines = text.splitlines()
    body, tail = lines[:MOST_LINES], lines[-1:]
    kept = [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " …" for line in body]
    if len(lines) > MOST_LINES + 1:
        kept += ["…"]
    if len(lines) > MOST_LINES:
        kept += [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + " …" for line in tail]
    return "\n".join(kept)


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def shown(value, unit):
    return "not reported" if value is None else f"{value} {unit}"


class Conversation:
    def __init__(self, client):
        self.client = client
        self.out = []
        self.credits = {}

    async def call(self, why, name, arguments):
        result = await self.client.call_tool(name, arguments)
        kind = "error, shown to the model" if result.is_error else "text of the result"
        self.out.append(
            f"{why}\n\n```json\n{json.dumps({'name': name, 'arguments': arguments})}\n```\n\n"
            f"{kind.capitalize()}:\n\n```text\n{shortened(result.content[-1].text)}\n```\n"
        )
        if result.is_error:
            return None
        credits = result.structured_content["credits"]
        self.credits["service"] = credits["service"]
        for source in credits["sources"]:
            self.credits.setdefault("sources", {})[source["text"]] = source["licence"]
        return result.structured_content

    def credit(self):
        service = self.credits["service"]
        sources = "; ".join(f"{text} ({licence})" for text, licence in self.credits.get("sources", {}).items())
        return f"[{service['text']}]({service['url']}). Sources: {sources}."


async def main(url):
    async with Client(url) as client:
        talk = Conversation(client)
        ranked = await talk.call(
            "The coming week is a forecast, so the ranking by forecast is requested, not the ranking by new snow:",
            "get_snow_report",
            {"sort": "forecast", "region": "alps", "limit": 3},
        )
        days = {"days": 3, "band": "mid"}
        wrong = await talk.call("The name is tried as the user wrote it:", "get_weather_forecast", {"slug": "zermat"} | days)
        assert wrong is None, "the misspelt name was expected to be refused"
        found = await talk.call("The error names the tool to call:", "search_resorts", {"query": "zermat", "limit": 2})
        slug = found["data"][0]["slug"]
        forecast = await talk.call("The best match is the one that is meant:", "get_weather_forecast", {"slug": slug} | days)
        assert forecast["data"]["capturedAt"], "the service has no forecast of this resort yet; try again in some seconds"
        risk = await talk.call("A separate tool covers possible lift holds:", "get_operating_risk", {"slug": slug})
        print(HEAD.format(revision=client.protocol_version, instructions=quoted(client.instructions)))
        print("## Calls and results\n")
        print("\n".join(f"{number}. {step}" for number, step in enumerate(talk.out, 1)))
        print("## The answer\n")
        print(quoted(answer(ranked, found, forecast, risk, talk.credit())))


def answer(ranked, found, forecast, risk, credit):
    lines = ["*This server's weather is simulated, so none of this is real.*", ""]
    lines.append("**Most snow in the Alps, coming 7 days (forecast):**")
    for row in ranked["data"]:
        lines.append(
            f"- {row['name']} ({row['state']}, {row['country']}): {shown(row['next7dCm'], 'cm')}; on the ground now "
            f"{shown(row['displayDepthCm'], 'cm')}, open lifts {shown(row['lifts']['open'], 'of ' + str(row['lifts']['total']))}"
        )
    data = forecast["data"]
    lines += ["", f"**{found['data'][0]['name']}** (you wrote “Zermat”), mid mountain, {shown(data['elevationM'], 'm')}, forecast:"]
    for day in data["days"]:
        spread = day["spreadCm"] or {"low": None, "high": None}
        lines.append(
            f"- {day['date']}: {shown(day['snowfallCm'], 'cm')} of new snow (models {shown(spread['low'], 'cm')} to "
            f"{shown(spread['high'], 'cm')}), {shown(day['tempMinC'], '°C')} to {shown(day['tempMaxC'], '°C')}, wind up to "
            f"{shown(day['windMaxMps'], 'm/s')}, confidence {day['confidence']}"
        )
    names = {"windHold": "wind", "visibility": "poor visibility", "windChill": "wind chill", "heavySnow": "heavy snow"}
    lines += ["", "**Could the lifts be held up in the coming 48 hours?** By the models, no statement of the resort:"]
    for hazard in risk["data"]["hazards"]:
        level = hazard["level"] or "not known, hours are missing"
        lines.append(f"- {names.get(hazard['kind'], hazard['kind'])}: {level}")
    lines += ["", f"Weather models of {data['capturedAt']}. {credit}"]
    return "\n".join(lines)


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
