"""Races of publishers on a release store: `store_race.py FOLDER STORE ROUNDS`; see scripts/store-race.

FOLDER is a new folder for keys and bundles. The variable EROS names the program.
"""

import json
import os
import random
import subprocess
import sys
import time

EROS = os.environ["EROS"]
CHANNEL = "race/production"
OK, CHECK_FAILED, BAD_DATA, BUSY = 0, 1, 65, 75
PUBLISHERS = 8
# The build times are in the future, so a rollback does not exclude all publishers of its round.
START = int(time.time() * 1000) + 86_400_000


class Command:
    """A running command."""

    def __init__(self, kind, arguments):
        self.kind = kind
        self.process = subprocess.Popen(
            [EROS] + arguments + ["--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def finish(self):
        self.output, self.errors = self.process.communicate(timeout=300)
        self.status = self.process.returncode
        return self

    @property
    def report(self):
        return json.loads(self.output)

    def __str__(self):
        return f"{self.kind} ended with {self.status}: {self.errors.strip()}"


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
        self.config = os.path.join(folder, "eros.native.json")
        os.makedirs(folder)
        with open(self.config, "w") as file:
            json.dump({"appName": "race", "version": {"android": "1.0.0", "iOS": "1.0.0"}}, file)
        self.check(Command(
            "init", ["store", "init", store, "--new-keys", self.keys, "--channel", CHANNEL]))

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
        """Packs a new bundle and returns its path."""
        self.bundles += 1
        pages = os.path.join(self.folder, "dist", "pages")
        os.makedirs(pages, exist_ok=True)
        os.makedirs(os.path.join(self.folder, "dist", "assets"), exist_ok=True)
        with open(os.path.join(pages, "home.js"), "w") as file:
            file.write(f"// {self.bundles}\n" + "text of the page\n" * 50)
        with open(os.path.join(self.folder, "dist", "assets", "a.txt"), "w") as file:
            file.write("asset\n")
        output = os.path.join(self.folder, f"bundle-{self.bundles}")
        self.check(Command("pack", [
            "pack", os.path.join(self.folder, "dist"), "--config", self.config, "--output", output,
            "--timestamp", str(built)]))
        return os.path.join(output, "bundle.zip")

    def publish(self, bundle):
        return Command("publish", [
            "publish", bundle, "--store", self.store, "--channel", CHANNEL, "--keys", self.keys,
            "--deltas", "2"])

    def release(self, *arguments):
        return Command(arguments[0], ["release", *arguments, "--store", self.store,
                                         "--channel", CHANNEL, "--keys", self.keys])

    def collect(self):
        return Command("collect", [
            "store", "collect", self.store, "--grace", "0d", "--root", self.root])

    def refresh(self):
        return Command("refresh", ["store", "refresh", self.store, "--keys", self.keys])

    def history(self):
        """Returns the jsVersion of each release that was added since the last call, by number."""
        found = {}
        page = 1
        while True:
            report = self.check(Command("list", [
                "release", "list", "--store", self.store, "--channel", CHANNEL, "--root", self.root,
                "--page", str(page)])).report
            for entry in report["releases"]:
                found[entry["release"]["seq"]] = entry["release"]["jsVersion"]
            if not report["hasOlder"] or min(found, default=0) <= self.newest:
                return {number: js for number, js in found.items() if number > self.newest}
            page += 1

    def round(self, index):
        built = START + index * 10_000
        # In every third round, rollbacks have few competitors.
        count = 1 if index % 3 == 2 else PUBLISHERS
        bundles = [self.bundle(built + 10 * number) for number in range(1, count + 1)]
        starts = [lambda bundle=bundle: self.publish(bundle) for bundle in bundles]
        if index > 0:
            starts += [lambda: self.release("rollback")] * 2
            starts += [lambda: self.release("rollout", str(self.newest), "50%")]
            starts += [self.refresh, self.collect, self.collect]
        random.shuffle(starts)
        commands = []
        for start in starts:
            commands.append(start())
            time.sleep(random.choice([0, 0, 0.01, 0.05]))
        losers = sum(self.judge(command.finish()) for command in commands)
        self.compare(commands)
        # The losers succeed when nobody else publishes.
        again = [self.check(self.publish(self.bundle(built + 5_000 + number)))
                 for number in range(losers)]
        self.compare(again)
        check = self.check(Command("check", ["store", "check", self.store, "--root", self.root]))
        if check.status == OK and check.report["channels"][0]["newest"] != self.newest:
            self.violate(f"round {index}: the check finds another newest release")

    def judge(self, command):
        """Counts the outcome of a command; returns whether it is a publisher that has lost."""
        kind, status = command.kind, command.status
        accepted = {
            "publish": [OK, BUSY, BAD_DATA], "rollback": [OK, BUSY, CHECK_FAILED],
            "rollout": [OK, BUSY, BAD_DATA], "refresh": [OK, BUSY], "collect": [OK]}[kind]
        expected = {
            (BAD_DATA, "publish"): "was built at", (BAD_DATA, "rollout"): "no longer choose",
            (CHECK_FAILED, "rollback"): "already a rollback",
        }.get((status, kind), "")
        if status not in accepted or expected not in command.errors:
            self.violate(str(command))
        self.counts[kind, status] = self.counts.get((kind, status), 0) + 1
        return kind == "publish" and status != OK

    def compare(self, commands):
        """Compares the new releases with those that commands have reported."""
        reported = {}
        for command in commands:
            if command.status == OK and command.kind in ("publish", "rollback"):
                release = command.report["release"]
                if release["seq"] in reported:
                    self.violate(f"two commands have published release {release['seq']}")
                reported[release["seq"]] = release["jsVersion"]
        found = self.history()
        for number in sorted(reported.keys() | found.keys()):
            if reported.get(number) != found.get(number):
                self.violate(f"release {number}: a command reported {reported.get(number)}, "
                             f"but the history has {found.get(number)}")
        numbers = sorted(found)
        if numbers != list(range(self.newest + 1, self.newest + 1 + len(numbers))):
            self.violate(f"the numbers of the history have gaps: {numbers}")
        self.newest = max(found, default=self.newest)


def main():
    folder, store, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    race = Race(folder, store)
    start = time.monotonic()
    for index in range(rounds):
        race.round(index)
        if len(race.violations) >= 20:
            break
    outcomes = ", ".join(f"{kind} {status}: {count}"
                         for (kind, status), count in sorted(race.counts.items()))
    kind = "s3" if store.startswith("s3:") else "folder"
    print(f"{kind}: {index + 1} rounds in {time.monotonic() - start:.0f} s, {race.newest} releases; "
          f"{outcomes}; {len(race.violations)} violations", flush=True)
    return 1 if race.violations else 0


if __name__ == "__main__":
    sys.exit(main())
