"""An HTTP proxy for tests, which supports only CONNECT.

    connect-proxy.py [STATUS]

Prints its port and serves until standard input ends. With a status, it refuses all connections.
`GET /log` returns the heads of the requests for connections.
"""
import os
import socket
import socketserver
import sys
import threading

refusal = sys.argv[1] if len(sys.argv) > 1 else None
log = []


def copy(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    try:
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            if not (byte := self.request.recv(1)):
                return
            head += byte
        method, target, _ = head.split(b"\r\n")[0].decode().split(" ")
        if method == "GET":
            body = "".join(log).encode()
            self.respond("200 OK", body)
            return
        log.append(head.decode())
        if refusal:
            self.respond(f"{refusal} Refused", b"refused")
            return
        host, _, port = target.rpartition(":")
        with socket.create_connection((host, int(port))) as server:
            self.request.sendall(b"HTTP/1.1 200 Connected\r\nX-Proxy: 1\r\n\r\n")
            back = threading.Thread(target=copy, args=(server, self.request), daemon=True)
            back.start()
            copy(self.request, server)
            back.join()

    def respond(self, status, body):
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.request.sendall(head.encode() + body)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
