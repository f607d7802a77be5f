"""Measures the figures in Benchmarks/Results/figures.json. `Scripts/figures measure` calls this module."""

import datetime
import json
import os
import pathlib
import platform
import re
import statistics
import tempfile
import time

from support import ROOT, fail, output

BENCHMARKS = ROOT / "Benchmarks/.build/release"
LEVELS = {"off": "0", "sites": "sites", "callStacks": "1", "timeline": "timeline.json"}


def size():
    """The bytes that each module adds to an executable."""
    return {"command": "Scripts/check-size", "figures": json.loads(output("Scripts/check-size", "--json").splitlines()[-1])}


def tracing():
    """Instructions and bytes of a step at each level of tracing, the time of a snapshot, and a timeline's size."""
    output("swift", "build", "-c", "release", "--package-path", "Benchmarks")
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        stripped = pathlib.Path(folder) / "Chains"
        output("strip", "-g", "-o", stripped, BENCHMARKS / "Chains")
        for level, value in LEVELS.items():
            environment = {**os.environ, "PROMISES_TRACE": value}

            def instructions(steps):
                text = output("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", stripped, "promise",
                              steps, "100", env=environment, cwd=folder)
                return int(re.search(r"Collected : (\d+)", text)[1])

            def allocated():
                text = output(BENCHMARKS / "Allocations", env=environment, cwd=folder)
                return float(re.search(r"^link\tpromise\t\S+\t(\S+)", text, re.MULTILINE)[1])

            # Steps need more work items if the threads do not find the processors idle, so the least of several runs counts.
            long, short = (min(instructions(steps) for _ in range(5)) for steps in ["60", "10"])
            figures[f"{level}.instructions"] = (long - short) / 5000
            figures[f"{level}.bytes"] = min(allocated() for _ in range(9))
    seconds = [float(value) for value in re.findall(r"^snapshot\t\d+\t([\d.]+) s", output(BENCHMARKS / "Depth", "snapshot"), re.MULTILINE)]
    figures["snapshot.least"], figures["snapshot.most"] = min(seconds), max(seconds)
    for kind, _, duration, kilobytes in re.findall(
            r"^(recorded|json|html)\t(\d+)\t([\d.]+)\t(\d+)", output(BENCHMARKS / "Depth", "timeline"), re.MULTILINE):
        figures[f"timeline.{kind}.seconds"] = float(duration)
        figures[f"timeline.{kind}.bytes"] = int(kilobytes) * 1000
    return {"command": "Scripts/figures measure tracing", "figures": figures}


def tables(text):
    """The tables in the output of a command, each as its lines."""
    return ["\n".join(lines) for lines in (block.splitlines() for block in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE))]


def cells(table):
    """The cells of the rows of a table, without its head."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def service():
    """The tables that `load` prints: what a web service with promises does."""
    output("swift", "build", "-c", "release", "--package-path", "Interop/Service")
    program = ROOT / "Interop/Service/.build/release/load"
    return service_from(output(program), output(program, "tracing"))


def service_from(text, tracing_text):
    routes, connections, blocked = tables(text)
    (levels,) = tables(tracing_text)
    figures = {}
    ratios = {route: [float(row[3]) for row in cells(routes) if row[1] == route] for route in {row[1] for row in cells(routes)}}
    for route, values in ratios.items():
        figures[f"{route.partition('/')[0]}.least"], figures[f"{route.partition('/')[0]}.most"] = min(values), max(values)
    for row in cells(levels):
        for route, cell in zip(["value", "upstream"], row[1:]):
            figures[f"{row[0]}.{route}"] = float(re.search(r"\(([\d.]+)\)", cell)[1])
    return {
        "command": "Interop/Service/.build/release/load", "figures": figures,
        "tables": {"routes": routes, "connections": connections, "blocked": blocked, "tracing": levels}}


def typos():
    """How often the compiler reports a misspelled member of a chain on its line, and the median of the seconds that it takes."""
    return typos_from(output("Benchmarks/check-typos"))


def typos_from(text):
    figures = {}
    for library in ["ours", "PromiseKit"]:
        rows = re.findall(rf"^== \w+, member\n(?:(?!==).*\n)*?{library} (.*)$", text, re.MULTILINE)
        seconds = [float(value) for row in rows for value in re.findall(r"\| +([\d.]+) s", row)]
        counts = [re.search(r"(\d+) of (\d+) named", row) for row in rows]
        figures[f"{library}.median"] = statistics.median(seconds)
        figures[f"{library}.named"] = sum(int(match[1]) for match in counts)
        figures[f"{library}.steps"] = sum(int(match[2]) for match in counts)
    return {"command": "Benchmarks/check-typos", "figures": figures}


def tests():
    """How many tests there are, and how long they take in a new clone."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder) / "build"
        began = time.monotonic()
        output("swift", "build", "--build-tests", "--scratch-path", scratch)
        built = time.monotonic()
        text = output("swift", "test", "--skip-build", "--scratch-path", scratch)
        ended = time.monotonic()
    return {"command": "swift test", "figures": {
        "count": int(re.search(r"Test run with (\d+) tests", text)[1]),
        "build": built - began, "run": ended - built}}


GROUPS = {function.__name__: function for function in [size, tracing, service, typos, tests]}


def machine():
    """The processor, the number of cores, and the system."""
    def field(path, pattern):
        match = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE) if pathlib.Path(path).exists() else None
        return match[1].strip() if match else platform.platform()
    processor = field("/proc/cpuinfo", r"^model name\s*: (.*)")
    return f"{processor}, {os.cpu_count()} cores, " + field("/etc/os-release", r"^PRETTY_NAME=.(.*).$")


def store(group, path):
    """Measures a group and stores it, with how and when it was measured."""
    if group not in GROUPS:
        fail(f"There is no group {group}. Groups: {' '.join(GROUPS)}.")
    write(group, GROUPS[group](), path)


def write(group, measured, path):
    compiler = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    stored = json.loads(path.read_text()) if path.exists() else {}
    stored[group] = {
        **measured, "date": str(datetime.date.today()), "compiler": f"Swift {compiler}", "machine": machine()}
    path.write_text(json.dumps(stored, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
    print(f"{group}: {len(measured['figures'])} figures")
