"""The reference implementation of TUF, for comparison with ErosTrust.

    python_tuf.py write COUNT SEED      prints random histories, with the outcome of each step
    python_tuf.py read FILE             reads histories, and prints the outcome of each step
    python_tuf.py canonical COUNT SEED  prints random documents, with their canonical form

A history is one line of JSON: the root metadata that ships with the device, and the states of a
repository, in which the device updates one after the other:

    {"root": TEXT, "steps": [{"now": SECONDS, "find": PATH, "files": {NAME: TEXT}}]}

The files of a step are those that differ from the step before; `null` stands for a removed file.
The outcome of a step has the versions that the device has stored afterwards, whether the update
succeeded, and the digest of the target.
"""

import json
import os
import random
import shutil
import sys
import tempfile
from datetime import datetime, timedelta, timezone

from securesystemslib.formats import encode_canonical
from securesystemslib.signer import CryptoSigner
from tuf.api import exceptions
from tuf.api.metadata import (
    DelegatedRole, Delegations, Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp)
from tuf.ngclient import Updater
from tuf.ngclient.fetcher import FetcherInterface

START = datetime(2023, 11, 14, 22, 13, 20, tzinfo=timezone.utc)
ROLES = ["root", "timestamp", "snapshot", "targets"]
METADATA = "http://localhost/metadata/"
# Generating these keys took half of the time, so all histories share a few, in turn: more than a history has.
RSA_KEYS = 12


def shared_signers():
    """Generates the shared RSA keys, and returns them again and again."""
    signers = []
    while len(signers) < RSA_KEYS:
        signers.append(CryptoSigner.generate_rsa())
        yield signers[-1]
    while True:
        yield from signers


RSA_SIGNERS = shared_signers()


class Files(FetcherInterface):
    """Serves the files of a step."""

    def __init__(self, files):
        self.files = files

    def _fetch(self, url):
        name = url.removeprefix(METADATA)
        if self.files.get(name) is None:
            raise exceptions.DownloadHTTPError("missing", 404)
        return iter([self.files[name].encode()])


def update(folder, step, files, root):
    """Updates the device in `folder` and returns the outcome."""
    outcome = {"succeeds": False, "digest": None}
    try:
        updater = Updater(folder, METADATA, fetcher=Files(files), bootstrap=root)
        # The updater does not have a parameter for the time.
        updater._trusted_set.reference_time = datetime.fromtimestamp(step["now"], timezone.utc)
        updater.refresh()
        target = updater.get_targetinfo(step["find"])
        outcome["succeeds"] = True
        outcome["digest"] = target.hashes["sha256"] if target else None
    except (exceptions.RepositoryError, exceptions.DownloadError, ValueError):
        pass
    outcome["versions"] = [version(folder, role) for role in ROLES]
    return outcome


def version(folder, role):
    try:
        with open(os.path.join(folder, role + ".json"), "rb") as file:
            return json.load(file)["signed"]["version"]
    except OSError:
        return None


def outcomes(history):
    folder = tempfile.mkdtemp()
    try:
        root = history["root"].encode()
        files = {}
        results = []
        for step in history["steps"]:
            files.update(step["files"])
            results.append(update(folder, step, files, root))
        return results
    finally:
        shutil.rmtree(folder)


class Repository:
    """A repository of random roles, keys and mistakes."""

    def __init__(self, generator):
        self.random = generator
        self.files = {}
        self.signers = {role: [] for role in ROLES}
        self.now = START
        self.digests = generator.random() < 0.5
        expires = self.expiry()
        self.signed = {
            "root": Root(1, expires=expires, consistent_snapshot=generator.random() < 0.9),
            "timestamp": Timestamp(1, expires=expires),
            "snapshot": Snapshot(1, expires=expires),
            "targets": Targets(1, expires=expires),
        }
        for signed in self.signed.values():
            signed.version = 0
        for role in ROLES:
            count = generator.choice([1, 1, 2, 3])
            for _ in range(count):
                self.add_key(role)
            self.signed["root"].roles[role].threshold = generator.randint(1, count)
        for _ in range(generator.randint(0, 3)):
            self.delegate()
        for _ in range(8):
            self.add_target()
        self.publish_all()

    def expiry(self):
        return self.now + timedelta(days=self.random.choice([2, 30, 30, 365]))

    def new_signer(self):
        kind = self.random.random()
        if kind < 0.9:
            return CryptoSigner.generate_ed25519()
        return CryptoSigner.generate_ecdsa() if kind < 0.98 else next(RSA_SIGNERS)

    def add_key(self, role):
        signer = self.new_signer()
        self.signed["root"].add_key(signer.public_key, role)
        self.signers[role].append(signer)

    def delegate(self):
        targets = [role for role in self.signed if isinstance(self.signed[role], Targets)]
        delegator = self.signed[self.random.choice(targets)]
        name = self.random.choice(["a", "b c", "d/e", "ü", "?", "app-production"])
        if name in self.signed:
            return
        if delegator.delegations is None:
            delegator.delegations = Delegations({}, {})
        if self.random.random() < 0.7:
            patterns = ["*", "x/*", "x/?.zip", "y/*", "*/[ab].zip", "x/*/*"]
            paths = {"paths": self.random.sample(patterns, self.random.randint(1, 3))}
        else:
            prefixes = self.random.sample("0123456789abcdef", 8)
            paths = {"path_hash_prefixes": prefixes}
        count = self.random.choice([1, 1, 3])
        signers = [self.new_signer() for _ in range(count)]
        role = DelegatedRole(
            name, [], self.random.randint(1, count), self.random.random() < 0.3, **paths)
        delegator.delegations.roles[name] = role
        for signer in signers:
            delegator.add_key(signer.public_key, name)
        self.signers[name] = signers
        self.signed[name] = Targets(1, expires=self.expiry())
        self.signed[name].version = 0

    def add_target(self):
        targets = [role for role in self.signed if isinstance(self.signed[role], Targets)]
        path = self.path()
        data = self.random.randbytes(4)
        self.signed[self.random.choice(targets)].targets[path] = TargetFile.from_data(path, data)

    def path(self):
        return self.random.choice(["file", "x/a.zip", "x/b.zip", "y/ä", "x/y/z", "y/a.zip"])

    def publish(self, role):
        signed = self.signed[role]
        signed.version += 1
        metadata = Metadata(signed)
        signers = self.signers[role]
        if role != "root" and self.random.random() < 0.03:
            signers = signers[1:]
        for signer in signers:
            metadata.sign(signer, append=True)
        text = metadata.to_bytes().decode()
        name = encoded(role) + ".json"
        if role == "root" or role != "timestamp" and self.signed["root"].consistent_snapshot:
            name = f"{signed.version}.{name}"
        self.files[name] = text
        meta = MetaFile(signed.version)
        if self.digests:
            meta = MetaFile.from_data(signed.version, text.encode(), ["sha256", "sha512"])
        if role == "snapshot":
            self.signed["timestamp"].snapshot_meta = meta
        elif role not in ROLES or role == "targets":
            self.signed["snapshot"].meta[role + ".json"] = meta

    def publish_all(self):
        self.publish("root")
        for role in reversed([role for role in self.signed if role not in ROLES]):
            self.publish(role)
        for role in ["targets", "snapshot", "timestamp"]:
            self.publish(role)

    def rotate(self, role):
        root = self.signed["root"]
        old = self.signers[role]
        for signer in old:
            root.revoke_key(signer.public_key.keyid, role)
        self.signers[role] = []
        for _ in old:
            self.add_key(role)
        if role == "root":
            new = self.signers["root"]
            self.signers["root"] = old + new
            self.publish("root")
            self.signers["root"] = new

    def change(self):
        """Makes a random change, which may be a mistake or an attack."""
        choice = self.random.random()
        if choice < 0.20:
            self.add_target()
            self.publish_all()
        elif choice < 0.35:
            role = self.random.choice(ROLES)
            self.rotate(role)
            # python-tuf forgets only the metadata of the rotated key, ErosTrust also the timestamp.
            if role == "snapshot":
                self.rotate("timestamp")
            self.publish_all()
        elif choice < 0.42:
            self.delegate()
            self.publish_all()
        elif choice < 0.55:
            self.now += timedelta(days=self.random.choice([1, 3, 40]))
        elif choice < 0.65:
            self.now += timedelta(days=3)
            for role in self.signed:
                self.signed[role].expires = self.expiry()
            self.publish_all()
        elif choice < 0.75:
            role = self.random.choice(["targets", "snapshot", "timestamp"])
            self.publish(role)
            self.publish("timestamp")
        elif choice < 0.83:
            self.files.pop(self.random.choice(sorted(self.files)))
        elif choice < 0.93:
            # Not the snapshot: if it is signed twice with one version, a device with the first one
            # may or may not download the second one.
            roles = ["timestamp"] if self.digests else ["targets", "timestamp"]
            signed = self.signed[self.random.choice(roles)]
            signed.version = max(0, signed.version - 2)
            self.publish_all()
        else:
            self.publish("snapshot")

    def history(self):
        steps = []
        before = {}
        root = self.files["1.root.json"]
        for _ in range(self.random.randint(2, 6)):
            now = int(self.now.timestamp())
            files = {name: text for name, text in self.files.items() if before.get(name) != text}
            files.update({name: None for name in before if name not in self.files})
            steps.append({"now": now, "find": self.path(), "files": files})
            before = dict(self.files)
            self.change()
        return {"root": root, "steps": steps}


def encoded(role):
    from urllib import parse
    return parse.quote(role, "")


def random_document(generator, depth=0):
    kind = generator.randint(0, 6 if depth < 5 else 3)
    if kind == 0:
        return generator.choice([None, True, False])
    if kind == 1:
        return generator.choice([0, -1, generator.randint(-10**6, 10**6), generator.getrandbits(90)])
    if kind in (2, 3):
        return random_text(generator)
    if kind == 4:
        return [random_document(generator, depth + 1) for _ in range(generator.randint(0, 5))]
    return {
        random_text(generator): random_document(generator, depth + 1)
        for _ in range(generator.randint(0, 6))}


def random_text(generator):
    characters = 'ab"\\/\n\t\x00\x7f é中😀\u2028Zz09'
    return "".join(generator.choice(characters) for _ in range(generator.randint(0, 8)))


def main():
    command = sys.argv[1]
    if command == "read":
        with open(sys.argv[2], encoding="utf-8") as file:
            for line in file:
                print(json.dumps(outcomes(json.loads(line))))
        return
    count, seed = int(sys.argv[2]), int(sys.argv[3])
    generator = random.Random(seed)
    for _ in range(count):
        if command == "canonical":
            document = random_document(generator)
            text = json.dumps(
                document, ensure_ascii=generator.random() < 0.5,
                indent=generator.choice([None, 2]))
            print(json.dumps({"document": text, "canonical": encode_canonical(document)}))
        else:
            history = Repository(generator).history()
            print(json.dumps({"history": history, "outcomes": outcomes(history)}))


if __name__ == "__main__":
    main()
