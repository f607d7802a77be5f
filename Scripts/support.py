"""Functions that the scripts share."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRODUCTS = [
    "PromiseCore", "PromiseConcurrency", "PromiseTracing", "PromiseTesting", "PromiseFoundation", "PromiseSharing",
    "PromiseScoping", "PromiseObservation"]
# The modules with the names of other libraries, in the order in which they depend on each other.
VOCABULARIES = [
    "SharedVocabulary", "PromiseKitVocabulary", "PromiseKitFoundationVocabulary", "GooglePromisesVocabulary"]

# A comment in the sources that says how a trap is tested, or why tests do not run a line.
EXPLANATION = re.compile(r"// (trap|unreachable|uncovered|rare):(.*)")

# Where `swift build` puts the modules.
MODULES = ROOT / ".build/debug/Modules"


if {"--help", "-h"} & set(sys.argv[1:]):
    print(sys.modules["__main__"].__doc__.strip())
    sys.exit()


def fail(*lines):
    """Prints the lines and ends the script with exit status 1."""
    print(*lines, sep="\n", file=sys.stderr)
    sys.exit(1)


def run(*command, **options):
    """Runs a command in the repository. Returns its exit status and its output, which includes standard error."""
    options = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **options}
    command = [str(part) for part in command]
    try:
        finished = subprocess.run(command, stdin=subprocess.DEVNULL, errors="replace", **options)
    except FileNotFoundError:
        fail(f"{command[0]} does not exist. CONTRIBUTING.md says what the scripts need, and how to build.")
    return finished.returncode, finished.stdout


def output(*command, advice="", **options):
    """Runs a command in the repository that must succeed. Returns its output; on failure prints it and the advice."""
    status, text = run(*command, **options)
    if status != 0:
        shown = [str(part) for part in command]
        fail(text, f"failed: {' '.join(shown[:6] + (['…'] if shown[6:] else []))}", *([advice] if advice else []))
    return text


def in_parallel(function, items):
    """Calls the function with each item, as many at once as there are processors. Returns the results in order."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def relative(path):
    """The path as it is shown in messages."""
    return pathlib.Path(path).resolve().relative_to(ROOT)


def repository_files(*patterns):
    """The files that git tracks or would track, sorted."""
    listing = output("git", "ls-files", "-z", "-co", "--exclude-standard", "--", *patterns)
    files = [path for path in (ROOT / name for name in sorted(set(listing.split("\0"))) if name) if path.is_file()]
    return files or fail(f"no files found: {' '.join(patterns)}. Correct the folders that the script names.")


def modules_argument():
    """The folder of the built modules: the script's argument, or that of `swift build`."""
    modules = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else MODULES
    if not modules.is_dir():
        fail(f"{modules} does not exist. Run `swift build --build-tests` first, or pass the folder of the modules.")
    return modules


def import_options(modules):
    """The compiler options with which a file can import the built modules."""
    options = ["-I", modules]
    for module in ["CPromiseCore", "CPromiseTracing", "CPromiseTracingLoader", "CPromiseTestingLoader"]:
        options += ["-Xcc", f"-fmodule-map-file={modules.parent}/{module}.build/module.modulemap"]
    return options


def symbol_graphs(modules):
    """The symbol graphs of the public declarations in the products and the vocabularies."""
    target = json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]
    with tempfile.TemporaryDirectory() as folder:
        for module in PRODUCTS + VOCABULARIES:
            output(
                "swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
                "-include-spi-symbols", *import_options(modules), "-target", target, "-output-dir", folder)
        for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
            yield json.loads(path.read_text())


def public_symbols(modules):
    """The public symbols of the products and the vocabularies, from their symbol graphs."""
    for graph in symbol_graphs(modules):
        yield from graph["symbols"]
