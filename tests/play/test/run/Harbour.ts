/** A world with one application, two users and a channel, and programs of the application. */

export const APPLICATION = "100000000000000001"

export const harbour = {
  now: "2026-01-01T00:00:00Z",
  applications: [
    {
      id: APPLICATION,
      name: "Pet Shop",
      owner_id: "300000000000000001",
      bot: { token: "pet-shop-bot-token" },
      client_secret: "pet-shop-secret",
      private_key: "aa".repeat(32)
    }
  ],
  users: [
    { id: "300000000000000001", username: "alice", global_name: "Alice" },
    { id: "300000000000000002", username: "bob" }
  ],
  guilds: [
    {
      id: "200000000000000001",
      name: "Harbour",
      owner_id: "300000000000000001",
      channels: [{ id: "200000000000000021", name: "general", type: 0 }],
      members: [{ user_id: "300000000000000001" }, { user_id: "300000000000000002" }],
      installs: [{ application_id: APPLICATION, scopes: ["bot", "applications.commands"], permissions: "0" }]
    }
  ]
}

/** Connects to the gateway, answers each use with its options, prints `ready`. */
export const BOT = `
const { BACKLOT_APP_REST_URL: rest, BACKLOT_APP_GATEWAY_URL: gateway, BACKLOT_APP_TOKEN: token, BACKLOT_APP_ID: id } = process.env
const json = { authorization: "Bot " + token, "content-type": "application/json" }
const commands = [{ name: "echo", description: "Says it again", options: [{ type: 3, name: "text", description: "What" }] }]
await fetch(rest + "/v10/applications/" + id + "/commands", { method: "PUT", headers: json, body: JSON.stringify(commands) })
const socket = new WebSocket(gateway + "?v=10&encoding=json")
socket.onmessage = async ({ data }) => {
  const { op, t, d } = JSON.parse(data)
  if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties: {} } }))
  if (t === "READY") console.log("ready")
  if (t !== "INTERACTION_CREATE") return
  const content = String(d.data.options?.[0]?.value ?? "nothing")
  if (content === "crash") process.exit(3)
  await fetch(rest + "/v10/interactions/" + d.id + "/" + d.token + "/callback", {
    method: "POST", headers: json, body: JSON.stringify({ type: 4, data: { content } })
  })
}
`
