"""Shared by the scripts that package static programs: ELF files, and reproducible archives."""

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
    """Returns SOURCE_DATE_EPOCH, the time of all files in packages."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    # Zip archives cannot store times before 1980.
    if not text.isdigit() or int(text) < 315532800:
        fail(
            f"SOURCE_DATE_EPOCH is '{text}'",
            "set it to seconds since 1970, for a time after 1979; `scripts/package` uses the time of the last commit")
    return int(text)


class Program:
    """A static executable for Linux."""

    # By ELF machine number: the name that the kernel uses, and the name that Debian and Go use.
    ARCHITECTURES = {62: ("x86_64", "amd64"), 183: ("aarch64", "arm64")}
    STATIC_HINT = "build it with `scripts/package`"
    PT_DYNAMIC, PT_INTERP, DT_NEEDED = 2, 3, 1

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
                f"'{path}' is built for ELF machine {machine}",
                "the supported machines are x86_64 (62) and aarch64 (183)")
        self.machine, self.architecture = self.ARCHITECTURES[machine]
        try:
            is_static = not self._needs_loader()
        except struct.error:
            fail(f"'{path}' is truncated or has invalid program headers", self.STATIC_HINT)
        if not is_static:
            fail(f"'{path}' is not linked statically", self.STATIC_HINT)
        self.sha256 = hashlib.sha256(self.contents).hexdigest()

    def _needs_loader(self):
        """Whether a segment names a dynamic loader (PT_INTERP) or a shared library (DT_NEEDED in PT_DYNAMIC).

        Position-independent static programs have a PT_DYNAMIC segment without DT_NEEDED.
        """
        table = struct.unpack_from("<Q", self.contents, 32)[0]
        size, count = struct.unpack_from("<HH", self.contents, 54)
        for index in range(count):
            header = struct.unpack_from("<LLQQQQ", self.contents, table + index * size)
            kind, offset, length = header[0], header[2], header[5]
            if kind == self.PT_INTERP:
                return True
            if kind == self.PT_DYNAMIC:
                entries = struct.iter_unpack("<QQ", self.contents[offset:offset + length])
                if any(tag == self.DT_NEEDED for tag, _ in entries):
                    return True
        return False

    def version(self):
        """Returns the version that the program prints."""
        result = subprocess.run([self.path.resolve(), "--version"], capture_output=True, text=True, check=False)
        if result.returncode != 0 or not result.stdout.strip():
            fail(f"'{self.path} --version' exits with {result.returncode}: {result.stderr.strip()}",
                 "package programs on a machine that can run them")
        return result.stdout.strip()


def add_to_zip(archive, name, contents, mode=0o644, compress=True):
    """Adds a file with the time of SOURCE_DATE_EPOCH."""
    entry = zipfile.ZipInfo(name, clock.gmtime(time())[:6])
    entry.create_system = 3  # Unix
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    archive.writestr(entry, contents, compresslevel=9)


def tar(entries):
    """Returns a tar archive of entries `(name, contents, mode, owner)`; `contents` is None for a folder."""
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
