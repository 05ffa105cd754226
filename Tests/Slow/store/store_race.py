"""Races of publishers on a release store: `store_race.py FOLDER STORE ROUNDS`; see Tests/Slow/run race.

FOLDER is a new folder for keys and bundles. The variable EROS names the program.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

EROS = os.environ["EROS"]
CHANNEL = "race/production"
OK, CHECK_FAILED, BAD_DATA, NOT_FOUND, UNAVAILABLE, CANNOT_CREATE, BUSY = 0, 1, 65, 66, 69, 73, 75
KILLED = -signal.SIGKILL
PUBLISHERS = 8
# Beside a rotation, cron jobs refresh all the time, so one of them writes just before the key is withdrawn.
PUBLISHERS_BESIDE_ROTATION, REFRESHING_JOBS = 4, 2
MAXIMUM_VIOLATIONS = int(os.environ.get("MAXIMUM_VIOLATIONS", "20"))
ROLES = ["online", "online", "online", "targets", CHANNEL]
DEVICE_PAUSE = 0.02
# Devices follow at most 256 root files in one update, and a rotation writes two.
ROTATIONS_PER_ROOT = 100
# The build times are in the future, so a rollback does not exclude all publishers of its round.
START = int(time.time() * 1000) + 86_400_000


class Command:
    """A running command."""

    def __init__(self, kind, arguments):
        self.kind = kind
        self.process = subprocess.Popen(
            [EROS] + arguments + ["--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def kill(self, seconds):
        """Kills the command after a time, unless it ends before."""
        try:
            self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def finish(self):
        self.output, self.errors = self.process.communicate(timeout=300)
        self.status = self.process.returncode
        return self

    @property
    def report(self):
        return json.loads(self.output)

    def __str__(self):
        return f"{self.kind} exited with {self.status}: {self.errors.strip()}"


class Device(threading.Thread):
    """A device that polls a store until it is stopped."""

    def __init__(self, race):
        super().__init__(daemon=True)
        self.race = race
        self.sandbox = os.path.join(race.folder, "sandbox")
        self.ended = threading.Event()
        self.polls = 0
        # Whether a collection without grace may remove files that the device is about to read.
        self.may_miss_files = False

    def run(self):
        while not self.ended.is_set():
            may_miss_files = self.may_miss_files
            command = Command("device", [
                "fetch", "--check", "--store", self.race.store, "--channel", CHANNEL,
                "--sandbox", self.sandbox, "--root", self.race.first_root]).finish()
            self.polls += 1
            is_missing = command.status == UNAVAILABLE and "does not have" in command.errors
            if command.status not in (OK, NOT_FOUND) and not (
                    is_missing and (may_miss_files or self.may_miss_files)):
                self.race.violate(str(command))
            self.ended.wait(DEVICE_PAUSE)

    def stop(self):
        self.ended.set()
        self.join()


class RefreshingJob(threading.Thread):
    """A job that refreshes a store until a command ends."""

    def __init__(self, race, command):
        super().__init__()
        self.race = race
        self.command = command
        self.refreshes = []

    def run(self):
        while self.command.process.poll() is None:
            self.refreshes.append(self.race.refresh().finish())


class BrokenStore(Exception):
    """A store that publishers and devices refuse."""


class Race:
    def __init__(self, folder, store):
        self.folder = folder
        self.store = store
        self.keys = os.path.join(folder, "keys")
        self.root = os.path.join(self.keys, "root.json")
        self.counts = {}
        self.violations = []
        self.newest = 0
        self.bundles = 0
        self.rotations = 0
        self.rotation = None
        self.broken_rounds = 0
        self.config = os.path.join(folder, "eros.native.json")
        os.makedirs(folder)
        with open(self.config, "w") as file:
            json.dump({"appName": "race", "version": {"android": "1.0.0", "iOS": "1.0.0"}}, file)
        self.check(Command(
            "init", ["store", "init", "--store", store, "--new-keys", self.keys, "--channel", CHANNEL]))
        self.first_root = os.path.join(folder, "first-root.json")
        shutil.copy(self.root, self.first_root)

    def check(self, command):
        """Waits for a command that must succeed."""
        command.finish()
        if command.status != OK:
            self.violate(str(command))
        return command

    def violate(self, text):
        print("violation: " + text, flush=True)
        self.violations.append(text)

    def bundle(self, built):
        """Packs a new bundle and returns its path and its jsVersion."""
        self.bundles += 1
        pages = os.path.join(self.folder, "dist", "pages")
        os.makedirs(pages, exist_ok=True)
        os.makedirs(os.path.join(self.folder, "dist", "assets"), exist_ok=True)
        with open(os.path.join(pages, "home.js"), "w") as file:
            file.write(f"// {self.bundles}\n" + "// text of the page\n" * 50)
        with open(os.path.join(self.folder, "dist", "assets", "a.txt"), "w") as file:
            file.write("asset\n")
        output = os.path.join(self.folder, f"bundle-{self.bundles}")
        pack = self.check(Command("pack", [
            "pack", os.path.join(self.folder, "dist"), "--config", self.config, "--output", output,
            "--timestamp", str(built)]))
        return os.path.join(output, "bundle.zip"), pack.report["jsVersion"]

    def publish(self, bundle, kind="publish", keys=None):
        path, js_version = bundle
        command = Command(kind, [
            "publish", path, "--store", self.store, "--channel", CHANNEL,
            "--keys", keys or self.keys, "--deltas", "2"])
        command.js_version = js_version
        return command

    def release(self, *arguments):
        return Command(arguments[0], ["release", *arguments, "--store", self.store,
                                         "--channel", CHANNEL, "--keys", self.keys])

    def collect(self, grace):
        return Command("collect", [
            "store", "collect", "--store", self.store, "--grace", grace, "--root", self.root])

    def refresh(self):
        return Command("refresh", ["store", "refresh", "--store", self.store, "--keys", self.keys])

    def rotate(self, role, key, kind="rotate"):
        command = Command(kind, [
            "store", "rotate", role, "--store", self.store, "--new-key", key, "--keys", self.keys])
        command.rotation = self.rotation = (role, key)
        return command

    def new_rotation(self):
        """Returns a role and a new key for it; the old keys are also in a folder of their own."""
        self.rotations += 1
        old_keys = os.path.join(self.folder, "old-keys")
        shutil.rmtree(old_keys, ignore_errors=True)
        shutil.copytree(self.keys, old_keys)
        name = f"key-{self.rotations}"
        self.check(Command("keys", ["keys", "new", name, "--output", self.keys]))
        return random.choice(ROLES), os.path.join(self.keys, name + ".key"), old_keys

    def trust_newest_root(self):
        """Replaces the root metadata of the publishers by the newest of the store."""
        command = Command("sandbox", [
            "fetch", "--check", "--store", self.store, "--channel", CHANNEL, "--root", self.root,
            "--sandbox", os.path.join(self.folder, "root-sandbox")])
        self.check(command)
        shutil.copy(os.path.join(self.folder, "root-sandbox", "trust", "root.json"), self.root)

    def history(self):
        """Returns the jsVersion of each release that was added since the last call, by number."""
        found = {}
        page = 1
        while True:
            command = self.check(Command("list", [
                "release", "list", "--store", self.store, "--channel", CHANNEL, "--root", self.root,
                "--page", str(page)]))
            if command.status != OK:
                raise BrokenStore
            report = command.report
            for entry in report["releases"]:
                found[entry["release"]["number"]] = entry["release"]["jsVersion"]
            if not report["hasOlder"] or min(found, default=0) <= self.newest:
                return {number: js for number, js in found.items() if number > self.newest}
            page += 1

    def round(self, index):
        built = START + index * 10_000
        rotates = index % 2 == 1
        # In every third round, rollbacks have few competitors.
        count = 1 if index % 3 == 2 else PUBLISHERS_BESIDE_ROTATION if rotates else PUBLISHERS
        bundles = [self.bundle(built + 10 * number) for number in range(1, count + 1)]
        starts = [lambda bundle=bundle: self.publish(bundle) for bundle in bundles]
        killed = []
        if index > 0:
            starts += [lambda: self.release("rollout", str(self.newest), "50%")]
            if rotates:
                role, key, old_keys = self.new_rotation()
                bundle = self.bundle(built + 2_000)
                starts += [lambda: self.collect("1m"), lambda: self.rotate(role, key),
                           lambda: self.publish(bundle, "old keys", old_keys)]
                killed = random.choice([[], [], [], ["publish"], ["rotate"], ["rotate", "publish"]])
            else:
                starts += [self.refresh] + [lambda: self.release("rollback")] * 2
                starts += [lambda: self.collect("0d")] * 2
        self.device.may_miss_files = not rotates
        random.shuffle(starts)
        commands, jobs = [], []
        for start in starts:
            commands.append(start())
            if commands[-1].kind == "rotate":
                jobs = [RefreshingJob(self, commands[-1]) for _ in range(REFRESHING_JOBS)]
                for job in jobs:
                    job.start()
            if commands[-1].kind in killed:
                killed.remove(commands[-1].kind)
                seconds = random.uniform(0, 0.3)
                threading.Thread(target=commands[-1].kill, args=[seconds]).start()
            time.sleep(random.choice([0, 0, 0.01, 0.05]))
        losers = sum(self.judge(command.finish()) for command in commands)
        for job in jobs:
            job.join()
            for refresh in job.refreshes:
                self.judge(refresh)
        self.device.may_miss_files = False
        self.compare(commands)
        for command in commands:
            if command.kind == "rotate" and command.status != OK:
                self.check(self.rotate(*command.rotation, kind="rotate again"))
        # The losers succeed when nobody else publishes.
        again = [self.check(self.publish(self.bundle(built + 5_000 + number)))
                 for number in range(losers)]
        self.compare(again)
        check = self.check(Command("check", ["store", "check", "--store", self.store, "--root", self.root]))
        if check.status == OK:
            if check.report["channels"][0]["newest"] != self.newest:
                self.violate(f"round {index}: the check finds another newest release")
            if "rotationUnfinished" in check.output:
                self.violate(f"round {index}: the rotation is not complete")
        if self.rotations % ROTATIONS_PER_ROOT == 0:
            self.trust_newest_root()

    def judge(self, command):
        """Counts the outcome of a command; returns whether it is a publisher that has lost."""
        kind, status = command.kind, command.status
        self.counts[kind, status] = self.counts.get((kind, status), 0) + 1
        accepted = {
            "publish": [OK, BUSY, BAD_DATA, KILLED], "rollback": [OK, BUSY, CHECK_FAILED],
            "rollout": [OK, BUSY, BAD_DATA], "refresh": [OK, BUSY], "collect": [OK],
            "rotate": [OK, BUSY, KILLED], "old keys": [OK, BUSY, BAD_DATA, NOT_FOUND]}[kind]
        expected = {
            (BAD_DATA, "publish"): "was built at", (BAD_DATA, "rollout"): "no longer get it",
            (BAD_DATA, "old keys"): "was built at", (NOT_FOUND, "old keys"): "must be signed by",
            # Another rollback, or a publication of the same files, was faster.
            (CHECK_FAILED, "rollback"): ("already a rollback", "has the same files"),
        }.get((status, kind), "")
        texts = expected if isinstance(expected, tuple) else (expected,)
        if status not in accepted or not any(text in command.errors for text in texts):
            self.violate(str(command))
        return kind == "publish" and status not in (OK, KILLED)

    def compare(self, commands):
        """Compares the new releases with the reports of the commands."""
        reported = {}
        killed = {command.js_version for command in commands
                  if command.kind == "publish" and command.status == KILLED}
        for command in commands:
            if command.status == OK and command.kind in ("publish", "rollback", "old keys"):
                release = command.report["release"]
                if release["number"] in reported:
                    self.violate(f"two commands have published release {release['number']}")
                reported[release["number"]] = release["jsVersion"]
        found = self.history()
        for number in sorted(reported.keys() | found.keys()):
            # A killed publisher may have published its release.
            if number not in reported and found[number] in killed:
                continue
            if reported.get(number) != found.get(number):
                self.violate(f"release {number}: a command reported {reported.get(number)}, "
                             f"but the history has {found.get(number)}")
        numbers = sorted(found)
        if numbers != list(range(self.newest + 1, self.newest + 1 + len(numbers))):
            self.violate(f"the numbers of the history have gaps: {numbers}")
        self.newest = max(found, default=self.newest)


    def mend(self):
        """Makes a broken store usable again, so that the race goes on."""
        self.broken_rounds += 1
        self.check(self.rotate(*self.rotation, kind="rotate again"))
        self.newest = max(self.history(), default=self.newest)

    def interrupted_init(self, index):
        """Kills the creation of a store while a publisher waits for it."""
        folder = os.path.join(self.folder, f"init-{index}")
        os.makedirs(folder)
        store = f"{self.store}-init-{index}"
        keys = os.path.join(folder, "keys")
        bundle = self.bundle(START)
        arguments = ["store", "init", "--store", store, "--new-keys", keys, "--channel", CHANNEL]

        def publish():
            return Command("early", [
                "publish", bundle[0], "--store", store, "--channel", CHANNEL, "--keys", keys])

        init = Command("init", arguments)
        killer = threading.Thread(target=init.kill, args=[random.uniform(0, 0.4)])
        killer.start()
        results = []
        while killer.is_alive() or not results:
            results.append(publish().finish())
        init.finish()
        for result in results + [publish().finish()]:
            self.counts["early", result.status] = self.counts.get(("early", result.status), 0) + 1
            if result.status == BAD_DATA and "eros store init" not in result.errors or (
                    result.status not in (OK, CHECK_FAILED, BAD_DATA, NOT_FOUND)):
                self.violate(str(result))
        # The error of a public key without its private key names the command that removes it.
        for name in os.listdir(keys) if os.path.isdir(keys) else []:
            path, suffix = os.path.splitext(os.path.join(keys, name))
            if suffix == ".pub" and not os.path.exists(path + ".key"):
                os.remove(path + suffix)
        repeated = Command("init again", arguments).finish()
        if repeated.status not in (OK, CANNOT_CREATE):
            self.violate(str(repeated))
        last = publish().finish()
        # An early publication may have succeeded.
        if last.status not in (OK, CHECK_FAILED):
            self.violate(str(last))
        self.check(Command("check", [
            "store", "check", "--store", store, "--root", os.path.join(keys, "root.json")]))


def main():
    folder, store, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    race = Race(folder, store)
    race.device = Device(race)
    race.device.start()
    start = time.monotonic()
    for index in range(rounds):
        try:
            race.round(index)
        except BrokenStore:
            race.mend()
        if index % 5 == 4:
            race.interrupted_init(index)
        if len(race.violations) >= MAXIMUM_VIOLATIONS:
            break
    race.device.stop()
    outcomes = ", ".join(f"{kind} {status}: {count}"
                         for (kind, status), count in sorted(race.counts.items()))
    kind = "s3" if store.startswith("s3:") else "folder"
    print(f"{kind}: {index + 1} rounds in {time.monotonic() - start:.0f} s, {race.newest} releases, "
          f"{race.rotations} rotations, {race.device.polls} polls of a device; {outcomes}; "
          f"{len(race.violations)} violations, {race.broken_rounds} broken rounds", flush=True)
    return 1 if race.violations else 0


if __name__ == "__main__":
    sys.exit(main())
