"""Sends requests as third-party programs send them to a running demo. Usage: requests.py BASE"""

import csv
import email.utils
import http.client
import io
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

base = sys.argv[1]
failures = []
checks = 0


class Unfollowed(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(Unfollowed)


def send(path, **headers):
    """Returns status, headers and body."""
    request = urllib.request.Request(base + path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        answer = opener.open(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, answer.headers, answer.read()


def send_lines(path, name, values):
    """Sends one header on several lines; returns status and headers."""
    address = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    connection.putrequest("GET", path, skip_accept_encoding=True)
    for value in values:
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    connection.close()
    return answer.status, answer.headers


def check(name, holds, seen=""):
    global checks
    checks += 1
    if not holds:
        failures.append(f"{name}: {seen}")


# WordPress: the request of class-wp-oembed.php, fetch().
page = urllib.parse.quote("http://%s/resorts/zermatt" % base.split("//")[1], safe="")
for agent, query in (("WordPress/6.8; https://blog.example", "maxwidth=600&maxheight=900&dnt=1"), ("Iframely/1.3.1", ""), ("Discourse Forum Onebox v3", "maxwidth=690")):
    status, headers, body = send(f"/oembed?url={page}&format=json&{query}", User_Agent=agent)
    holds = status == 200 and headers["content-type"].startswith("application/json")
    check(f"oEmbed for {agent}", holds, status)
    if holds:
        answer = json.loads(body)
        check(f"oEmbed for {agent}: members", answer.get("version") == "1.0" and answer.get("type") in ("rich", "link", "photo"), answer)
        check(f"oEmbed for {agent}: maxwidth", int(answer.get("width") or 0) <= 690, answer.get("width"))
check("oEmbed as XML", send(f"/oembed?url={page}&format=xml")[0] == 501)
check("oEmbed of a foreign page", send("/oembed?url=https%3A%2F%2Fexample.com%2F&format=json")[0] == 404)

# Decorations that senders and networks add to shared links.
DECORATIONS = (
    "igsh=1 mibextid=Z gbraid=1 wbraid=1 gad_source=1 srsltid=1 dclid=1 gclid=1 fbclid=1 msclkid=1 twclid=1 ttclid=1 li_fat_id=1 "
    "yclid=1 ysclid=1 _hsenc=1 _hsmi=1 mkt_tok=1 _gl=1 epik=1 ScCid=1 rdt_cid=1 irclickid=1 pk_campaign=1 mtm_campaign=1 "
    "openExternalBrowser=1 from=singlemessage&isappinstalled=0 __cf_chl_tk=1 _bhlid=1 vero_id=1 _kx=1 xtor=1 at_medium=1 "
    "wt_mc=1 cmpid=1 utm_source=x UTM_SOURCE=x Fbclid=1 _=1732766400 ref=share s=09 si=abc feature=shared amp=1"
).split()
PLACES = ("/resorts/zermatt", "/rankings", "/calendars/v1/resorts/zermatt.ics", "/feeds/v1/storms.atom", "/csv/v1/rankings.csv")
for decoration in DECORATIONS:
    for path in PLACES:
        status = send(f"{path}?{decoration}", Accept="text/html")[0]
        check(f"{path}?{decoration}", status == 200, status)
check("a wrong value of a known parameter", send("/rankings?sort=nonsense", Accept="text/html")[0] == 400)

# Unfurlers read the head of the page and fetch its picture.
for agent in ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", "facebookexternalhit/1.1", "Twitterbot/1.0", "TelegramBot (like TwitterBot)", "WhatsApp/2.23.20.0", "LinkedInBot/1.0"):
    for accept in ("*/*", "text/html,application/xhtml+xml"):
        status, headers, body = send("/resorts/zermatt", User_Agent=agent, Accept=accept, Range="bytes=0-524287")
        text = body.decode()
        check(f"{agent} with {accept}", status in (200, 206) and "og:title" in text and "og:description" in text, status)

# Programs and browsers share an address; a cache must keep them apart.
for accept, kind in (("text/html", None), ("application/json", "application/json"), ("*/*", None)):
    status, headers, _ = send("/api/v1/resorts/zermatt", Accept=accept)
    check(f"Vary for {accept}", "accept" in [name.strip() for name in headers.get("vary", "").lower().split(",")], headers.get("vary"))
    check(f"type for {accept}", kind is None or headers["content-type"].startswith(kind), headers.get("content-type"))

# Conditional requests of old clients.
status, headers, _ = send("/api/v1/credits")
modified, tag = headers["last-modified"], headers["etag"]
when = time.gmtime(email.utils.parsedate_to_datetime(modified).timestamp())
for form in ("%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"):
    status = send("/api/v1/credits", If_Modified_Since=time.strftime(form, when))[0]
    check(f"If-Modified-Since as {form}", status == 304, status)
for value in (tag, f"W/{tag}", f'"a", {tag}', f'"a",{tag} ', "*"):
    status = send("/api/v1/credits", If_None_Match=value)[0]
    check(f"If-None-Match: {value}", status == 304, status)
status, _ = send_lines("/api/v1/credits", "If-None-Match", ['"a"', tag])
check("If-None-Match on two lines", status == 304, status)
# Codings by weight, `*`, case, and on two lines; the one that must answer.
for codings, expected in (
    (["gzip;q=0"], None), (["identity"], None), (["*;q=0"], None), (["deflate"], None), (["gzip;q=0.2, identity;q=0.9"], None),
    (["GZIP"], "gzip"), (["br;q=1.0, gzip;q=0.5"], "br"), (["gzip;q=0.001, identity;q=0"], "gzip"), (["br;q=0, *"], "gzip"),
    (["identity", "gzip"], "gzip"),
):
    status, headers = send_lines("/api/v1/credits", "Accept-Encoding", codings)
    seen = (status, headers.get("content-encoding"))
    check(f"Accept-Encoding: {codings}", seen == (200, expected), seen)

# Slashes and case, as people and link checkers write them.
for path in ("/resorts/zermatt/", "/rankings/", "/docs/", "/map/", "/api/v1/resorts/zermatt/conditions/", "//api/v1/resorts/zermatt/conditions", "/DE/", "/de-AT/"):
    status = send(path)[0]
    check(path, status in (200, 301, 308), status)
check("/mcp/", send("/mcp/")[0] == 404)

# JSON-RPC ids of programs with a single type of number come back as written.
for number in ("1", "1.0", "1e0", "-3.00"):
    call = f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}'.encode()
    request = urllib.request.Request(base + "/mcp", call, {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
    try:
        body = opener.open(request, timeout=30).read().decode()
    except urllib.error.HTTPError as error:
        body = error.read().decode()
    check(f"JSON-RPC id {number}", f'"id":{number},' in body and '"result"' in body, body[:200])

# Readers of one form of date-time: everything that the document calls one is UTC with milliseconds.
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:")


def times(value, name=""):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from times(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from times(one, name)
    elif isinstance(value, str) and TIME.match(value):
        yield name, value


def formats(schema, name=""):
    """Yields the members of a schema that are date-times."""
    if isinstance(schema, dict):
        if schema.get("format") == "date-time":
            yield name
        for key, one in schema.items():
            yield from formats(one, name if key in ("anyOf", "oneOf", "items", "properties") else key)
    elif isinstance(schema, list):
        for one in schema:
            yield from formats(one, name)


called = set(formats(json.loads(send("/api/v1/openapi.json")[2])["components"]["schemas"]))
for path in ("/api/v1/resorts/zermatt/hours", "/api/v1/resorts/zermatt/conditions", "/api/v1/resorts/zermatt/forecast"):
    found = list(times(json.loads(send(path)[2])))
    wrong = [(name, value) for name, value in found if name in called and not re.fullmatch(r".{10}T.{12}Z", value)]
    check(f"{path}: date-times", found and not wrong, wrong[:3])

# Names as Japanese keyboards write them.
expected = None
for query in ("\u30cb\u30bb\u30b3", "\uff86\uff7e\uff7a", "\u306b\u305b\u3053"):
    found = json.loads(send("/api/v1/resorts/search?query=" + urllib.parse.quote(query))[2])["data"]
    slugs = [row["slug"] for row in found]
    expected = expected or slugs
    check(f"search for {query}", bool(slugs) and slugs == expected, (slugs, expected))

# A narrowed feed is another feed.
identities = set()
for path in ("/feeds/v1/storms.atom", "/feeds/v1/storms.atom?region=alps", "/feeds/v1/storms.atom?region=japan"):
    head = send(path)[2].decode().split("<entry>")[0]
    identity = (re.search(r"<id>([^<]*)", head)[1], re.search(r'rel="self" href="([^"]*)', head)[1])
    check(f"{path}: self", identity[1] == base + path, identity)
    identities.update(identity)
check("feeds: identities", len(identities) == 6, identities)

# Calendars, feed readers and spreadsheets.
for agent, path in (("Google-Calendar-Importer", "/calendars/v1/resorts/zermatt.ics"), ("iOS/18.0 dataaccessd/1.0", "/calendars/v1/resorts/kitzbuehel.ics?lang=de"), ("Microsoft.Exchange/15.20", "/calendars/v1/resorts/are.ics?lang=ja")):
    status, headers, body = send(path, User_Agent=agent)
    lines = body.split(b"\r\n")
    whole = all(len(line) <= 75 and line.decode("utf-8", "ignore").encode() == line for line in lines)
    check(f"{path} for {agent}", status == 200 and headers["content-type"].startswith("text/calendar") and whole and body.endswith(b"END:VCALENDAR\r\n"), status)
for agent, path in (("Feedly/1.0", "/feeds/v1/storms.atom"), ("Miniflux/2.2", "/feeds/v1/resorts/zermatt.atom")):
    status, headers, body = send(path, User_Agent=agent, Accept="application/atom+xml, application/rss+xml, */*;q=0.5")
    ids = re.findall(r"<entry><id>([^<]*)", body.decode())
    check(f"{path} for {agent}", status == 200 and len(ids) == len(set(ids)), status)
    check(f"{path} for {agent}, unchanged", send(path, If_None_Match=headers["etag"])[0] == 304)
for path in ("/csv/v1/rankings.csv", "/csv/v1/storms.csv", "/csv/v1/resorts/zermatt/forecast.csv"):
    rows = list(csv.reader(io.StringIO(send(path, User_Agent="Mozilla/4.0 (compatible; ms-office; MSOffice 16)")[2].decode())))
    formulas = [cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r") or (cell[:1] == "-" and not re.fullmatch(r"-[\d.]+", cell))]
    check(f"{path}: one width, no formulas", len({len(row) for row in rows}) == 1 and not formulas, formulas[:3])

for failure in failures:
    print(f"requests: {failure}", file=sys.stderr)
print(f"{checks} requests, {len(failures)} failed")
sys.exit(bool(failures))
