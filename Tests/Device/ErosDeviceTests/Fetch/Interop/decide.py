"""A device that verifies a release store with python-tuf and chooses a release by the rules of the design.

    decide.py FILE

FILE has one history in each line of JSON: the steps in which a device updates, one after the other.

    {"steps": [{"root": TEXT, "now": SECONDS, "files": {NAME: TEXT}, "channel": NAME, "device": {…}}]}

The files of a step are those that differ from the step before; `null` stands for a removed file. If `root` is not
null, the step is the first one of a new device, whose app ships this root metadata. Prints the results of the steps:
whether the metadata is accepted, the decision, and the versions that the device has stored.

Nothing here is derived from the code of the project.
"""

import hashlib
import json
import pathlib
import re
import shutil
import sys
import tempfile
from datetime import datetime, timezone

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "Release/ErosTrustTests/Interop"))

from python_tuf import METADATA, Files, version
from tuf.api import exceptions
from tuf.ngclient import Updater

DAY = 86_400_000


def signed_of(channel, folder, step, files, root):
    """Updates the metadata, and returns the targets of the channel and the limits of the brake by release."""
    updater = Updater(folder, METADATA, fetcher=Files(files), bootstrap=root)
    # The updater does not have a parameter for the time.
    updater._trusted_set.reference_time = datetime.fromtimestamp(step["now"], timezone.utc)
    updater.refresh()
    # The search for a path of the channel loads the metadata of its role.
    updater.get_targetinfo(f"{channel}/0/none")
    role = channel.replace("/", "-")
    if role not in updater._trusted_set:
        raise ValueError(f"no role {role}")
    targets = updater._trusted_set[role].targets
    limits = {}
    delegations = updater._trusted_set.targets.delegations
    if "brake" in delegations.roles and "brake.json" in updater._trusted_set.snapshot.meta:
        updater.get_targetinfo("brake/none")
        brake = updater._trusted_set["brake"].unrecognized_fields["eros"]["brake"]
        limits = {limit["seq"]: limit["rollout"] for limit in brake.get(channel, [])}
    return targets, limits


def releases_of(targets, limits):
    """Returns the releases of a channel, the newest first; the brake only lowers."""
    releases = []
    for path, target in targets.items():
        if not path.endswith("/bundle.zip"):
            continue
        release = dict(target.custom["eros"], artifacts=[(target.length, [], path)])
        limit = limits.get(release["seq"], 10000)
        release["paused"] = release["paused"] or limit == 0
        release["rollout"] = min(release["rollout"], limit)
        start = path.removesuffix("bundle.zip")
        for other, patch in targets.items():
            if other.startswith(start) and other.endswith(".erosdelta"):
                release["artifacts"].append((patch.length, [patch.custom["eros"]["from"]], other))
        releases.append(release)
    return sorted(releases, key=lambda release: -release["seq"])


def numbers(text):
    """Returns a version as a tuple; None for text that is not a version."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?", text):
        return None
    text, _, suffix = text.partition("-")
    found = [int(part) for part in text.split(".")]
    # A suffix comes before the same version without it, and in it numbers come before texts.
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in suffix.split(".")]
    return (found + [0] * (8 - len(found)), [(0, parts)] if suffix else [(1, [])])


def obstacle(release, device):
    """Returns why the device must not have the release; None if it may."""
    if release["paused"]:
        return "paused"
    platforms = [device["platform"]] if device["platform"] else ["ios", "android"]
    for platform in platforms:
        needed = numbers(release["native"].get(platform, ""))
        if device["app"] and needed and numbers(device["app"]) < needed:
            return "waits for app"
    digest = hashlib.sha256((release["salt"] + device["id"]).encode()).digest()
    if int.from_bytes(digest[:8], "big") % 10000 >= release["rollout"]:
        return "not included"
    is_retry = release.get("retries", 0) > device["retried"].get(release["tree"], 0)
    return "blocked" if release["tree"] in device["bad"] and not is_retry else None


def is_newer(release, held, releases, device):
    known = [other["seq"] for other in releases if other["tree"] == held["tree"]]
    if held["tree"] in device["numbers"]:
        known.append(device["numbers"][held["tree"]])
    if known:
        return release["seq"] > max(known)
    if held["tree"] in device["foreign"]:
        # The device has left the channel of this release.
        return True
    built = held["built"]
    if built > device["now"] + DAY:
        # A build time in the future is wrong; the release counts as built when the device first saw it.
        built = min(held["seen"] or device["now"], device["now"])
    return release["built"] > built


def decide(releases, device):
    held = [device[key] for key in ("pending", "trial") if device[key]]
    held += (device["confirmed"] or [device["embedded"]])[:1] if device["confirmed"] or device["embedded"] else []
    present = held + device["confirmed"] + [device["embedded"]]
    bases = {release["tree"] for release in present if release} | {device["failed"]}
    refused = None
    for release in releases:
        if not all(is_newer(release, other, releases, device) for other in held):
            continue
        reason = obstacle(release, device)
        if reason is None:
            usable = [artifact for artifact in release["artifacts"] if bases.issuperset(artifact[1])]
            length, _, path = min(usable, key=lambda artifact: (artifact[0], len(artifact[1]), artifact[1]))
            return {"decision": "install", "release": release["seq"], "path": path, "length": length}
        refused = refused or {"decision": reason, "release": release["seq"]}
    return refused or {"decision": "up to date"}


def results(history):
    folder, root, files = None, None, {}
    for step in history["steps"]:
        files.update(step["files"])
        if step["root"] is not None:
            if folder:
                shutil.rmtree(folder)
            folder, root = tempfile.mkdtemp(), step["root"].encode()
        try:
            targets, limits = signed_of(step["channel"], folder, step, files, root)
            result = decide(releases_of(targets, limits), step["device"])
        except (exceptions.RepositoryError, exceptions.DownloadError, ValueError):
            result = {"decision": "rejected"}
        result["versions"] = [version(folder, role) for role in ["root", "timestamp", "snapshot", "targets"]]
        yield result
    shutil.rmtree(folder)


with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        print(json.dumps(list(results(json.loads(line)))))
