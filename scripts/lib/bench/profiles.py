"""The profile of commands by instructions, for scripts/bench.

callgrind counts the instructions of each function on one processor. The counts do not depend on the speed or the load of
the machine. The processor that valgrind 3.19 emulates has no instructions for SHA-256, so this digest needs six times as
many instructions there as on most machines.
"""

import os
import re
import shutil
import subprocess
from collections import Counter

from messages import fail

# The parts of the program, in the order of the rows: the name, and a pattern for `library:function`.
PARTS = [
    ("dynamic linking", r"ld-linux.*"),
    ("digests and signatures (libcrypto)", r"libcrypto.*"),
    ("decompression and CRC (zlib)", r"libz\.so.*"),
    ("compression and CRC (libdeflate)", r"libdeflate.*"),
    ("writing zips (libzip)", r"libzip.*"),
    ("memory and copies (libc)", r"libc\.so.*"),
    ("searches for conformances (Swift runtime)", r"eros:.*(conformsToProtocol|ConformanceCandidate|ConformanceState).*"),
    ("ArgumentParser", r"eros:\$s14ArgumentParser.*"),
    ("our modules", r"eros:\$s\d+Eros.*"),
    ("the rest of the runtime and of the standard library", r"eros:.*"),
    ("other libraries", r".*"),
]
# The parts whose work does not depend on our code.
WORK = [name for name, _ in PARTS[1:5]]
PARSING = "$s12ErosCommands0A7CommandV5parse"


class Profile:
    """The instructions of a run by part, and those of parsing its arguments."""

    def __init__(self, path):
        self.parts, self.parsing = Counter(), 0
        names, library, function, callee = {}, "", "", None

        def name(kind, text):
            """Returns the name that callgrind writes in full only once."""
            number, _, full = text.partition(" ")
            if full:
                names[kind, number] = full
            return names[kind, number]

        for line in path.read_text().splitlines():
            key, _, value = line.partition("=")
            if key == "ob":
                library = os.path.basename(name("ob", value))
            elif key == "cob":
                name("ob", value)
            elif key == "fn":
                function = name("fn", value)
            elif key == "cfn":
                callee = name("fn", value)
            elif key in ("fl", "fi", "fe", "cfi", "cfl"):
                name("fl", value)
            elif re.match(r"[\d+*-]", line):
                count = int(line.split()[1])
                # The line after `calls` has the instructions of the callee and of all that it calls.
                if PARSING in function and PARSING not in (callee or ""):
                    self.parsing += count
                if callee is None:
                    self.parts[part(f"{library}:{function}")] += count
                callee = None

    @property
    def total(self):
        return sum(self.parts.values())


def part(function):
    return next(name for name, pattern in PARTS if re.fullmatch(pattern, function))


def profile(bench, folder, arguments):
    """Returns the profile of a command."""
    output = folder / "callgrind.out"
    output.unlink(missing_ok=True)
    command = [
        "taskset", "-c", str(min(os.sched_getaffinity(0))), "valgrind", "--tool=callgrind", "--quiet",
        f"--callgrind-out-file={output}", folder / "eros", *arguments]
    environment = dict(os.environ, TMPDIR=str(folder), SWIFT_DETERMINISTIC_HASHING="1")
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0 or not output.exists():
        fail(f"valgrind failed with {result.returncode}: {result.stderr[-2000:]}")
    return Profile(output)


def measure(bench, source):
    """Returns the table of the commands with the app in the folder `source`."""
    if not shutil.which("valgrind"):
        fail("'valgrind' not found on the PATH", "apt-get install valgrind")
    folder = bench.folder()
    # Valgrind 3.19 does not read the debug information of this toolchain.
    subprocess.run(["strip", "--strip-debug", "-o", folder / "eros", bench.eros], check=True)
    run = lambda *command: subprocess.run([bench.eros, *command], cwd=folder, check=True, capture_output=True)
    store = ["--store", "store", "--channel", "bench/production"]
    pack = ["pack", source / "dist", "--config", source / "eros.native.json", "--framework", "none"]
    fetch = ["fetch", *store, "--sandbox", "fetched", "--root", "keys/root.json", "--id", "a"]
    run(*pack, "--output", "one", "--timestamp", "1000")
    run("store", "init", "--store", "store", "--new-keys", "keys", "--channel", store[3])
    run("publish", "one/bundle.zip", *store, "--keys", "keys", "--no-rehearsal")
    run(*fetch)
    install = ["install", "--bundle", "one/bundle.zip", "--sandbox", "sandbox"]
    commands = [
        ("--version", ["--version"]),
        ("verify", ["verify", "one/bundle.zip"]),
        ("install", install),
        ("launch", install),
        ("pack", [*pack, "--output", "two", "--timestamp", "2000"]),
        ("fetch", fetch),
    ]
    profiles = [(name, profile(bench, folder, arguments)) for name, arguments in commands]
    return table(profiles)


def table(profiles):
    start = profiles[0][1]

    def row(title, value):
        cells = [value(found) for _, found in profiles]
        return f"| {title} | " + " | ".join(f"{cell / 1e6:.1f}" if cell >= 50_000 else "" for cell in cells) + " |"

    def floor(found):
        return found.total if found is start else start.total + sum(found.parts[name] for name in WORK)

    head = "| instructions, millions | " + " | ".join(f"`{name}`" for name, _ in profiles) + " |"
    lines = [head, "| --- |" + " --: |" * len(profiles)]
    rows = [row(name, lambda found, name=name: found.parts[name]) for name, _ in PARTS]
    lines += [line for line in rows if re.search(r"\d\.\d", line)]
    lines.append(row("**all**", lambda found: found.total))
    lines.append(row("of these, parsing the arguments", lambda found: found.parsing))
    lines.append(row("floor: the start, digests and compression", floor))
    return "\n".join(lines)
