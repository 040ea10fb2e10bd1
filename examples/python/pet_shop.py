"""The app under test: an interactions endpoint. A real one checks the signature first, for which Python needs a library."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMANDS = [
    {"name": "adopt", "description": "Adopts a pet", "options": [
        {"type": 3, "name": "animal", "description": "Which", "required": True, "autocomplete": True}]},
    {"name": "vet", "description": "Sees the vet, who takes their time"},
    {"name": "close", "description": "Closes the shop", "default_member_permissions": "32"},
]
ANIMALS = ["Cat", "Dog", "Parrot"]
PING, COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 1, 2, 3, 4, 5


def answer(interaction):
    data = interaction.get("data", {})
    if interaction["type"] == PING:
        return {"type": 1}
    if interaction["type"] == AUTOCOMPLETE:
        typed = data["options"][0]["value"].lower()
        return {"type": 8, "data": {"choices": [
            {"name": animal, "value": animal} for animal in ANIMALS if animal.lower().startswith(typed)]}}
    if interaction["type"] == COMPONENT:
        return {"type": 9, "data": {"custom_id": "name", "title": "A name", "components": [
            {"type": 1, "components": [{"type": 4, "custom_id": "pet", "style": 1, "label": "Name"}]}]}}
    if interaction["type"] == SUBMIT:
        return {"type": 4, "data": {"content": f"Hello, {data['components'][0]['components'][0]['value']}!"}}
    if data["name"] == "vet":
        return {"type": 5}
    animal = data.get("options", [{"value": "nobody"}])[0]["value"]
    return {"type": 4, "data": {"content": f"A {animal} for you.", "components": [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Name it", "custom_id": "name"}]}]}}


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        interaction = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.interactions.append(interaction)
        body = json.dumps(answer(interaction)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve():
    """Listens on a free port. `server.url`, `server.interactions` (all that came), `server.shutdown()`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.interactions = []
    server.url = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
