"""The Python SDK signs in by itself and saves a resort. Usage: python_oauth.py URL with COOKIE, the session of a person's
browser, in the environment: the consent that a person would give is given with it."""

import asyncio
import os
import sys
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import checks
import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

REDIRECT = "http://127.0.0.1:43117/callback"


class Form(HTMLParser):
    """The hidden fields of a page."""

    def __init__(self, page):
        super().__init__()
        self.fields = {}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "input" and found.get("type") == "hidden":
            self.fields[found["name"]] = found["value"]


class Kept:
    """Tokens and registration, in memory."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Person:
    """Who is signed in, looks at the page and allows the client."""

    async def look(self, url):
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        cookie = {"cookie": os.environ["COOKIE"]}
        async with httpx2.AsyncClient(headers=cookie) as browser:
            page = await browser.get(url)
            assert page.status_code == 200 and "127.0.0.1" in page.text, page.text
            form = {**Form(page.text).fields, "decision": "allow"}
            done = await browser.post(f"{origin}/account/authorize", data=form, headers={"origin": origin})
            assert done.status_code == 303, done.text
            self.answer = parse_qs(urlsplit(done.headers["location"]).query)

    async def answered(self):
        one = {name: values[0] for name, values in self.answer.items()}
        return AuthorizationCodeResult(code=one["code"], state=one.get("state"), iss=one["iss"])


async def main(url):
    person, kept = Person(), Kept()
    metadata = OAuthClientMetadata(
        client_name="Check", redirect_uris=[REDIRECT], token_endpoint_auth_method="none", scope="saved alerts"
    )
    auth = OAuthClientProvider(url, metadata, kept, person.look, person.answered)
    async with httpx2.AsyncClient(auth=auth, timeout=30) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            checks.tools((await client.list_tools()).tools)
            saved = await client.call_tool("save_resort", {"slug": "zermatt"})
            assert saved.structured_content["data"]["saved"], saved
            listed = await client.call_tool("list_saved_resorts", {})
            slugs = [row["slug"] for row in listed.structured_content["data"]]
            assert "zermatt" in slugs, slugs
            checks.say(f"signed in by OAuth; saved {slugs}")
    # What the challenge at the first request named, which this SDK prefers to what it was told.
    assert kept.tokens.refresh_token and "saved" in kept.tokens.scope, kept.tokens


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
