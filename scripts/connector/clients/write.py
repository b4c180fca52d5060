"""The write connector by the Python SDK: edit, draft, publish, undo. Usage: write.py BASE_URL RESORT, with the key of a manager in
SNOW_WRITE_KEY or, for the address that holds its credential, SNOW_WRITE_ADDRESS; MODE=auto|legacy."""

import asyncio
import os
import sys
import urllib.request

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

READ, EDIT = "get_resort_editable_content", "update_resort_content"
SUMMARY = "Quiet and steep, says the synthetic resort."


def server(base):
    address = os.environ.get("SNOW_WRITE_ADDRESS")
    if address:
        return address
    headers = {"Authorization": "Bearer " + os.environ["SNOW_WRITE_KEY"]}
    return streamable_http_client(base + "/mcp/write", http_client=create_mcp_http_client(headers=headers))


def page(base, resort):
    with urllib.request.urlopen(f"{base}/resorts/{resort}", timeout=10) as answer:
        return answer.read().decode()


async def shows(base, resort, wanted):
    for _ in range(100):
        if (SUMMARY in page(base, resort)) == wanted:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the page does not show the summary" if wanted else "the page still shows the summary")


async def main(base, resort):
    async with Client(server(base), mode=os.environ.get("MODE", "auto")) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {READ, EDIT}

        async def read():
            return (await client.call_tool(READ, {})).structured_content

        async def edit(**arguments):
            return await client.call_tool(EDIT, arguments)

        first = await read()
        assert first["slug"] == resort and SUMMARY not in str(first["content"]), first
        draft = await edit(revision=first["revision"], edits={"summary": SUMMARY})
        assert draft.structured_content["state"] == "draft", draft
        assert (await read())["content"] == first["content"] and SUMMARY not in page(base, resort), "a draft is seen"
        score = await edit(revision=first["revision"], edits={"snowScore": "100"}, publish=True)
        assert score.is_error and "snowScore" in score.content[0].text, score
        done = await edit(revision=first["revision"], edits={"summary": SUMMARY}, publish=True)
        assert done.structured_content["state"] == "published", done
        await shows(base, resort, True)
        stale = await edit(revision=first["revision"], edits={"summary": "Another editor."}, publish=True)
        assert stale.is_error, "an edit of an old revision is taken"
        second = await read()
        assert not (await edit(revision=second["revision"], undo=True, publish=True)).is_error
        assert (await read())["content"] == first["content"], "an undo that does not bring back what stood"
        await shows(base, resort, False)
        print(f"   {client.protocol_version}: drafted, published, on the page, taken back")


asyncio.run(asyncio.wait_for(main(sys.argv[1].rstrip("/"), sys.argv[2]), 60))
