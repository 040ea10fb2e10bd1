// A bot without a library: it registers a command, and answers it over the gateway.
const api = "https://discord.com/api/v10"
const token = process.env.DISCORD_TOKEN
const call = async (method, path, body) => {
  const headers = { authorization: `Bot ${token}`, "content-type": "application/json" }
  const answer = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) })
  return answer.status === 204 ? undefined : answer.json()
}

const { id } = await call("GET", "/users/@me")
await call("PUT", `/applications/${id}/commands`, [{ name: "ping", description: "Answers pong" }])

const socket = new WebSocket("wss://gateway.discord.gg/?v=10&encoding=json")
socket.addEventListener("message", async ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) {
    const properties = { os: "linux", browser: "bot", device: "bot" }
    socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties } }))
    setInterval(() => socket.send(JSON.stringify({ op: 1, d: null })), d.heartbeat_interval).unref()
  }
  if (t === "INTERACTION_CREATE") {
    await call("POST", `/interactions/${d.id}/${d.token}/callback`, { type: 4, data: { content: "pong" } })
  }
})
