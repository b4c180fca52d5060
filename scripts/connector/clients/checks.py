"""What both Python clients check: list, call, read and an error each. A step that does not hold ends the run."""

BAD_ARGUMENT = {"slug": "zermatt", "band": "moon"}
UNKNOWN_RESOURCE = "service://no-such-resource"
NOT_FOUND = {True: -32602, False: -32002}


def tools(listed):
    names = [tool.name for tool in listed]
    for name in ("get_conditions", "search_resorts", "get_weather_forecast"):
        assert name in names, f"tools/list lacks {name}"
    for tool in listed:
        assert tool.title and tool.annotations and tool.output_schema, f"{tool.name} is not described in full"
    say(f"{len(names)} tools")


def instructions(text):
    assert (text or "").startswith("Wherever you show data of this server, show the credit"), text


def conditions(result):
    assert not result.is_error, result.content
    credit = result.structured_content["credits"]["service"]
    text = result.content[-1].text
    assert credit["text"] in text and credit["url"] in text, "no credit in the text"
    say(text.splitlines()[0][:70])


def refused(result):
    assert result.is_error, "a bad argument is not refused"
    assert "band" in result.content[0].text, result.content


def contents(parts):
    assert parts and (getattr(parts[0], "text", None) or getattr(parts[0], "blob", None)), "a resource without contents"


async def failure(awaitable):
    try:
        await awaitable
    except Exception as error:
        return error
    raise AssertionError("an error was expected")


def say(step):
    print(f"   {step}")
