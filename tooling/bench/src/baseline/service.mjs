/**
 * A null service: it knows one user, one channel and one command, and answers every use at once with a typical answer.
 * This measures a load generator alone.
 */
import { createServer } from "node:http"
import { announce } from "./announce.mjs"

const USER = { id: "300000000000000001", username: "alice", global_name: "Alice", locale: "en-US" }
const CHANNEL = { id: "400000000000000001", name: "general", type: 0 }
const APP = "100000000000000001"
const COMMAND = {
  ...{ id: "500000000000000001", application_id: APP, version: "500000000000000002", type: 1, name: "adopt" },
  ...{ name_localizations: null, name_localized: "adopt", description: "Adopt a pet", description_localizations: null },
  ...{ description_localized: "Adopt a pet", application_name: "Pet Shop", default_member_permissions: null },
  ...{ nsfw: false, dm_permission: true, contexts: null, integration_types: [0] },
  options: ["animal", "name"].map((name) => ({
    ...{ type: 3, name, name_localizations: null, name_localized: name, description: "A word", required: true },
    ...{ description_localizations: null, description_localized: "A word" }
  }))
}

const WORLD = {
  users: [USER],
  applications: [
    {
      ...{ id: APP, name: "Pet Shop", client_secret: "secret", private_key: "1f".repeat(32), redirect_uris: [] },
      ...{ flags: [], bot: { id: APP, username: "Pet Shop", token: "token" } }
    }
  ],
  guilds: [
    {
      ...{ id: "200000000000000001", name: "Harbour", owner_id: USER.id, roles: [] },
      ...{ channels: [CHANNEL], members: [{ user_id: USER.id }] }
    }
  ],
  direct_channels: [],
  commands: [COMMAND]
}

const ANSWER = {
  interaction_id: "600000000000000001",
  state: "responded",
  response: { type: 4, ephemeral: false },
  message: {
    ...{ id: "600000000000000002", channel_id: CHANNEL.id, type: 20, content: "You adopted Rex, a Dog!", flags: 0 },
    ...{ timestamp: "2026-01-01T00:00:00.000000+00:00", edited_timestamp: null, tts: false, pinned: false },
    ...{ mention_everyone: false, mentions: [], mention_roles: [], attachments: [], embeds: [], components: [] },
    author: { id: APP, username: "Pet Shop", discriminator: "0000", bot: true, avatar: null },
    application_id: APP
  }
}

/** Matched by the end of the path. */
const ANSWERS = [
  ["/interactions", ANSWER],
  ["/commands", { commands: [COMMAND] }],
  ["/surroundings", { user: USER, users: [{ ...USER, nick: null }], channels: [CHANNEL], roles: [] }],
  ["/world", WORLD]
].map(([end, body]) => /** @type {const} */ ([String(end), Buffer.from(JSON.stringify(body))]))

const NOTHING = Buffer.from("{}")

announce(
  createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? ""
    const body = ANSWERS.find(([end]) => path.endsWith(end))?.[1] ?? NOTHING
    request.on("data", () => {})
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
    })
  }),
  0
)
