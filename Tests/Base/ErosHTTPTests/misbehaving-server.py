"""An HTTP server for tests; the path of a request selects its behavior.

    misbehaving-server.py [CERTIFICATE KEY]

Prints its port and serves until standard input ends. With a certificate, it serves HTTPS.
"""
import os
import socket
import socketserver
import ssl
import struct
import sys
import threading
import time
import urllib.parse

BODY = bytes(range(256)) * 4096
ETAG = '"v1"'
connections = 0
# The number of connections that are open.
opened = 0
# The number of bodies that were received completely.
stored = 0
# The number of bytes of the last endless response that the client's system has received.
flooded = 0
# The number of requests that were received and got no response.
unanswered = 0


def head(status, fields=()):
    lines = [f"HTTP/1.1 {status} X"] + [f"{name}: {value}" for name, value in fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Handler(socketserver.StreamRequestHandler):
    def setup(self):
        global connections, opened
        connections += 1
        opened += 1
        self.is_closing = False
        super().setup()

    def finish(self):
        global opened
        opened -= 1
        super().finish()

    def handle(self):
        try:
            while self.respond():
                pass
        except OSError:
            pass

    def read_request(self):
        line = self.rfile.readline().decode().split()
        if len(line) != 3:
            return None
        fields = {}
        while (field := self.rfile.readline().decode().strip()):
            name, _, value = field.partition(":")
            fields[name.lower()] = value.strip()
        length = int(fields.get("content-length", 0))
        body = self.rfile.read(length)
        if len(body) < length:
            return None
        return line[0], line[1], fields, body

    def send(self, status, fields=(), body=b""):
        length = [("Content-Length", len(body))]
        self.wfile.write(head(status, list(fields) + length) + body)
        return True

    def respond(self):
        global unanswered
        request = self.read_request()
        if request is None:
            return False
        if self.is_closing:
            unanswered += 1
            return False
        method, target, fields, body = request
        url = urllib.parse.urlsplit(target)
        name, _, argument = url.path.lstrip("/").partition("/")
        return getattr(self, name.replace("-", "_"))(
            method, argument, url.query, fields, body)

    # Well-behaved responses.

    def file(self, method, argument, query, fields, body):
        known = [("ETag", ETAG), ("Accept-Ranges", "bytes")]
        if fields.get("if-none-match") == ETAG:
            self.wfile.write(head(304, known))
            return True
        data = BODY[:int(argument or len(BODY))]
        span = fields.get("range", "")
        if span.startswith("bytes=") and fields.get("if-range", ETAG) == ETAG:
            first, _, last = span[6:].partition("-")
            if int(first) >= len(data):
                return self.send(416, [("Content-Range", f"bytes */{len(data)}")])
            last = min(int(last or len(data)), len(data) - 1)
            part = data[int(first):last + 1]
            known.append(("Content-Range", f"bytes {first}-{last}/{len(data)}"))
            return self.send(206, known, part)
        if method == "HEAD":
            self.wfile.write(head(200, known + [("Content-Length", len(data))]))
            return True
        return self.send(200, known, data)

    def echo(self, method, argument, query, fields, body):
        shown = "".join(f"{name}: {fields[name]}\n" for name in sorted(fields))
        return self.send(200, [], f"{method} {argument} {query}\n{shown}".encode() + body)

    def digest(self, method, argument, query, fields, body):
        import hashlib
        return self.send(200, [], hashlib.sha256(body).hexdigest().encode())

    def connections(self, method, argument, query, fields, body):
        return self.send(200, [], str(connections).encode())

    def opened(self, method, argument, query, fields, body):
        return self.send(200, [], str(opened).encode())

    def store(self, method, argument, query, fields, body):
        global stored
        stored += 1
        return self.send(200)

    def stored(self, method, argument, query, fields, body):
        return self.send(200, [], str(stored).encode())

    def status(self, method, argument, query, fields, body):
        return self.send(int(argument), [], b"<html>An error page</html>" * int(query or 1))

    def redirect(self, method, argument, query, fields, body):
        """redirect/307?URL"""
        return self.send(int(argument), [("Location", urllib.parse.unquote(query))], b"moved")

    def hops(self, method, argument, query, fields, body):
        left = int(argument)
        return self.send(302, [("Location", f"{left - 1}" if left > 1 else "/file/10")])

    def circle(self, method, argument, query, fields, body):
        return self.send(302, [("Location", "/circle/" + ("b" if argument == "a" else "a"))])

    def nowhere(self, method, argument, query, fields, body):
        return self.send(302)

    def portal(self, method, argument, query, fields, body):
        return self.send(200, [("Content-Type", "text/html")], b"<html>Log in</html>")

    def gzip(self, method, argument, query, fields, body):
        import gzip
        bomb = gzip.compress(b"\0" * (10 << 20))
        return self.send(200, [("Content-Encoding", "gzip")], bomb)

    # Misbehavior.

    def endless(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Connection", "close")]))
        while True:
            self.wfile.write(BODY)

    def chunks(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Transfer-Encoding", "chunked")]))
        while True:
            self.wfile.write(b"1000\r\n" + bytes(0x1000) + b"\r\n")

    def badchunk(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Transfer-Encoding", "chunked")]) + b"zz\r\nabc\r\n")
        return False

    def huge(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Content-Length", 1 << 40)]))
        while True:
            self.wfile.write(BODY)

    def short(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Content-Length", 1000)]) + bytes(int(argument)))
        return False

    def lengths(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Content-Length", 3), ("Content-Length", 5)]) + b"abcde")
        return False

    def drip(self, method, argument, query, fields, body):
        self.wfile.write(head(200, [("Content-Length", 1000)]))
        while True:
            self.wfile.write(b".")
            time.sleep(0.1)

    def last(self, method, argument, query, fields, body):
        """A complete response; the next request of the connection gets none."""
        self.is_closing = True
        return self.send(200, [], b"last")

    def unanswered(self, method, argument, query, fields, body):
        return self.send(200, [], str(unanswered).encode())

    def raw(self, method, argument, query, fields, body):
        """raw?RESPONSE: a response as it is in the query."""
        self.wfile.write(urllib.parse.unquote_to_bytes(query))
        return False

    def stall(self, method, argument, query, fields, body):
        if argument == "body":
            self.wfile.write(head(200, [("Content-Length", 1000)]) + b"start")
        elif argument == "head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-")
        time.sleep(30)
        return False

    def headers(self, method, argument, query, fields, body):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-Field: " + b"x" * 1000 + b"\r\n")

    # Bytes that do not belong to a body.

    def flood(self, start, part, pause=0):
        """Sends `start`, and then `part` forever."""
        global flooded
        try:
            self.wfile.write(start)
            while True:
                self.wfile.write(part)
                time.sleep(pause)
        finally:
            # The field tcpi_bytes_acked of the structure tcp_info.
            info = self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128)
            flooded = struct.unpack_from("Q", info, 120)[0]

    def flooded(self, method, argument, query, fields, body):
        return self.send(200, [], str(flooded).encode())

    def interim(self, method, argument, query, fields, body):
        self.flood(b"", head(100), 0.01)

    def interims(self, method, argument, query, fields, body):
        """interims/COUNT?LENGTH: informational responses with fields of a length, and then a file."""
        field = [("X-Field", "x" * int(query))] if query else []
        self.wfile.write(head(103, field) * int(argument))
        return self.file(method, "10", query, fields, body)

    CHUNKED = head(200, [("Transfer-Encoding", "chunked")])
    FLOODS = {
        "interim": (b"", head(100) * 1000),
        "reason": (b"HTTP/1.1 200 ", b"x" * 1000),
        "spaces": (b"HTTP/1.1 200 OK\r\nX-Field:", b" " * 1000),
        "folds": (b"HTTP/1.1 200 OK\r\nX-Field: a\r\n", b" b\r\n" * 1000),
        "fields": (b"HTTP/1.1 200 OK\r\n", b"X-Field: x\r\n" * 100),
        "extension": (CHUNKED + b"1;x=", b"x" * 1000),
        "extensions": (CHUNKED, b"1;x=" + b"x" * 1000 + b"\r\na\r\n"),
        "trailers": (CHUNKED + b"1\r\na\r\n0\r\n", b"X-Field: x\r\n" * 100),
        "trailer": (CHUNKED + b"1\r\na\r\n0\r\nX-Field:", b" " * 1000),
        "body": (CHUNKED, b"1\r\na\r\n"),
        "returns": (CHUNKED + b"1\r\na", b"\r" * 1000),
        "responses": (b"", head(408, [("Content-Length", 0)]) * 100),
        "large": (head(200, [("Content-Length", 1 << 40)]), BODY),
    }

    def fast(self, method, argument, query, fields, body):
        start, part = self.FLOODS[argument]
        self.flood(start, part)

    def slow(self, method, argument, query, fields, body):
        start, part = self.FLOODS[argument]
        for byte in start:
            self.wfile.write(bytes([byte]))
        while True:
            for byte in part:
                self.wfile.write(bytes([byte]))
                time.sleep(0.02)

    def early(self, method, argument, query, fields, body):
        """early/FLOOD: a complete response, and the flood before the next request."""
        start, part = self.FLOODS[argument]
        self.flood(head(200, [("Content-Length", 5)]) + b"early" + start, part)

    def tiny(self, method, argument, query, fields, body):
        """Valid chunks of one byte, and a trailer."""
        self.wfile.write(self.CHUNKED + b"1\r\nx\r\n" * int(argument) + b"0\r\nX-Sum: 1\r\n\r\n")
        return True

    def garbage(self, method, argument, query, fields, body):
        self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
        return False

    def reset(self, method, argument, query, fields, body):
        if argument == "body":
            self.wfile.write(head(200, [("Content-Length", 1000)]) + b"start")
            time.sleep(0.2)
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        return False

    def close(self, method, argument, query, fields, body):
        return False


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def finish_request(self, request, client_address):
        # In the thread of the connection, so that a failed handshake does not end the server.
        if context:
            try:
                request = context.wrap_socket(request, server_side=True)
            except OSError:
                return
        super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        pass


def full_queue():
    """Returns the port of a socket that accepts no more connections."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    kept = [listener]
    for _ in range(4):
        waiting = socket.socket()
        waiting.setblocking(False)
        waiting.connect_ex(listener.getsockname())
        kept.append(waiting)
    return listener.getsockname()[1], kept


context = None
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
server = Server(("127.0.0.1", 0), Handler)
full_port, kept = full_queue()
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], full_port, flush=True)
sys.stdin.read()
os._exit(0)
