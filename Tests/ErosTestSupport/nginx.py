"""Becomes nginx on free ports of loopback, and ends with its parent process.

    nginx.py NGINX FOLDER PORT...

FOLDER/servers.conf contains the configuration in which each PORT is replaced by a free port. Prints the
free ports, and then runs nginx in this process. FOLDER also gets the files of nginx.
"""
import os
import re
import select
import signal
import socket
import sys

MAIN = """
daemon off;
master_process off;
pid {0}/nginx.pid;
error_log {0}/error.log;
events {{}}
http {{
  access_log {0}/access.log;
  client_body_temp_path {0}/body;
  proxy_temp_path {0}/proxy;
  fastcgi_temp_path {0}/fastcgi;
  uwsgi_temp_path {0}/uwsgi;
  scgi_temp_path {0}/scgi;
  include {0}/servers-on-free-ports.conf;
}}
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for found in sockets:
        found.bind(("127.0.0.1", 0))
    ports = [found.getsockname()[1] for found in sockets]
    for found in sockets:
        found.close()
    return ports


def end_with(parent):
    """Kills this process when its parent, the test process, ends."""
    if not hasattr(os, "pidfd_open"):
        return
    # The file descriptor cannot refer to a later process with the same identifier.
    process = os.pidfd_open(os.getpid())
    if os.fork() != 0:
        return
    os.close(0)
    os.close(1)
    while not select.select([process], [], [], 1)[0]:
        try:
            os.kill(parent, 0)
        except ProcessLookupError:
            signal.pidfd_send_signal(process, signal.SIGKILL)
            break
    os._exit(0)


def main(nginx, folder, *ports):
    with open(folder + "/servers.conf") as file:
        servers = file.read()
    found = free_ports(len(ports))
    for port, free in zip(ports, found, strict=True):
        # Options such as `ssl` may follow.
        servers = re.sub(rf"listen {port}(?=[ ;])", f"listen 127.0.0.1:{free}", servers)
        servers = servers.replace(f"localhost:{port}", f"127.0.0.1:{free}")
    with open(folder + "/servers-on-free-ports.conf", "w") as file:
        file.write(servers)
    with open(folder + "/nginx.conf", "w") as file:
        file.write(MAIN.format(folder))
    end_with(os.getppid())
    print(*found, flush=True)
    os.execv(nginx, [nginx, "-p", folder, "-e", folder + "/error.log", "-c", folder + "/nginx.conf"])


main(*sys.argv[1:])
