"""Shared by the scripts that package static programs: architectures, reproducible archives, and messages."""

import hashlib
import io
import os
import pathlib
import struct
import subprocess
import tarfile
import time as clock
import zipfile

from messages import fail

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def time():
    """Returns SOURCE_DATE_EPOCH, which all times in packages are."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    # Zip archives have no earlier times.
    if not text.isdigit() or int(text) < 315532800:
        fail(
            f"SOURCE_DATE_EPOCH is '{text}'",
            "set it to the seconds since 1970 of a time after 1980; `scripts/package` takes the last commit's")
    return int(text)


class Program:
    """A static executable for Linux."""

    # The number of ELF, the names of the kernel, and of Debian and Go.
    ARCHITECTURES = {62: ("x86_64", "amd64"), 183: ("aarch64", "arm64")}
    STATIC_HINT = "build it with `scripts/package`"

    def __init__(self, path):
        self.path = pathlib.Path(path)
        try:
            self.contents = self.path.read_bytes()
        except OSError as error:
            fail(f"'{path}' cannot be read: {error.strerror}", self.STATIC_HINT)
        if self.contents[:6] != b"\x7fELF\x02\x01" or len(self.contents) < 64:
            fail(f"'{path}' is not a 64-bit ELF file for Linux", self.STATIC_HINT)
        machine = struct.unpack_from("<H", self.contents, 18)[0]
        if machine not in self.ARCHITECTURES:
            fail(
                f"'{path}' is for machine {machine} of ELF",
                "the packages are for x86_64 (62) and aarch64 (183)")
        self.machine, self.architecture = self.ARCHITECTURES[machine]
        if self._has_interpreter():
            fail(f"'{path}' is not linked statically", self.STATIC_HINT)
        self.sha256 = hashlib.sha256(self.contents).hexdigest()

    def _has_interpreter(self):
        """Whether a program header names a dynamic loader (PT_INTERP)."""
        offset, size, count = (
            struct.unpack_from("<Q", self.contents, 32)[0],
            *struct.unpack_from("<HH", self.contents, 54))
        return any(
            self.contents[start:start + 4] == b"\x03\0\0\0"
            for start in range(offset, offset + size * count, size or 1))

    def version(self):
        """Returns the version that the program prints."""
        result = subprocess.run([self.path.resolve(), "--version"], capture_output=True, text=True, check=False)
        if result.returncode != 0 or not result.stdout.strip():
            fail(f"'{self.path} --version' ends with {result.returncode}: {result.stderr.strip()}",
                          "package programs on a machine that runs them")
        return result.stdout.strip()


def add_to_zip(archive, name, contents, mode=0o644):
    """Adds a file with the time of the packages."""
    entry = zipfile.ZipInfo(name, clock.gmtime(time())[:6])
    entry.create_system = 3  # Unix
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, contents, compresslevel=9)


def tar(entries):
    """Returns a tar archive of `(name, contents, mode, owner)`; the contents of a folder are None."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, contents, mode, owner in entries:
            entry = tarfile.TarInfo(name)
            entry.mode, entry.uid, entry.gid, entry.mtime = mode, owner, owner, time()
            if contents is None:
                entry.type = tarfile.DIRTYPE
                archive.addfile(entry)
            else:
                entry.size = len(contents)
                archive.addfile(entry, io.BytesIO(contents))
    return buffer.getvalue()
