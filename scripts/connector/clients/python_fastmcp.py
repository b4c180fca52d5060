"""FastMCP's client. Usage: python_fastmcp.py URL"""

import asyncio
import sys

import checks
from fastmcp import Client
from mcp import MCPError


async def main(url):
    async with Client(url) as client:
        checks.tools(await client.list_tools())
        checks.conditions(await client.call_tool("get_conditions", {"slug": "zermatt"}, raise_on_error=False))
        refused = await client.call_tool("get_weather_forecast", checks.BAD_ARGUMENT, raise_on_error=False)
        checks.refused(refused)
        checks.say(f"unknown tool: {await checks.failure(client.call_tool('no_such_tool', {}))}")
        resources = await listed(client)
        for resource in resources:
            checks.contents(await client.read_resource(str(resource.uri)))
        checks.say(f"{len(resources)} resources read")
        if resources:
            await checks.failure(client.read_resource(checks.UNKNOWN_RESOURCE))


async def listed(client):
    """The resources, none when the server does not offer any."""
    try:
        return await client.list_resources()
    except MCPError as error:
        assert error.error.code == -32601, error
        return []


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
