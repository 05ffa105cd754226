"""Checks that a server closes connections of clients that stop reading, and only those.

usage: stalled-clients.py PORT PID
"""
import os
import socket
import sys
import time

PORT, PID = int(sys.argv[1]), int(sys.argv[2])
COUNT = 5
# The server closes a connection 10 seconds after the last byte that its client has received.
LIMIT = 25


def connect(request):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", PORT))
    connection.setblocking(False)
    try:
        while request:
            request = request[connection.send(request):]
    except OSError:
        # The server does not read on, because its answers are not read.
        pass
    return connection


def open_sockets():
    names = [f"/proc/{PID}/fd/{name}" for name in os.listdir(f"/proc/{PID}/fd")]
    links = []
    for name in names:
        try:
            links.append(os.readlink(name))
        except FileNotFoundError:
            pass
    return sum(link.startswith("socket:") for link in links)


# The server closes idle connections of the test itself after 3 seconds.
time.sleep(4)
before = open_sockets()
host = b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
stalled = [connect(b"GET /nope" + host * 1 + (b"GET /nope" + host) * 20000) for _ in range(COUNT)]
stalled += [connect(b"GET /targets/large.bin" + host) for _ in range(COUNT)]
slow = connect(b"GET /targets/large.bin" + host)
start = time.monotonic()
received = 0
while time.monotonic() < start + LIMIT:
    time.sleep(1)
    try:
        received += len(slow.recv(1024))
    except BlockingIOError:
        pass
    if open_sockets() == before + 1:
        break
left = open_sockets() - before
seconds = time.monotonic() - start
print(f"{left} connections are open after {seconds:.0f} s; the slow client has {received} bytes")
sys.exit(0 if left == 1 and received > 5000 and seconds > 9 else 1)
