"""The Python SDK. Usage: python_mcp.py (URL | --stdio COMMAND [ARGUMENT...]) with MODE=auto|legacy in the environment."""

import asyncio
import os
import sys

import checks
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client


async def main(arguments):
    mode = os.environ.get("MODE", "auto")
    if arguments[0] == "--stdio":
        server = stdio_client(StdioServerParameters(command=arguments[1], args=arguments[2:]))
    else:
        server = arguments[0]
    async with Client(server, mode=mode) as client:
        modern = client.protocol_version >= "2026-07-28"
        assert modern == (mode != "legacy"), client.protocol_version
        checks.say(f"revision {client.protocol_version}")
        checks.instructions(client.instructions)
        checks.tools((await client.list_tools()).tools)
        checks.conditions(await client.call_tool("get_conditions", {"slug": "zermatt"}))
        checks.refused(await client.call_tool("get_weather_forecast", checks.BAD_ARGUMENT))
        unknown = await checks.failure(client.call_tool("no_such_tool", {}))
        assert unknown.error.code == -32602, unknown
        await together(client)
        if client.server_capabilities.resources:
            resources = (await client.list_resources()).resources
            for resource in resources:
                checks.contents((await client.read_resource(str(resource.uri))).contents)
            checks.say(f"{len(resources)} resources read")
            absent = await checks.failure(client.read_resource(checks.UNKNOWN_RESOURCE))
            assert absent.error.code == checks.NOT_FOUND[modern], absent


async def together(client):
    """Many calls at once: each answer must reach its own question."""
    slugs = ["zermatt", "verbier", "niseko", "aspen"] * 8
    results = await asyncio.gather(*(client.call_tool("search_resorts", {"query": slug}) for slug in slugs))
    for slug, result in zip(slugs, results):
        found = [row["slug"] for row in result.structured_content["data"]]
        assert any(slug in name for name in found), f"asked for {slug}, got {found}"
    checks.say(f"{len(slugs)} calls at once")


asyncio.run(asyncio.wait_for(main(sys.argv[1:]), 60))
