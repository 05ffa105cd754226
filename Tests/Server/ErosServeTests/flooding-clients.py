"""Sends bytes without end that are not part of a body, and requires that the server ends the connection.

usage: flooding-clients.py PORT
"""
import concurrent.futures
import socket
import struct
import sys
import time

PORT = int(sys.argv[1])
# The maximum time of a connection, and the maximum number of bytes that the server's system receives.
SECONDS, BYTES = 5, 8 << 20
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
POST = (b"POST /app/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n")
FORM = b"appName=my-app&iOS=1.0.0"

FLOODS = {
    "fields": (GET, b"X-Field: x\r\n" * 100), "spaces": (GET + b"X-Field:", b" " * 65536),
    "folds": (GET + b"X-Field: a\r\n", b" b\r\n" * 10_000), "lines": (b"", b"\r\n" * 10_000),
    "path": (b"GET /", b"x" * 65536), "method": (b"", b"x" * 65536),
    "extension": (POST + b"1;x=", b"x" * 65536),
    "extensions": (POST, (b"1;x=" + b"x" * 40_000 + b"\r\na\r\n")),
    "trailers": (POST + b"1\r\na\r\n0\r\n", b"X-Field: x\r\n" * 100),
    "trailer": (POST + b"1\r\na\r\n0\r\nX-Field:", b" " * 65536),
    "unread": (POST.replace(b"/app/check", b"/none") + b"1;x=", b"x" * 65536),
}


def connect():
    return socket.create_connection(("127.0.0.1", PORT), timeout=20)


def flood(name):
    """Returns a fault, or `None`."""
    start, part = FLOODS[name]
    begin = time.monotonic()
    with connect() as connection:
        try:
            connection.sendall(start)
            while time.monotonic() - begin < SECONDS:
                connection.sendall(part)
            fault = "is not closed"
        except OSError:
            fault = None
        received = struct.unpack_from("Q", connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128), 120)[0]
    if received > BYTES:
        fault = "was read on"
    return fault and f"{name} {fault}: {received} bytes in {time.monotonic() - begin:.1f} s"


def refused(name):
    """Returns a fault unless the server refuses with 400 after a few bytes too much."""
    start, part = FLOODS[name]
    # The limit of a chunk extension, and that of all of them.
    count = 1_300_000 if name == "extensions" else 200_000
    with connect() as connection:
        connection.sendall(start + part * (count // len(part)))
        response = connection.recv(65536)
    return None if response.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 ")) else f"{name}: received {response[:50]}"


def pipelined():
    """Many small requests are not a flood."""
    with connect() as connection:
        count, received = 5000, b""
        connection.sendall((GET + b"\r\n") * count)
        while received.count(b"HTTP/1.1 200 ") < count:
            part = connection.recv(65536)
            if not part:
                return f"pipelined: {received.count(b'HTTP/1.1 200 ')} of {count} responses"
            received += part


def chunked():
    """Chunks of one byte, extensions and trailers are allowed."""
    with connect() as connection:
        chunks = b"".join(b"1;a=b\r\n" + bytes([byte]) + b"\r\n" for byte in FORM)
        for _ in range(2):
            connection.sendall(POST + chunks + b"0\r\nX-Sum: 1\r\n\r\n")
            response = connection.recv(65536)
            if not response.startswith(b"HTTP/1.1 200 "):
                return f"chunked: received {response[:50]}"


def expecting():
    """A client that waits for 100 Continue, and then sends nothing."""
    begin = time.monotonic()
    with connect() as connection:
        connection.sendall(POST.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
        received = b""
        while part := connection.recv(65536):
            received += part
    statuses = [line.split()[1] for line in received.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
    seconds = time.monotonic() - begin
    return None if statuses == [b"100", b"408"] and seconds < 13 else f"expecting: {statuses} after {seconds:.1f} s"


with concurrent.futures.ThreadPoolExecutor(6) as pool:
    waiting = pool.submit(expecting)
    faults = [*pool.map(flood, FLOODS), *pool.map(refused, FLOODS), pipelined(), chunked(), waiting.result()]
faults = [fault for fault in faults if fault]
print("\n".join(faults))
sys.exit(1 if faults else 0)
