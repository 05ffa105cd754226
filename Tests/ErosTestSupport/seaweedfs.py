"""Runs SeaweedFS on loopback until standard input ends.

    seaweedfs.py WEED [CERTIFICATE KEY]

Prints one line when the bucket exists and can be written: the port of S3. With a certificate and its key, PEM
files, the line also has the port of S3 over TLS. The identity 'publisher'
may do everything, 'reader' may only read and list. Requests without a signature may read the objects
of the last bucket.
"""
import glob
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

BUCKETS = ["eros-test", "eros.dots", "eros-public"]
SECONDS = 60


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for found in sockets:
        found.bind(("127.0.0.1", 0))
    ports = [found.getsockname()[1] for found in sockets]
    for found in sockets:
        found.close()
    return ports


def identity(name, key, secret, actions):
    return {"name": name, "credentials": [{"accessKey": key, "secretKey": secret}],
            "actions": actions}


def start(weed, folder, certificate):
    names = ["master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port",
             "filer.port.grpc", "s3.port", "s3.port.grpc"]
    if certificate:
        names.append("s3.port.https")
    ports = dict(zip(names, free_ports(len(names)), strict=True))
    with open(folder + "/s3.json", "w") as file:
        json.dump({"identities": [
            identity("publisher", "AKPUBLISHER", "publisher-secret",
                     ["Admin", "Read", "Write", "List"]),
            identity("reader", "AKREADER", "reader-secret", ["Read", "List"]),
            {"name": "anonymous", "actions": ["Read:" + BUCKETS[-1]]}]}, file)
    process = subprocess.Popen(
        [weed, "server", "-dir=" + folder, "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3",
         "-s3.config=" + folder + "/s3.json", "-s3.port.iceberg=0", "-s3.port.lance=0",
         "-s3.autoCreateBucket=false", "-filer.localSocket=" + folder + "/filer.sock",
         "-s3.localSocket=" + folder + "/s3.sock", "-master.telemetry=false",
         "-master.volumeSizeLimitMB=64", "-master.electionTimeout=1s", "-volume.max=200"]
        + [f"-{name}={port}" for name, port in ports.items()]
        + [f"-s3.{name}.file={file}" for name, file in zip(("cert", "key"), certificate, strict=False)],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=open(folder + "/log", "w"),
        stderr=subprocess.STDOUT)
    return process, ports


def request(port, method, path, body=None):
    """Sends a request to the filer; returns whether it succeeded, or the folder exists."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body)
        return connection.getresponse().status in (200, 201, 409)
    except OSError:
        return False
    finally:
        connection.close()


def is_ready(ports):
    filer = ports["filer.port"]
    if not all(request(filer, "POST", f"/buckets/{bucket}/") for bucket in BUCKETS):
        return False
    # A file in each bucket, because the first one creates the volumes.
    if not all(request(filer, "PUT", f"/buckets/{bucket}/ready", b"x" * 4096)
               for bucket in BUCKETS):
        return False
    return all(accepts(port) for name, port in ports.items() if name in ("s3.port", "s3.port.https"))


def accepts(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def run(weed, folder, certificate):
    process, ports = start(weed, folder, certificate)
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.buffer.read(), ended.set()), daemon=True).start()
    try:
        limit = time.monotonic() + SECONDS
        while not is_ready(ports):
            if process.poll() is not None or time.monotonic() > limit or ended.is_set():
                sys.stderr.write(open(folder + "/log").read()[-4000:])
                return 1
            time.sleep(0.1)
        print(*(port for name, port in ports.items() if name in ("s3.port", "s3.port.https")), flush=True)
        ended.wait()
        return 0
    finally:
        process.kill()
        process.wait()
        # The sockets of its internal calls are always in /tmp.
        for port in ports.values():
            for path in glob.glob(f"/tmp/seaweedfs-*-{port}.sock"):
                os.remove(path)


def main():
    folder = tempfile.mkdtemp(prefix="eros-seaweedfs-")
    try:
        return run(sys.argv[1], folder, [os.path.abspath(file) for file in sys.argv[2:]])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# Without the usual exit, which waits for the thread that reads standard input.
status = main()
sys.stderr.flush()
os._exit(status)
