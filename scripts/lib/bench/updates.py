"""Updates between public releases for scripts/bench: making and applying them, and staging them on a device."""

import functools
import itertools
import pathlib
import statistics
import subprocess
import sys

import inputs
from messages import fail, say
from tools import aim, bundle_of, markdown, megabytes, milliseconds, quoted, section, series

# The packages of an update, each with its old and its new version.
PAIRS = {
    "bokeh-3.4.1": [("bokeh", "3.4.0", "3.4.1")],
    "bokeh-3.4.2": [("bokeh", "3.4.1", "3.4.2")],
    "jupyterlab-4.2.1": [("jupyterlab", "4.2.0", "4.2.1")],
    "jupyterlab-4.2.2": [("jupyterlab", "4.2.1", "4.2.2")],
    "jupyterlab-4.2.3": [("jupyterlab", "4.2.2", "4.2.3")],
    "plotly-5.23.0": [("plotly", "5.22.0", "5.23.0")],
    "streamlit-1.37.0": [("streamlit", "1.36.0", "1.37.0")],
    # A zip of more than 10 MB, and 50 MB unpacked.
    "large": [("bokeh", "3.4.0", "3.4.1"), ("jupyterlab", "4.2.0", "4.2.1"), ("plotly", "5.22.0", "5.23.0")],
}
HISTORY_KEY = "history-jupyterlab-git"  # all pinned wheels of a small app, in order
# The updates that take a device the longest, or the most memory.
STAGED = {
    **{key: PAIRS[key] for key in ("plotly-5.23.0", "streamlit-1.37.0", "large")},
    "jupyterlab-git-0.50.0": [("jupyterlab-git", "0.44.0", "0.50.0")],
}
QUICK_UPDATE = "jupyterlab-4.2.1"
DELTA, BSDIFF, BEST = "eros diff", "eros diff --format bsdiff", "eros diff --format bsdiff --level best"
ZSTD, XDELTA, STORED = "zstd --ultra -22 --long=27 --patch-from", "xdelta3 -9 -S lzma", ", after eros pack --store"
CONTENT_TOOLS = {
    DELTA: "{eros} diff {old}/bundle.zip {new}/bundle.zip --output {out}/update.erosdelta",
    ZSTD: ZSTD + " {old}/content {new}/content -q -o {out}/update.zst",
    XDELTA: XDELTA + " -q -e -s {old}/content {new}/content {out}/update.xdelta",
}
ZIP_TOOLS = {
    BSDIFF: "{eros} diff {old}/bundle.zip {new}/bundle.zip --output {out}/update.patch",
    BEST: "{eros} diff {old}/bundle.zip {new}/bundle.zip --output {out}/update.patch --level best",
    "bsdiff": "bsdiff {old}/bundle.zip {new}/bundle.zip {out}/update.bsdiff",
}
APPLYING_TOOLS = {
    "eros patch, folder to folder": (DELTA, "{eros} patch {old}/dist {update} --output {out}/new"),
    "eros patch, zip to zip": (DELTA, "{eros} patch {old}/bundle.zip {update} --output {out}/new"),
    "zstd -d --patch-from": (ZSTD, "zstd -q -d --long=27 --patch-from {old}/content {update} -o {out}/new"),
    "xdelta3 -d": (XDELTA, "xdelta3 -q -d -s {old}/content {update} {out}/new"),
    "eros patch, BSDIFF40": (BSDIFF, "{eros} patch {old}/bundle.zip {update} --output {out}/new"),
    "bspatch": ("bsdiff", "bspatch {old}/bundle.zip {out}/new {update}"),
}
SUMMARY = [
    "Content delta", "bytes", f"size against `{ZSTD}`", "speed of making it against the same", "size against `bsdiff` on the zips"]


@functools.cache
def release(bench, *requirements):
    """Returns the folder of a release: its files in `dist`, its zips, and its content as one file."""
    source = inputs.write_source(bench.folder(), itertools.chain(*map(inputs.wheel_files, requirements)))
    for name, options in {"bundle.zip": "", "stored.zip": " --store"}.items():
        bundle_of(bench, source, options).rename(source / name)
    (source / "content").write_bytes(b"".join(content for _, content in sorted(inputs.contents(source / "dist").items())))
    return source


def releases(bench, pairs):
    """Returns the folders of the old and the new release of an update, and its title."""
    names = [[f"{package}=={pair[number]}" for package, *pair in pairs] for number in (0, 1)]
    title = ", ".join(f"{package} {before} → {after}" for package, before, after in pairs)
    return *(release(bench, *requirements) for requirements in names), title


def measure_update(bench, key):
    """Measures making and applying one update between two releases."""
    old, new, title = releases(bench, PAIRS[key])
    made = bench.results["diff"] = bench.compare(CONTENT_TOOLS, ZSTD, result="update*", old=old, new=new)
    zips = bench.compare(ZIP_TOOLS, "bsdiff", result="update*", old=old, new=new)
    outputs = {name: tool.output for found in (made, zips) for name, tool in found.tools.items()}
    applied = bench.compare({
        name: command.replace("{update}", quoted(next(outputs[source].glob("update*"))))
        for name, (source, command) in APPLYING_TOOLS.items()
    }, "zstd -d --patch-from", old=old, new=new)
    files, before = inputs.contents(new / "dist"), inputs.contents(old / "dist")
    for tool in applied.tools.values():
        result, expected = tool.output / "new", [(new / name).read_bytes() for name in ("content", "bundle.zip")]
        if inputs.contents(result) != files if result.is_dir() else result.read_bytes() not in expected:
            fail(f"'{tool.name}' did not produce the new release")
    changed, size = sum(before.get(path) != content for path, content in files.items()), (new / "bundle.zip").stat().st_size
    aims = [made.size_aim("making", DELTA, ZSTD, 1)]
    if changed < len(files) / 4:
        aims.append(made.speed_aim("making where few files changed", DELTA, ZSTD, 10))
    aims += bsdiff_aims(zips, 30 if size > 10e6 else None)
    if key == "large":
        ours, theirs = applied["eros patch, folder to folder"], applied["zstd -d --patch-from"]
        aims += [
            applied.speed_aim("applying", ours.name, theirs.name, 2),
            aim(f"peak memory of applying against `{theirs.name}`", ours.memory / theirs.memory, most=0.2)]
    speed, delta = made.ratio(DELTA, ZSTD), made[DELTA].size
    bench.rows.append([
        title, f"{delta:,}", f"{delta / made[ZSTD].size:.2f}×", f"{speed:.1f}×" if speed else "–",
        f"{delta / zips['bsdiff'].size:.3f}×"])
    return section(
        f"### {title}: {(new / 'content').stat().st_size / 1e6:.1f} MB, {changed:,} of {len(files):,} files changed, "
        f"zip of {size / 1e6:.1f} MB", made.table(), zips.table(),
        *([] if bench.sizes else ["Applying:", applied.table()]), *aims)


def bsdiff_aims(found, speed):
    aims = [found.size_aim(f"`{BSDIFF}`", BSDIFF, "bsdiff", 1.5), found.size_aim(f"`{BEST}`", BEST, "bsdiff", 0.1)]
    return aims + ([found.speed_aim("making a BSDIFF40 patch", BSDIFF, "bsdiff", speed)] if speed else [])


def measure_history(bench):
    """Measures all updates of a small app, also with zips that are not compressed."""
    requirements = [name for name in inputs.WHEELS if name.startswith("jupyterlab-git==")]
    folders = [release(bench, name) for name in requirements]
    pairs = list(itertools.pairwise(folders))
    commands = {DELTA: CONTENT_TOOLS[DELTA], **ZIP_TOOLS}
    commands |= {name + STORED: ZIP_TOOLS[name].replace("bundle.zip", "stored.zip") for name in (BSDIFF, "bsdiff")}
    found = bench.compare(
        {name: series(bench, command, pairs) for name, command in commands.items()}, "bsdiff", result="*/update*")
    sizes = sorted((folder / "content").stat().st_size / 1e6 for folder in folders)
    full, stored = (sum((folder / name).stat().st_size for folder in folders[1:]) for name in ("bundle.zip", "stored.zip"))
    versions = [name.split("==")[1] for name in requirements]
    return section(
        f"### jupyterlab-git {versions[0]} to {versions[-1]}, {len(pairs)} updates of an app of {sizes[0]:.1f} to {sizes[-1]:.1f} MB",
        f"All new zips total {full:,} bytes, and {stored:,} with `--store`. Times are totals of all calls.", found.table(),
        aim("size of all deltas against `bsdiff` on the zips", found[DELTA].size / found["bsdiff"].size, most=0.16),
        *bsdiff_aims(found, 4),
        aim("size of the patches, without `--store` against with it", found[BSDIFF].size / found[BSDIFF + STORED].size, least=1))


def measure(bench, key):
    return measure_history(bench) if key == HISTORY_KEY else measure_update(bench, key)


def measure_stage(bench, keys, libraries):
    """Measures how long a device takes to stage content deltas, and how much memory, with each library."""
    rows, command = [], [sys.executable, str(pathlib.Path(__file__).with_name("stage_delta.py"))]
    for key in keys:
        old, new, title = releases(bench, STAGED[key])
        say(f"stage, {title}")
        delta = bench.run(CONTENT_TOOLS[DELTA], old=old, new=new)[0] / "update.erosdelta"
        runs = {library: [] for library in libraries}
        for turn in range(bench.runs):
            shift = turn % len(libraries)
            for library in libraries[shift:] + libraries[:shift]:
                sandbox = str(bench.folder() / "sandbox")
                for action, file in (("install", old / "bundle.zip"), ("stage", delta)):
                    printed = subprocess.check_output([*command, library, sandbox, action, str(file)], text=True)
                runs[library].append([float(value) for value in printed.split()])
        for library in libraries:
            wall, cpu, memory = (statistics.median(values) for values in zip(*runs[library], strict=True))
            name = f"{title}, `{library}`" if len(libraries) > 1 else title
            rows.append([name, milliseconds(wall), milliseconds(cpu), megabytes(memory)])
    return markdown(["", "wall ms", "CPU ms", "added MB"], rows)
