"""A device that reads a release store with python-tuf, the reference implementation of TUF.

    device.py STORE ROOT STATE CHANNEL SECONDS

STORE is the folder of a store, ROOT the root metadata that ships with the device, STATE the folder in which the
device keeps its metadata and downloads, and SECONDS the current time. Downloads the newest release of the channel
with its deltas and its history, and prints what the metadata says about all releases.
"""

import json
import os
import sys
from datetime import datetime, timezone

from tuf.api import exceptions
from tuf.ngclient import Updater
from tuf.ngclient.fetcher import FetcherInterface

SERVER = "http://localhost/"


class Files(FetcherInterface):
    """Serves the folder of a store."""

    def __init__(self, folder):
        self.folder = folder

    def _fetch(self, url):
        try:
            with open(os.path.join(self.folder, url.removeprefix(SERVER)), "rb") as file:
                return iter([file.read()])
        except FileNotFoundError as error:
            raise exceptions.DownloadHTTPError("missing", 404) from error


def main():
    store, root, state, channel, seconds = sys.argv[1:]
    metadata = os.path.join(state, "metadata")
    os.makedirs(metadata, exist_ok=True)
    downloads = os.path.join(state, "downloads")
    os.makedirs(downloads, exist_ok=True)
    with open(root, "rb") as file:
        bootstrap = file.read()
    updater = Updater(
        metadata, SERVER + "metadata/", downloads, SERVER + "targets/", fetcher=Files(store),
        bootstrap=bootstrap)
    # The updater does not have a parameter for the time.
    updater._trusted_set.reference_time = datetime.fromtimestamp(int(seconds), timezone.utc)
    updater.refresh()
    # The search for a path of the channel loads the metadata of its role.
    assert updater.get_targetinfo(f"{channel}/0/none") is None
    targets = updater._trusted_set[channel.replace("/", "-")].targets
    releases = {}
    for path, target in targets.items():
        if path.endswith("/bundle.zip"):
            releases[int(path.split("/")[2])] = target.custom["eros"]
    newest = max(releases, default=0)
    files = []
    for path in sorted(targets):
        if path.split("/")[2] != str(newest):
            continue
        info = updater.get_targetinfo(path)
        local = os.path.join(downloads, path.replace("/", "_"))
        assert updater.find_cached_target(info, local) is None or os.path.exists(local)
        updater.download_target(info, local)
        files.append(path.split("/")[3])
    print(json.dumps({
        "releases": [releases[number] for number in sorted(releases, reverse=True)],
        "files": sorted(files),
        "root": updater._trusted_set.root.version}))


main()
