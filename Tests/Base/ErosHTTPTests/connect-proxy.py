"""A proxy for tests, which supports CONNECT and SOCKS5.

    connect-proxy.py [STATUS] [CERTIFICATE KEY]

Prints its port and serves until standard input ends. With a status, it refuses all connections. With a certificate, its
clients use TLS. `GET /log` returns the heads of the requests for connections, and `SOCKS5 HOST:PORT USER:PASSWORD` for
those of SOCKS5.
"""
import asyncio
import ipaddress
import os
import ssl
import sys
import threading

files = sys.argv[-2:] if len(sys.argv) > 2 else []
refusal = sys.argv[1] if len(sys.argv) % 2 == 0 else None
log = []


async def copy(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
            return
    except OSError:
        pass
    writer.close()


async def connect(target, reader, writer, success):
    host, _, port = target.rpartition(":")
    # libcurl may resolve `localhost` to the address of IPv6, where no server of the tests listens.
    host = "127.0.0.1" if host == "[::1]" else host
    server_reader, server_writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(success)
        await asyncio.gather(copy(server_reader, writer), copy(reader, server_writer))
    finally:
        server_writer.close()


async def serve_http(start, reader, writer):
    head = start + await reader.readuntil(b"\r\n\r\n")
    method, target, _ = head.split(b"\r\n")[0].decode().split(" ")
    if method == "GET":
        respond(writer, "200 OK", "".join(log).encode())
        return
    log.append(head.decode())
    if refusal:
        respond(writer, f"{refusal} Refused", b"refused")
        return
    await connect(target, reader, writer, b"HTTP/1.1 200 Connected\r\nX-Proxy: 1\r\n\r\n")


def respond(writer, status, body):
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + body)


async def counted(reader):
    return await reader.readexactly((await reader.readexactly(1))[0])


async def serve_socks(reader, writer):
    """Serves a client of RFC 1928, which has sent the version."""
    user = b""
    if 2 in await counted(reader):
        # A name and a password, RFC 1929.
        writer.write(b"\x05\x02")
        await reader.readexactly(1)
        user = b" " + await counted(reader) + b":" + await counted(reader)
        writer.write(b"\x01\x00")
    else:
        writer.write(b"\x05\x00")
    kind = (await reader.readexactly(4))[3]
    if kind == 3:
        host = (await counted(reader)).decode()
    else:
        address = ipaddress.ip_address(await reader.readexactly(4 if kind == 1 else 16))
        host = f"[{address}]" if kind == 4 else f"{address}"
    target = f"{host}:{int.from_bytes(await reader.readexactly(2), 'big')}"
    log.append(f"SOCKS5 {target}{user.decode()}\n")
    end = b"\x00\x01" + bytes(6)
    if refusal:
        # 2: not allowed by the rules.
        writer.write(b"\x05\x02" + end)
        return
    await connect(target, reader, writer, b"\x05\x00" + end)


async def serve(reader, writer):
    try:
        start = await reader.readexactly(1)
        if start == b"\x05":
            await serve_socks(reader, writer)
        else:
            await serve_http(start, reader, writer)
    except (OSError, EOFError):
        pass
    finally:
        writer.close()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


async def main():
    context = None
    if files:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*files)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


threading.Thread(target=end_with_input, daemon=True).start()
asyncio.run(main())
