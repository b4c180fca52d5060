"""Starts the service with addresses that would publish wrong links. Usage: starts.py PROGRAM"""

import subprocess
import sys
import tempfile
import time
import urllib.request

from service import free_port

# Seconds that a start may take.
PATIENCE = 30


def start(program, folder, *options):
    command = [program, "--data-dir", folder, "--no-ingest", *options, "serve"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def base_address_with_a_path(program, folder):
    """Every link begins at the root of the address, so a path is rejected."""
    process = start(program, folder, "--bind", f"127.0.0.1:{free_port()}", "--base-url", "https://snow.example/winter")
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return ["a base address with a path is accepted"]
    lines = [line for line in output.splitlines() if "base-url" in line]
    if process.returncode == 0 or len(lines) != 1:
        return [f"a base address with a path: exit code {process.returncode}, {output[-500:]}"]
    return []


def every_address(program, folder):
    """Links name this machine then; one warning says so, and no link has the unspecified address."""
    port = free_port()
    process = start(program, folder, "--bind", f"0.0.0.0:{port}")
    page = ""
    for _ in range(PATIENCE * 10):
        try:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/resorts/zermatt", timeout=5).read().decode()
            break
        except OSError:
            time.sleep(0.1)
    process.terminate()
    output, _ = process.communicate(timeout=PATIENCE)
    warnings = [line for line in output.splitlines() if "no base address is set" in line]
    wrong = [] if len(warnings) == 1 else [f"--bind 0.0.0.0: {len(warnings)} warnings, not 1"]
    if not page or "0.0.0.0" in page:
        wrong.append("--bind 0.0.0.0: the page names that address" if page else "--bind 0.0.0.0: no page")
    return wrong


def main(program):
    failed = []
    for case in (base_address_with_a_path, every_address):
        with tempfile.TemporaryDirectory() as folder:
            failed += case(program, folder)
    for line in failed:
        print(f"starts: {line}", file=sys.stderr)
    print(f"2 starts, {len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
