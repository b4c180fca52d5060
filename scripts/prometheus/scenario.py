"""What the scenarios of the recordings share: a healthy service on a file system of its own, and its upstream."""

import os
import shutil
import tempfile
from pathlib import Path

from service import Receiver, Service, run

ROOT = Path(__file__).resolve().parents[2]
# Lanes that the upstream of a demonstration simulates.
SIMULATED = {
    "aineva", "aludes-aragon", "amedas", "avalanche-canada", "avalanche-org", "avalanche-report", "caltrans",
    "caltrans-cameras", "commons", "digitraffic", "digitraffic-cameras", "eaws", "enso", "lauegi", "lawinen-warnung",
    "laviny", "metar", "slf", "slf-bulletin", "snotel", "swob", "tawes", "varsom", "webcams",
}


def lanes(help_text):
    """Returns the lanes with a flag of their own and whether each is a station network, as the program's help lists them."""
    found = {}
    for flag in help_text.split("--"):
        lane, _, rest = flag.partition("-url <URL>")
        if "of the station network" in rest:
            found[lane] = True
        elif ", or none" in rest:
            found[lane] = False
    return found


class Scenario:
    """A service and its fault; `alerts` are the alerts of the fault, none if it is not one of the service."""

    arguments, command, environment, pipes_log, alerts, size = (), "demo", {}, False, (), "1g"

    def __init__(self, program):
        self.program, self.folder = program, Path(tempfile.mkdtemp(prefix="snow-record-"))
        os.chmod(self.folder, 0o755)
        self.data = self.folder / "data"
        self.data.mkdir()
        # A file system of its own, so that other programs do not fill it.
        run("mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", self.data)
        self.receiver, self.services = Receiver(), []
        self.prepare()
        self.add("a")
        self.add_replicas()
        self.service = self.services[0]
        for service in self.services:
            service.wait()
            service.use(self.receiver)

    def add(self, instance):
        self.services.append(Service(self.program, self.data, self.arguments, self.command, instance,
                                     self.environment, self.pipes_log))

    def prepare(self):
        pass

    def add_replicas(self):
        pass

    def fault(self):
        pass

    def end(self):
        for service in self.services:
            service.stop()
        self.receiver.stop()
        run("umount", "-l", self.data)
        shutil.rmtree(self.folder, ignore_errors=True)


class Upstream:
    """The simulated upstream of a demonstration, for a service that is not one."""

    def __init__(self, program, folder):
        (folder / "upstream").mkdir()
        self.service = Service(program, folder / "upstream", ("--no-ingest",), instance="upstream")
        self.service.wait()
        sockets = run("ss", "-ltnpH").splitlines()
        own = {int(one.split()[3].rsplit(":", 1)[1]) for one in sockets if f"pid={self.service.process.pid}," in one}
        self.port = (own - {self.service.port, self.service.admin}).pop()
        known = lanes(run(program, "--help"))
        networks = [lane for lane, is_network in known.items() if is_network and lane in SIMULATED]
        self.flags = ["--stations", ",".join(networks) or "none", "--no-winter-refresh", "--open-meteo-daily-calls", "0",
                      "--open-meteo-url", f"http://127.0.0.1:{self.port}"]
        for lane, is_network in known.items():
            address = f"http://127.0.0.1:{self.port}" if lane in SIMULATED else "none"
            if not is_network or lane in networks:
                self.flags += [f"--{lane}-url", address]

    def stop(self):
        self.service.stop()


class OnUpstream(Scenario):
    """A service of production that fetches from the upstream of a demonstration."""

    command = "serve"

    def prepare(self):
        self.upstream = Upstream(self.program, self.folder)
        self.arguments = (*self.arguments, *self.upstream.flags)

    def end(self):
        self.upstream.stop()
        super().end()
