/** Names in place of ids, in every path of the control plane and in every field of its bodies. */
import { Control, endpoints } from "@backlot/protocol/control/Control"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { saying, stage } from "../Stage.ts"

const { ALICE, BOB, GENERAL, GUILD, MODERATOR } = Play

const play = stage(saying("Hello"))

/** Parameters of things that nobody gave a name. */
const NAMELESS: Readonly<Record<string, string>> = {
  message_id: "a message",
  interaction_id: "an interaction",
  lobby_id: "a lobby",
  entitlement_id: "an entitlement",
  stage_instance_id: "a stage has a topic, which changes",
  fault_id: "a planned fault",
  session_id: "a session of the gateway",
  front_id: "a front has an address",
  number: "a connection",
  code: "the code is the name",
  emoji_name: "the emoji itself"
}

/** Fields of ids of things that nobody gave a name. */
const NAMELESS_FIELDS = ["id", "reply_to", "version"]

const paths = [...new Set(Object.values(endpoints).map(({ path }): string => path))]

const NAMES: Readonly<Record<string, string>> = {
  user_id: "alice",
  recipient_id: "bob",
  member_id: "BOB",
  applicant_id: "bob",
  application_id: "Pet Shop",
  guild_id: "harbour",
  channel_id: "general",
  role_id: "moderator",
  command_id: "adopt",
  sku_id: "Gold",
  emoji_id: "wave",
  sticker_id: "tide",
  sound_id: "horn",
  webhook_id: "Tides",
  scheduled_event_id: "Regatta",
  rule_id: "No spam"
}

describe("every path of the control plane", () => {
  it("takes names, but of what has none", () => {
    const parameters = new Set(paths.flatMap((path) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)))
    assert.deepStrictEqual(
      [...parameters].filter((name) => !(name in NAMES) && !(name in NAMELESS)),
      []
    )
  })

  it.live("finds what they name", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const put = (path: string, json: object) =>
        Effect.map(control(path, { method: "PUT", json }), ({ status, text }) =>
          assert.isBelow(status, 300, `${path} ${text}`)
        )
      yield* put("/guilds/Harbour/webhooks/910000000000000001", {
        name: "Tides",
        channel_id: "general",
        token: "tides"
      })
      yield* put("/guilds/Harbour/scheduled_events/910000000000000002", {
        ...{ name: "Regatta", entity_type: 3, location: "The quay" },
        ...{ scheduled_start_time: "2089-01-01T00:00:00Z", scheduled_end_time: "2089-01-01T02:00:00Z" }
      })
      yield* put("/guilds/Harbour/auto_moderation_rules/910000000000000003", {
        ...{ name: "No spam", event_type: 1, trigger_type: 3, actions: [{ type: 1 }], exempt_roles: ["Moderator"] }
      })
      const skus = [{ id: "910000000000000004", type: 5, name: "Gold" }]
      const sold = yield* control("/applications/Pet%20Shop", { method: "PATCH", json: { skus } })
      assert.strictEqual(sold.status, 200, sold.text)
      const lists: Array<string> = []
      const ordered = Object.entries(endpoints).toSorted(
        ([, a], [, b]) => Number(a.method === "DELETE") - Number(b.method === "DELETE")
      )
      const seen = new Set<string>()
      for (const [name, { method, path }] of ordered) {
        const named = path.match(/:\w+/g)?.some((one) => one.slice(1) in NAMES)
        if (!named || seen.has(path) || MADE.some((kind) => path.includes(kind))) continue
        seen.add(path)
        const address = path.replace(/:(\w+)/g, (_, one: string) => encodeURIComponent(at(path, one)))
        const { text } = yield* control(address, method === "GET" ? {} : { method, json: { nothing_such: 1 } })
        if (/is not snowflake|is called/.test(text)) lists.push(`${name} ${text}`)
      }
      assert.deepStrictEqual(lists, [])
    })
  )

  it.live("says what a name may mean that nothing has", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const wrong = yield* control("/users/alise/channels/general/messages", { json: { content: "ahoy" } })
      assert.include(wrong.text, "Did you mean alice?")
      const other = yield* control("/guilds/Harbour/channels/genral")
      assert.include(other.text, "Did you mean general?")
    })
  )
})

/** Pictures and sounds are put with files; their names are looked up as those of rules are. */
const MADE = ["/emojis/", "/stickers/", "/soundboard_sounds/"]

const at = (path: string, name: string): string => {
  if (path.startsWith("/direct_channels/") && name === "channel_id") return Play.BOT_DM
  return NAMES[name] ?? "1"
}

describe("every body of the control plane", () => {
  it.live("takes names in fields of ids, but of what has none", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const document = JSON.parse(JSON.stringify(Control.document()))
      const fields = new Set<string>()
      const walk = (value: unknown): void => {
        if (typeof value !== "object" || value === null) return
        for (const [name, schema] of Object.entries(Object(Object(value).properties))) {
          if (/Snowflake/.test(JSON.stringify(schema)) && !/"properties"/.test(JSON.stringify(schema))) fields.add(name)
        }
        for (const inner of Object.values(value)) walk(inner)
      }
      const todo: Array<unknown> = Object.values(Object(document.paths)).flatMap((path) =>
        Object.values(Object(path)).map((one) => Object(one).requestBody)
      )
      const seen = new Set<string>()
      for (const one of todo) {
        walk(one)
        for (const [, ref = ""] of JSON.stringify(one ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) {
          if (seen.has(ref)) continue
          seen.add(ref)
          todo.push(document.components.schemas[ref])
        }
      }
      assert.isAbove(fields.size, 5)
      const deaf: Array<string> = []
      for (const name of [...fields].filter((one) => !NAMELESS_FIELDS.includes(one))) {
        const { status, text } = yield* control("/users/alice/presence", {
          method: "PUT",
          json: { [name]: "nothing such" }
        })
        if (status !== 400 || !/is called so/.test(text)) deaf.push(name)
      }
      assert.deepStrictEqual(deaf, [])
    })
  )

  it.live("finds what they name, and is recorded with ids", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      yield* control("/users/300000000000000077", { method: "PUT", json: { username: "carol" } })
      yield* control("/recording", { method: "POST" })
      const send = (path: string, method: string, json: object) =>
        Effect.map(control(path, { method, json }), ({ status, text }) => {
          assert.isBelow(status, 300, `${path} ${text}`)
          return JSON.parse(text === "" ? "{}" : text)
        })
      assert.deepInclude(yield* send("/users/alice/direct_channels", "POST", { recipients: ["bob", "carol"] }), {
        type: 3
      })
      const member = yield* send("/guilds/Harbour/members/bob", "PATCH", { roles: ["Moderator"] })
      assert.deepInclude(member, { roles: [MODERATOR] })
      yield* send("/guilds/Harbour", "PATCH", { system_channel_id: "general" })
      const permissions = [{ id: "Moderator", type: 1, permission: true }]
      yield* send("/users/alice/guilds/Harbour/applications/Pet%20Shop/command_permissions/adopt", "PUT", {
        permissions
      })
      const said = yield* send("/users/alice/channels/general/messages", "POST", { content: "ahoy" })
      yield* send(`/users/alice/channels/general/messages/${said.id}/forwards`, "POST", { channel_id: "general" })
      const { entries } = JSON.parse((yield* control("/recording")).text)
      const bodies = entries.map(({ body }: { readonly body: object }) => body)
      assert.deepStrictEqual(bodies[2], { system_channel_id: GENERAL })
      assert.deepStrictEqual(bodies[0].recipients[0], BOB)
      assert.include(entries[2].path, GUILD)
      assert.strictEqual(entries[4].user_id, ALICE)
    })
  )

  it.live("finds overwrites, emojis, stickers, sounds, events and tags of forums by their names", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const send = (path: string, method: string, json: object) =>
        Effect.map(control(`/guilds/Harbour/${path}`, { method, json }), ({ status, text }) => {
          assert.isBelow(status, 300, `${path} ${text}`)
          return JSON.parse(text === "" ? "{}" : text)
        })
      const things = ["emojis", "stickers", "soundboard_sounds", "scheduled_events"] as const
      const [emoji, sticker, sound, event] = things.map((_, i) => `92000000000000000${i}`)
      const [forum, tag, stage] = ["920000000000000011", "920000000000000012", "920000000000000013"]
      yield* send(`emojis/${emoji}`, "PUT", { name: "wave", roles: ["moderator"] })
      yield* send(`stickers/${sticker}`, "PUT", { name: "tide", tags: "tide" })
      yield* send(`soundboard_sounds/${sound}`, "PUT", { name: "horn", emoji_id: "Wave" })
      yield* send(`channels/${stage}`, "PUT", { name: "stage", type: 13 })
      yield* send(`scheduled_events/${event}`, "PUT", {
        ...{ name: "Regatta", entity_type: 1, channel_id: "stage" },
        ...{ scheduled_start_time: "2089-01-01T00:00:00Z", creator_id: "alice" }
      })
      yield* send("stage_instances/920000000000000014", "PUT", {
        ...{ topic: "Tides", channel_id: "stage", guild_scheduled_event_id: "regatta" }
      })
      for (const [list, id, name] of [
        ["emojis", emoji, "wave"],
        ["stickers", sticker, "TIDE"],
        ["soundboard_sounds", sound, "horn"],
        ["scheduled_events", event, "regatta"]
      ])
        assert.deepInclude(yield* send(`${list}/${name}`, "PATCH", {}), { id })
      const guild = JSON.parse((yield* control("/guilds/Harbour")).text)
      assert.deepInclude(guild.soundboard_sounds[0], { emoji_id: emoji })
      assert.deepInclude(guild.stage_instances[0], { guild_scheduled_event_id: event })

      yield* send(`channels/${forum}`, "PUT", {
        name: "help",
        type: 15,
        available_tags: [{ id: tag, name: "question" }]
      })
      const post = { name: "how", type: 11, parent_id: "help", applied_tags: ["Question"] }
      assert.deepInclude(yield* send("channels/920000000000000015", "PUT", post), { applied_tags: [tag] })
      const overwrites = [
        { id: "moderator", type: 0, deny: ["SEND_MESSAGES"] },
        { id: "bob", type: 1, allow: ["SEND_MESSAGES"] }
      ]
      const channel = yield* send("channels/general", "PATCH", { permission_overwrites: overwrites })
      assert.deepStrictEqual(
        channel.permission_overwrites.map(({ id }: { readonly id: string }) => id),
        [MODERATOR, BOB]
      )
      const wrong = yield* control("/guilds/Harbour/channels/general", {
        method: "PATCH",
        json: { permission_overwrites: [{ id: "moderater", type: 0 }] }
      })
      assert.include(wrong.text, "Did you mean Moderator?")
    })
  )

  it.live("is refused with a fault where a name stands that nothing has, or several have", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      yield* control("/users/300000000000000077", { method: "PUT", json: { username: "carol" } })
      const wrong = yield* control("/users/alice/direct_channels", { json: { recipients: ["bob", "carl"] } })
      assert.strictEqual(wrong.status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(wrong.text).errors.recipients), ["1"])
      assert.include(wrong.text, "Did you mean carol?")
      yield* control(`/guilds/${GUILD}/channels/200000000000000077`, { method: "PUT", json: { name: "general" } })
      const json = { system_channel_id: "general" }
      const ambiguous = yield* control("/guilds/Harbour", { method: "PATCH", json })
      assert.include(ambiguous.text, `${GENERAL}, 200000000000000077`)
    })
  )
})
