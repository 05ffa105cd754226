"""Checks that a server closes connections of clients that stop reading, and only those.

usage: stalled-clients.py PORT PID
"""
import os
import socket
import sys
import threading
import time

PORT, PID = int(sys.argv[1]), int(sys.argv[2])
COUNT = 5
# The server closes a connection 10 seconds after the last byte that its client has received. The time starts
# when the server has nothing more to do, because it answers requests as long as the system takes the answers.
LIMIT = 25
BUSY = 0.05  # seconds of processor time in a second


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


def connection_count():
    """Returns the number of established connections to the server."""
    with open("/proc/net/tcp") as file:
        rows = [line.split() for line in file][1:]
    return sum(row[1].endswith(f":{PORT:04X}") and row[3] == "01" for row in rows)


def processor_time():
    with open(f"/proc/{PID}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class SlowClient(threading.Thread):
    """Receives 4 KB per second, in a thread of its own, because the others keep this process busy."""

    def __init__(self):
        super().__init__(daemon=True)
        self.connection = connect(b"GET /targets/large.bin" + host)
        self.received = 0
        self.start()

    def run(self):
        while True:
            time.sleep(0.25)
            try:
                part = self.connection.recv(1024)
            except BlockingIOError:
                continue
            except OSError:
                return
            if not part:
                return
            self.received += len(part)


# The server closes idle connections of the test itself after 3 seconds.
deadline = time.monotonic() + 30
while connection_count() and time.monotonic() < deadline:
    time.sleep(0.1)
before = open_sockets()
host = b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
slow = SlowClient()
while slow.is_alive() and not slow.received:
    time.sleep(0.1)
# The answers to several requests: all are written, but not all are sent; or some are not written.
stalled = [connect((b"GET /targets/small.bin" + host) * 100 * number) for number in range(1, COUNT + 1)]
stalled += [connect(b"GET /targets/large.bin" + host) for _ in range(COUNT)]
start = idle = time.monotonic()
used = processor_time()
while time.monotonic() < min(idle + LIMIT, start + 90):
    time.sleep(1)
    if open_sockets() == before + 1:
        break
    if processor_time() - used > BUSY:
        idle = time.monotonic()
    used = processor_time()
left = open_sockets() - before
seconds = time.monotonic() - start
print(f"{left} connections are open after {seconds:.0f} s; the slow client is {'open' if slow.is_alive() else 'closed'} "
      f"and has {slow.received} bytes")
sys.exit(0 if left == 1 and slow.is_alive() and slow.received > 5000 and seconds > 9 else 1)
