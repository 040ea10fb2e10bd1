/** Ids below 2^53 as JSON integers, as some libraries send them, in frames and in bodies. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, harbour } from "../Harbour.ts"
import { BOT, bots, INTENTS } from "./Bots.ts"

const [GUILD, CATEGORY, CHANNEL, ROLE, USER] = [55, 66, 99, 77, 88]

const world = () => {
  const { applications, users } = harbour(null)
  const [application] = applications
  const guild = {
    id: String(GUILD),
    name: "Small",
    owner_id: ALICE,
    roles: [{ id: String(ROLE), name: "small", position: 1 }],
    channels: [
      { id: String(CATEGORY), name: "docks", type: 4 },
      { id: String(CHANNEL), name: "small" }
    ],
    members: [{ user_id: ALICE }, { user_id: String(USER) }],
    installs: [{ application_id: APP, scopes: ["bot", "applications.commands"], permissions: ["ADMINISTRATOR"] }]
  }
  const [alice] = users
  return { applications: [application], users: [alice, { id: String(USER), username: "small" }], guilds: [guild] }
}

const BODIES: ReadonlyArray<readonly [method: string, path: string, json: unknown]> = [
  ["POST", `/channels/${CHANNEL}/messages`, { content: "a", allowed_mentions: { users: [USER], roles: [ROLE] } }],
  [
    "POST",
    `/guilds/${GUILD}/channels`,
    { name: "a", parent_id: CATEGORY, permission_overwrites: [{ id: ROLE, type: 0, deny: "1024" }] }
  ],
  ["PATCH", `/guilds/${GUILD}/channels`, [{ id: CHANNEL, parent_id: CATEGORY }]],
  ["POST", "/users/@me/channels", { recipient_id: USER }]
]

describe("an integer", () => {
  it.live("is an id in a request for members", () =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots({ world: world() })
      const client = yield* open()
      client.identify({ token: BOT.token, intents: INTENTS.GUILDS })
      yield* wait(client.event("READY"))
      client.sendRaw(JSON.stringify({ op: 8, d: { guild_id: GUILD, user_ids: [USER, 7], limit: 0 } }))
      const chunk = yield* wait(client.event("GUILD_MEMBERS_CHUNK"))
      assert.deepInclude(chunk, { guild_id: String(GUILD), not_found: ["7"] })
      assert.lengthOf(Object(chunk["members"]), 1)
    })
  )

  it.live.each(BODIES)("is an id in the body of %s %s", ([method, path, json]) =>
    Effect.gen(function* () {
      const { rest } = yield* bots({ world: world() })
      const { status, text } = yield* rest(path, { method, json })
      assert.isBelow(status, 300, text)
    })
  )

  it.live("beyond 2^53 in a form that has lost its digits is none", () =>
    Effect.gen(function* () {
      const { rest } = yield* bots({ world: world() })
      const { status, text } = yield* rest("/users/@me/channels", { method: "POST", json: { recipient_id: 1e21 } })
      assert.strictEqual(status, 400)
      assert.include(text, "NUMBER_TYPE_COERCE")
    })
  )
})
