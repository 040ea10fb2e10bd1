"""Keeps the process from any other machine, whatever its library was told: imported before the library."""

import ipaddress
import sys


def judge(event, args):
    if event == "socket.connect":
        address = args[1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    if host is None or host == "localhost":
        return
    try:
        allowed = ipaddress.ip_address(host).is_loopback
    except ValueError:
        allowed = False
    if not allowed:
        print(f"error: kept from {host}", file=sys.stderr, flush=True)
        raise OSError(f"kept from {host}")


sys.addaudithook(judge)
