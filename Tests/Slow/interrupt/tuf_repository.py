"""Writes two states of a TUF repository to FOLDER/before and FOLDER/after: `tuf_repository.py FOLDER`.

In the first state a thief has raised the versions of the snapshot and the timestamp. In the second state the
key of the snapshot is rotated, and the versions start again. Needs python-tuf.
"""

import os
import sys
from datetime import datetime, timedelta, timezone

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import Metadata, MetaFile, Root, Snapshot, Targets, Timestamp

EXPIRES = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=30)
ROLES = ["root", "timestamp", "snapshot", "targets"]

keys = {role: CryptoSigner.generate_ed25519() for role in ROLES}


def write(folder, name, role, contents):
    metadata = Metadata(contents)
    metadata.sign(keys[role])
    metadata.to_file(os.path.join(folder, name))


def publish(folder, root, version):
    """Writes the files of all roles; the roles below root have `version`."""
    os.makedirs(folder, exist_ok=True)
    write(folder, f"{root.version}.root.json", "root", root)
    write(folder, f"{version}.targets.json", "targets", Targets(version=version, expires=EXPIRES))
    meta = {"targets.json": MetaFile(version)}
    write(folder, f"{version}.snapshot.json", "snapshot", Snapshot(version, None, EXPIRES, meta))
    timestamp = Timestamp(version, None, EXPIRES, MetaFile(version))
    write(folder, "timestamp.json", "timestamp", timestamp)


folder = sys.argv[1]
root = Root(version=1, expires=EXPIRES, consistent_snapshot=True)
for role in ROLES:
    root.add_key(keys[role].public_key, role)
publish(os.path.join(folder, "before"), root, 1000)
root.version = 2
root.revoke_key(keys["snapshot"].public_key.keyid, "snapshot")
keys["snapshot"] = CryptoSigner.generate_ed25519()
root.add_key(keys["snapshot"].public_key, "snapshot")
publish(os.path.join(folder, "after"), root, 2)
