"""Plays the users of a Backlot server from Python, with nothing but the standard library.

The server's own document says all of it: GET /control/v1/openapi.json
"""

import contextlib
import http.client
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request


EXEC = "run `backlot exec -- python3 -m unittest`"


class Refused(Exception):
    """The server did not do what was asked. `reason` says why a user may not use a command."""

    def __init__(self, status, answer):
        super().__init__(answer.get("message", status))
        self.status = status
        self.code = answer.get("code")
        self.reason = answer.get("reason")


def call(method, url, body=None, token=None):
    """A request with JSON both ways."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            return json.loads(response.read() or "null")
    except urllib.error.HTTPError as error:
        raise Refused(error.code, json.loads(error.read() or "{}")) from None


class Backlot:
    """A running server. As a context manager it stops the process that `start` began."""

    def __init__(self, control_url, rest_url, control_token="", process=None):
        self.control_url, self.rest_url = control_url, rest_url
        self._token = f"Bearer {control_token}" if control_token else None
        self._process = process

    @classmethod
    def start(cls, *flags):
        """The server of `backlot exec -- python3 …` where we run in one, otherwise one of our own on a free port.

        Without a server nothing can be tested: then the program ends with a line that says why."""
        if "BACKLOT_APP_CONTROL_URL" not in os.environ:
            return cls._launch(os.environ.get("BACKLOT") or "npx --no backlot", flags)
        urls = [os.environ.get(f"BACKLOT_APP_{name}_URL", "") for name in ("CONTROL", "REST")]
        server = cls(*urls, os.environ.get("BACKLOT_APP_CONTROL_TOKEN"))
        try:
            server.control("GET", "/health")
            call("GET", f"{server.rest_url}/v10/gateway")
        except (Refused, OSError, ValueError, http.client.HTTPException) as error:
            why = str(error).strip()
            sys.exit(f"No server answers at BACKLOT_APP_CONTROL_URL and _REST_URL ({why}): {EXEC}, or unset them")
        return server

    @classmethod
    def _launch(cls, program, flags):
        serve = ["serve", "--port", "0", "--memory", "--log-level", "warn", *flags]
        with tempfile.TemporaryDirectory() as folder:
            ready = pathlib.Path(folder, "ready.json")
            command = [*shlex.split(program), *serve, "--ready-file", str(ready)]
            try:
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            except OSError as error:
                sys.exit(f"{program} cannot be started ({error.strerror}): let BACKLOT name the program, or {EXEC}")
            # Renamed into place once the server answers.
            while not ready.exists():
                if process.poll() is not None:
                    sys.exit(f"{program} serve ended with exit code {process.returncode}: "
                             f"let BACKLOT name the program, or {EXEC}")
                time.sleep(0.02)
            server = json.loads(ready.read_text())
        return cls(server["control_url"], server["rest_url"], server["control_token"], process)

    def stop(self):
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=15)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def control(self, method, path, body=None):
        return call(method, self.control_url + path, body, self._token)

    def application(self, name):
        """As it stands in the world: its id, its bot's token, …"""
        return named(self.control("GET", "/world")["applications"], name, "name")

    def advance(self, seconds):
        """The service's clock goes on, and what is due happens before this returns."""
        return self.control("POST", "/clock", {"advance_ms": seconds * 1000})

    def reset(self):
        self.control("POST", "/reset")

    def user(self, name, channel):
        """A user of the world, in a channel of a guild, by their names."""
        world = self.control("GET", "/world")
        channels = [each for guild in world["guilds"] for each in guild["channels"]]
        return User(self, named(world["users"], name, "username")["id"], named(channels, channel, "name")["id"])

    def rest(self, method, path, body=None, token=None):
        """A request as the application: `token` as it stands in the header, e.g. `Bot MTAwMDAwMDAwMDAwMDAwMDAx.VhBaQQ.pet-shop-bot-token`."""
        return call(method, f"{self.rest_url}/v10{path}", body, token)


class User:
    """Somebody in a channel. Acts that the service refuses raise `Refused`."""

    def __init__(self, backlot, user_id, channel_id):
        self._backlot, self.id = backlot, user_id
        self._user, self._here = f"/users/{user_id}", f"/users/{user_id}/channels/{channel_id}"

    def use(self, text, until="acknowledged"):
        """Types a command and sends it. `until="responded"` waits for the end of a deferred answer."""
        return self._backlot.control("POST", f"{self._here}/interactions?until={until}", {"text": text})

    def type(self, text):
        """The choices that the app offers for what is typed last."""
        asked = {"text": text, "autocomplete": True}
        return self._backlot.control("POST", f"{self._here}/interactions", asked)["choices"]

    def press(self, message, custom_id):
        path = f"{self._user}/messages/{message['id']}/components"
        return self._backlot.control("POST", path, {"custom_id": custom_id})

    def submit(self, interaction_id, **fields):
        return self._backlot.control("POST", f"{self._user}/modals/{interaction_id}", {"fields": fields})

    def messages(self):
        return self._backlot.control("GET", f"{self._here}/messages")["messages"]

    def picker(self, query=""):
        found = self._backlot.control("GET", f"{self._here}/commands?query={urllib.parse.quote(query)}")
        return [command["name"] for command in found["commands"]]


@contextlib.contextmanager
def refused(reason):
    """`with refused("permission"): alice.use("/ban")`"""
    try:
        yield
    except Refused as error:
        assert error.reason == reason, f"refused because of {error.reason}, not {reason}: {error}"
    else:
        raise AssertionError(f"not refused, though {reason} was expected")


def named(elements, name, field):
    found = [each for each in elements if each.get(field) == name]
    assert len(found) == 1, f"{len(found)} are called {name}; there are {[each.get(field) for each in elements]}"
    return found[0]
