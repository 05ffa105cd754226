"""An HTTP server for tests, which serves a release store and misbehaves.

    misbehaving-store.py STORE

The path of a request is /FILE/BEHAVIOR/PATH: the object PATH of the store, with the behavior if FILE is
the kind of the object (root, timestamp, snapshot, channel, bundle or patch), and without it otherwise.
A behavior FLOOD~BEHAVIOR adds informational responses: few before it, many before it, or many after it.
/FILE/BEHAVIOR/received is the number of bytes of such objects that clients have received, and the length
of the longest one, once their connections are closed. Prints its port and serves until standard input ends.
"""
import gzip
import hashlib
import json
import os
import re
import socket
import socketserver
import struct
import sys
import threading
import time
import zlib

STORE = sys.argv[1]
PORTAL = b"<!doctype html><html><title>Log in</title>Accept the terms</html>"
# The number of answers of each behavior, for those that change.
counts = {}
counts_lock = threading.Lock()
# The number of bytes that clients received, and the length of the longest object, by file and behavior.
received = {}
# The number of open connections with such a request.
connections = {}
closed = threading.Condition(counts_lock)


def kind(path):
    name = path.rsplit("/", 1)[-1]
    for suffix, found in [(".root.json", "root"), ("timestamp.json", "timestamp"),
                          (".snapshot.json", "snapshot"), (".targets.json", "targets"),
                          (".bundle.zip", "bundle"), (".erosdelta", "patch")]:
        if name.endswith(suffix):
            return found
    return "channel"


def head(status, fields=()):
    lines = [f"HTTP/1.1 {status} X"] + [f"{name}: {value}" for name, value in fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        self.counted = 0
        self.key = None
        self.keys = set()
        try:
            while self.answer():
                self.count_received()
        except OSError:
            pass
        finally:
            self.count_received()
            with counts_lock:
                for key in self.keys:
                    connections[key] -= 1
                closed.notify_all()

    def count_received(self):
        """Adds the bytes that arrived since the last call to those of the last request."""
        try:
            # The field tcpi_bytes_acked of the structure tcp_info.
            info = self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128)
            total = struct.unpack_from("Q", info, 120)[0]
        except OSError:
            return
        with counts_lock:
            if self.key:
                received[self.key][0] += total - self.counted
        self.counted = total

    def write(self, data):
        self.wfile.write(data)

    def answer(self):
        line = self.rfile.readline(65536).decode().split()
        if len(line) != 3:
            return False
        # The previous response has arrived.
        self.count_received()
        self.key = None
        self.fields = {}
        while (field := self.rfile.readline(65536).decode().strip()):
            name, _, value = field.partition(":")
            self.fields[name.lower()] = value.strip()
        _, where, behavior, path = line[1].split("/", 3)
        if path == "received":
            key = (where, behavior)
            with counts_lock:
                if not closed.wait_for(lambda: connections.get(key, 0) == 0, 20):
                    return self.send(503)
                numbers = list(received.get(key, [0, 0]))
            return self.send(200, json.dumps(numbers).encode())
        self.body = None
        try:
            with open(os.path.join(STORE, path), "rb") as file:
                self.body = file.read()
        except OSError:
            pass
        self.tag = '"' + hashlib.sha256(self.body or b"").hexdigest() + '"'
        if kind(path) != where:
            return self.good()
        # What the misbehaving object would have been; a missing one is text.
        self.body = self.body or b"nothing"
        self.prefix = f"/{where}/{behavior}/"
        self.path = path
        with counts_lock:
            self.count = counts[line[1]] = counts.get(line[1], 0) + 1
            self.key = (where, behavior)
            if self.key not in self.keys:
                self.keys.add(self.key)
                connections[self.key] = connections.get(self.key, 0) + 1
            lengths = received.setdefault(self.key, [0, 0])
            lengths[1] = max(lengths[1], len(self.body))
        flood, _, behavior = behavior.rpartition("~")
        if flood == "few":
            self.write(head(103, [("Link", "</style.css>")]) * 16)
        if flood == "many":
            self.do_continue()
        name, _, argument = behavior.partition("_")
        method = getattr(self, "do_" + name.replace("-", "_"))
        continues = method(argument) if argument else method()
        if flood == "after":
            self.do_continue()
        return continues

    def good(self):
        if self.body is None:
            return self.send(404, b"not found")
        known = [("ETag", self.tag)]
        if self.fields.get("if-none-match") == self.tag:
            self.write(head(304, known))
            return True
        span = re.fullmatch(r"bytes=(\d+)-", self.fields.get("range", ""))
        if span and self.fields.get("if-range") == self.tag:
            start, end = int(span[1]), len(self.body)
            known.append(("Content-Range", f"bytes {start}-{end - 1}/{end}"))
            return self.send(206, self.body[start:], known)
        return self.send(200, self.body, known)

    def send(self, status, body=b"", fields=()):
        self.write(head(status, list(fields) + [("Content-Length", len(body))]) + body)
        return True

    # Lengths.

    def do_longer(self):
        """The announced length is greater than the body."""
        self.write(head(200, [("Content-Length", len(self.body) + 100)]) + self.body)
        return False

    def do_shorter(self):
        self.write(head(200, [("Content-Length", len(self.body) - 1)]) + self.body)
        return False

    def do_huge(self):
        self.write(head(200, [("Content-Length", 1 << 50)]))
        return self.forever()

    def do_overflow(self):
        self.write(head(200, [("Content-Length", "9" * 40)]) + self.body)
        return False

    def do_negative(self):
        self.write(head(200, [("Content-Length", -1)]) + self.body)
        return False

    def do_lengths(self):
        self.write(head(200, [("Content-Length", 3), ("Content-Length", 5)]) + self.body)
        return False

    def do_unknown(self):
        """Correct, but without a length."""
        self.write(head(200, [("Connection", "close")]) + self.body)
        return False

    def do_unknown_cut(self):
        self.write(head(200, [("Connection", "close")]) + self.body[:-1])
        return False

    def do_empty(self):
        return self.send(200)

    def do_appended(self):
        return self.send(200, self.body + b"\0")

    # Endless answers.

    def forever(self, data=bytes(65536)):
        while True:
            self.write(data)

    def do_endless(self):
        self.write(head(200, [("Connection", "close")]))
        return self.forever()

    def do_endless_good_start(self):
        self.write(head(200, [("Connection", "close")]) + self.body)
        return self.forever()

    def do_chunks(self):
        self.write(head(200, [("Transfer-Encoding", "chunked")]))
        return self.forever(b"10000\r\n" + bytes(0x10000) + b"\r\n")

    def do_extensions(self):
        """A chunk whose extension never ends."""
        self.write(head(200, [("Transfer-Encoding", "chunked")]) + b"1;x=")
        return self.forever(b"x" * 65536)

    def do_trailers(self):
        self.write(head(200, [("Transfer-Encoding", "chunked")]) + b"0\r\n")
        return self.forever(b"X-Field: " + b"x" * 1000 + b"\r\n")

    def do_headers(self):
        self.write(b"HTTP/1.1 200 OK\r\n")
        return self.forever(b"X-Field: " + b"x" * 1000 + b"\r\n")

    def do_header(self):
        self.write(b"HTTP/1.1 200 OK\r\nX-Field: ")
        return self.forever(b"x" * 65536)

    def do_interim(self):
        while True:
            self.write(head(103, [("Link", "</style.css>")]))
            time.sleep(0.005)

    def do_continue(self):
        return self.forever(head(100) * 2000)

    def do_reason(self):
        self.write(b"HTTP/1.1 200 ")
        return self.forever(b"x" * 65536)

    def do_folds(self):
        self.write(b"HTTP/1.1 200 OK\r\nX-Field: a\r\n")
        return self.forever(b" b\r\n" * 10_000)

    def do_spaces(self):
        self.write(b"HTTP/1.1 200 OK\r\nX-Field:")
        return self.forever(b" " * 65536)

    def do_trailer(self):
        """A trailer whose value never begins."""
        self.write(head(200, [("Transfer-Encoding", "chunked")]) + b"0\r\nX-Field:")
        return self.forever(b" " * 65536)

    def do_chunk_extensions(self):
        """The object in chunks of one byte with long extensions."""
        self.write(head(200, [("Transfer-Encoding", "chunked")]))
        for byte in self.body:
            self.write(b"1;x=" + b"x" * 60_000 + b"\r\n" + bytes([byte]) + b"\r\n")
        self.write(b"0\r\n\r\n")
        return True

    def do_error_body(self):
        self.write(head(404))
        return self.forever(PORTAL * 100)

    # Slow answers.

    def wait_for_end(self):
        """Waits until the client closes the connection."""
        self.connection.settimeout(30)
        self.rfile.read(1)

    def do_silent(self):
        self.wait_for_end()

    def do_stall_head(self):
        self.write(b"HTTP/1.1 200 OK\r\nContent-")
        self.wait_for_end()

    def do_stall_body(self):
        self.write(head(200, [("Content-Length", len(self.body))]) + self.body[:-10])
        self.wait_for_end()

    def do_drip(self):
        self.write(head(200, [("Content-Length", len(self.body))]))
        for index in range(len(self.body)):
            self.write(self.body[index:index + 1])
            time.sleep(0.1)
        return True

    def do_drip_extension(self):
        """A chunk extension of one byte at a time, after nearly the whole object."""
        start = self.body[:-1]
        self.write(head(200, [("Transfer-Encoding", "chunked")])
                   + f"{len(start):x}\r\n".encode() + start + b"\r\n1;x=")
        while True:
            self.write(b"x")
            time.sleep(0.1)

    def do_drip_trailer(self):
        self.write(head(200, [("Transfer-Encoding", "chunked")])
                   + f"{len(self.body):x}\r\n".encode() + self.body + b"\r\n0\r\nX-Field: ")
        while True:
            self.write(b"x")
            time.sleep(0.1)

    def do_drip_interim(self):
        while True:
            for byte in head(100):
                self.write(bytes([byte]))
                time.sleep(0.05)

    def do_drip_head(self):
        for byte in head(200, [("X-Field", "x" * 10_000)]):
            self.write(bytes([byte]))
            time.sleep(0.1)

    # Connections that break.

    def do_close(self):
        return False

    def do_cut(self):
        self.write(head(200, [("Content-Length", len(self.body)), ("ETag", self.tag)])
                   + self.body[:len(self.body) // 2])
        return False

    def do_reset(self):
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        return False

    def do_whole_cut(self):
        """Every byte arrives, but not the end of the answer."""
        self.write(head(200, [("Transfer-Encoding", "chunked"), ("ETag", self.tag)])
                   + f"{len(self.body):x}\r\n".encode() + self.body + b"\r\n")
        return False

    def do_chunk_cut(self):
        self.write(head(200, [("Transfer-Encoding", "chunked")]) + b"10\r\n" + bytes(16) + b"\r\n")
        return False

    # Answers that are not HTTP.

    def do_garbage(self):
        self.write(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
        return False

    def do_plain(self):
        """The body without a header."""
        self.write(self.body)
        return False

    def do_badchunk(self):
        self.write(head(200, [("Transfer-Encoding", "chunked")]) + b"zz\r\nabc\r\n")
        return False

    def do_smuggled(self):
        """A second answer after the first."""
        self.write(head(200, [("Content-Length", 2)]) + b"{}" + head(200) + self.body)
        return False

    def do_tls(self):
        self.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(200))
        return False

    # Statuses.

    def do_status(self, status):
        return self.send(int(status), PORTAL)

    def do_retry(self):
        return self.send(503, PORTAL, [("Retry-After", "999999")])

    # Contents.

    def do_portal(self):
        return self.send(200, PORTAL, [("Content-Type", "text/html")])

    def do_flip(self):
        return self.send(200, self.body[:-1] + bytes([self.body[-1] ^ 1]))

    def do_zeros(self):
        return self.send(200, bytes(len(self.body)))

    def do_nested(self):
        return self.send(200, b"[" * len(self.body))

    # Encodings.

    def do_gzip(self):
        return self.send(200, gzip.compress(self.body), [("Content-Encoding", "gzip")])

    def do_bomb(self):
        bomb = gzip.compress(b"\0" * (10 << 20))
        return self.send(200, bomb, [("Content-Encoding", "gzip")])

    def do_deflate(self):
        return self.send(200, zlib.compress(self.body), [("Content-Encoding", "deflate, br")])

    def do_transfer(self):
        packed = gzip.compress(self.body)
        self.write(head(200, [("Transfer-Encoding", "gzip, chunked")])
                   + f"{len(packed):x}\r\n".encode() + packed + b"\r\n0\r\n\r\n")
        return False

    # Redirects.

    def redirect(self, location, status=302):
        return self.send(status, PORTAL, [("Location", location)])

    def do_moved(self):
        """A good redirect, to the object without the behavior."""
        return self.redirect("/none/none/" + self.path, 308)

    def do_circle(self):
        return self.redirect(self.prefix + self.path)

    def do_growing(self):
        return self.redirect(self.prefix + "x/" * self.count + self.path)

    def do_nowhere(self):
        return self.send(302)

    def do_scheme(self, scheme):
        return self.redirect(scheme + "://127.0.0.1/etc/passwd")

    def do_credentials(self):
        return self.redirect("http://user:secret@127.0.0.1/")

    def do_closed(self):
        return self.redirect("http://127.0.0.1:1/")

    def do_long_location(self):
        return self.redirect("/" + "x" * 60_000)

    # Ranges and entity tags.

    def first_half(self, tag):
        self.write(head(200, [("Content-Length", len(self.body)), ("ETag", tag)])
                   + self.body[:len(self.body) // 2])
        return False

    def rest(self, range_text, body, tag=None):
        return self.send(
            206, body, [("Content-Range", range_text), ("ETag", tag or self.tag)])

    def half(self, then):
        """Half of the object, and then another answer to the request for the rest."""
        if "range" not in self.fields:
            return self.first_half(self.tag)
        return then(int(re.search(r"\d+", self.fields["range"])[0]), len(self.body))

    def do_cut_at(self, offset):
        """The connection ends at an offset of the first answer; later ones are good."""
        if self.count > 1:
            return self.good()
        self.write(head(200, [("Content-Length", len(self.body)), ("ETag", self.tag)])
                   + self.body[:int(offset)])
        return False

    def do_resumed(self):
        return self.half(lambda at, end: self.good())

    def do_other_tag(self):
        return self.half(lambda at, end: self.rest(
            f"bytes {at}-{end - 1}/{end}", self.body[at:], '"other"'))

    def do_other_bytes(self):
        return self.half(lambda at, end: self.rest(
            f"bytes {at}-{end - 1}/{end}", bytes(end - at)))

    def do_other_start(self):
        return self.half(lambda at, end: self.rest(
            f"bytes 0-{end - at - 1}/{end}", self.body[:end - at]))

    def do_other_total(self):
        return self.half(lambda at, end: self.rest(
            f"bytes {at}-{end - 1}/{end + 5}", self.body[at:]))

    def do_byte_ranges(self):
        """One byte for each request."""
        return self.half(lambda at, end: self.rest(
            f"bytes {at}-{at}/{end}", self.body[at:at + 1]))

    def do_multipart(self):
        return self.half(lambda at, end: self.send(
            206, self.body[at:], [("Content-Type", "multipart/byteranges; boundary=x")]))

    def do_unsatisfied(self):
        return self.half(lambda at, end: self.send(
            416, b"", [("Content-Range", f"bytes */{end}")]))

    def do_always_half(self):
        return self.first_half(f'"{self.count}"')

    def do_unasked(self):
        end = len(self.body)
        return self.rest(f"bytes 10-{end - 1}/{end}", self.body[10:])

    def do_not_modified(self):
        self.write(head(304, [("ETag", self.tag)]))
        return True

    def do_bad_tag(self):
        """Correct, but with a control character in the entity tag."""
        return self.send(200, self.body, [("ETag", '"a\x01b"')])

    def do_long_tag(self):
        return self.send(200, self.body, [("ETag", '"' + "x" * 30_000 + '"')])


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
