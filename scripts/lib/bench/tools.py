"""Runs tools in turns, and makes tables of their times, for scripts/bench.

- Outputs are written to new folders, and all are deleted at the end. On file systems without a journal, creating files
  soon after deleting many costs several times as much.
- Peak memory comes from `time -f %M`: for a child of this interpreter, it would include the interpreter's own pages.
"""

import contextlib
import os
import pathlib
import shlex
import shutil
import statistics
import sys
import time

from messages import fail, say

EROS_PACK = (
    "{eros} pack {source}/dist --config {source}/eros.native.json --output {out} --framework none "
    "--timestamp 1700000000000")


class Tool:
    """A command, and what was measured: seconds of each run, peak memory and size of the output in bytes."""

    def __init__(self, name, command):
        self.name, self.command = name, command
        self.walls, self.cpus = [], []
        self.output = self.memory = self.size = None
        self.manifest = 0  # the part of the size that only `eros` writes

    @property
    def wall(self):
        return statistics.median(self.walls) if self.walls else None

    @property
    def cpu(self):
        return statistics.median(self.cpus) if self.cpus else None


class Bench:
    """Runs commands. Their words may contain `{eros}`, `{out}`, a new folder, and other values in braces."""

    def __init__(self, work, eros, runs, sizes=False, quick=False):
        self.work, self.eros, self.runs, self.sizes, self.quick = work, eros, runs, sizes, quick
        self.folders = 0
        self.results, self.rows = {}, []  # comparisons for the history, and rows for the summary of updates

    def folder(self):
        self.folders += 1
        folder = self.work / f"{self.folders:05d}"
        folder.mkdir()
        return folder

    def words(self, command, **values):
        return [word.format(eros=self.eros, python=sys.executable, **values) for word in shlex.split(command)]

    def run(self, command, folder=None, prepare=None, memory=False, **values):
        """Runs a command in `folder` or in its output folder; it must succeed.

        Returns the output folder, seconds of the clock and of the processor, and the peak memory if it is wanted.
        """
        output, log, report = self.folder(), str(self.work / "log"), self.work / "memory"
        words = self.words(command, out=output, **values)
        if prepare:
            prepare(output)
        if memory:
            words = ["time", "-f", "%M", "-o", str(report), *words]
        program = shutil.which(words[0]) or fail(f"'{words[0]}' not found", "run `scripts/install-packages bench`")
        files = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        with contextlib.chdir(folder or output):
            started = time.perf_counter()
            child = os.posix_spawn(
                program, words, dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1"), file_actions=files)
            _, status, usage = os.wait4(child, 0)
            wall = time.perf_counter() - started
        if status != 0:
            end = pathlib.Path(log).read_text(errors="replace")[-2000:]
            fail(f"'{shlex.join(words)}' exited with {os.waitstatus_to_exitcode(status)}:\n{end}")
        peak = int(report.read_text().split()[-1]) * 1024 if memory else None
        return output, wall, usage.ru_utime + usage.ru_stime, peak

    def compare(self, commands, base, result=None, runs=None, **options):
        """Runs each command once, which also measures its memory, and then all in turns.

        Each round starts with another tool. Tools that take 2 seconds run three times, and those that take 8 seconds
        only once. `result` is a pattern for the files whose size is measured.
        """
        tools, rounds = [Tool(*item) for item in commands.items()], {}
        for tool in tools:
            say(f"  {tool.name}")
            tool.output, wall, cpu, tool.memory = self.run(tool.command, memory=True, **options)
            if result:
                tool.size = sum(path.stat().st_size for path in tool.output.glob(result))
            rounds[tool] = 0 if self.sizes or wall >= 8 else min(runs or self.runs, 3 if wall >= 2 else 1000)
            if wall >= 8 and not self.sizes:
                tool.walls, tool.cpus = [wall], [cpu]
        for turn in range(max(rounds.values())):
            shift = turn % len(tools)
            for tool in tools[shift:] + tools[:shift]:
                if turn < rounds[tool]:
                    _, wall, cpu, _ = self.run(tool.command, **options)
                    tool.walls.append(wall)
                    tool.cpus.append(cpu)
        return Comparison(tools, base, self)


class Comparison:
    """Tools that did the same work in turns, and the name of the one that others are compared with."""

    def __init__(self, tools, base, bench):
        self.tools, self.base, self.bench = {tool.name: tool for tool in tools}, base, bench

    def __getitem__(self, name):
        return self.tools[name]

    def ratio(self, ours, theirs, key="wall"):
        """Returns how many times as fast one tool is as another, or None if one did not run."""
        values = [getattr(self.tools.get(name), key, None) for name in (theirs, ours)]
        return values[0] / values[1] if all(values) else None

    def growth(self, ours, theirs):
        """Returns by how many percent the same files are larger."""
        if ours in self.tools and theirs in self.tools:
            return ((self[ours].size - self[ours].manifest) / self[theirs].size - 1) * 100

    def speed_aim(self, what, ours, theirs, least):
        return aim(f"{what}, speed against `{theirs}`", self.ratio(ours, theirs), least=least)

    def size_aim(self, what, ours, theirs, most):
        return aim(f"{what}, size against `{theirs}`", self.growth(ours, theirs), " %", most=most)

    def table(self):
        base, head = self[self.base], ["", "wall ms", "CPU ms", "peak MB", f"against `{self.base}`"]
        rows = []
        for tool in self.tools.values():
            mark, ratio = "**" * tool.name.startswith("eros"), self.ratio(tool.name, self.base)
            rows.append([
                f"{mark}`{tool.name}`{mark}", milliseconds(tool.wall), milliseconds(tool.cpu),
                megabytes(None if self.bench.sizes else tool.memory), f"{ratio:.2f}×" if ratio else "–",
            ])
            if tool.size:
                rows[-1] += [f"{tool.size:,}", f"{(tool.size / base.size - 1) * 100:+.1f} %"]
        return markdown(head + ["bytes", "size"] * bool(base.size), rows) + self.remark()

    def remark(self):
        if self.bench.sizes:
            return "\n\nOnly sizes were measured, while other work was running on the machine."
        most = max(len(tool.walls) for tool in self.tools.values())
        fewer = [f"`{tool.name}` {len(tool.walls)}" for tool in self.tools.values() if len(tool.walls) < most]
        return f"\n\nFewer runs, because they take seconds: {', '.join(fewer)}." if fewer else ""


def bundle_of(bench, source, options=""):
    """Packs a bundle, and returns its path."""
    return bench.run(EROS_PACK + options, source=source)[0] / "bundle.zip"


def series(bench, command, pairs):
    """Returns a command that runs another one for several updates, one call after the other, each with a new folder."""
    script = bench.folder() / "series.sh"
    folders = [f"{number:03d}" for number in range(len(pairs))]
    lines = [
        shlex.join(bench.words(command, out=out, old=old, new=new))
        for out, (old, new) in zip(folders, pairs, strict=True)]
    script.write_text("\n".join(["set -e", f"mkdir {' '.join(folders)}", *lines]) + "\n")
    return f"sh {quoted(script)}"


def quoted(path):
    """Returns a path as a word of a command."""
    return shlex.quote(str(path))


def milliseconds(seconds):
    if seconds is None:
        return "–"
    return f"{seconds * 1000:.1f}" if seconds < 0.1 else f"{seconds * 1000:,.0f}"


def megabytes(count):
    return "–" if count is None else f"{count / 1e6:.1f}"


def markdown(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] + ["--:"] * (len(head) - 1), *rows])


def aim(what, reached, unit="×", most=None, least=None):
    """Returns a line with a value and its target, or nothing for a value that was not measured."""
    if reached is None:
        return ""
    good, target = (reached <= most, f"≤ {most:,}") if least is None else (reached >= least, f"≥ {least:,}")
    return f"- {what}: target {target}{unit}, {'reached' if good else '**not reached**:'} {reached:,.2f}{unit}"


def section(*parts):
    """Joins the paragraphs of a section; adjacent lines of targets are one list."""
    text = ""
    for part in filter(None, parts):
        text += ("\n" if text.rsplit("\n", 1)[-1].startswith("- ") and part.startswith("- ") else "\n\n") + part
    return text.strip()
