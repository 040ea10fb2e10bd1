/** Channels, threads and conversations of bots. The official document judges every answer as well. */
import { DEFAULT_SOUNDS } from "@backlot/domain/guild/DefaultSound"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, BOT_TOKEN, GENERAL, GUILD, STAFF_ROOM } from "../Harbour.ts"
import { CATEGORY, codeOf, harbourside, TALK, THREAD, VOICE } from "../Harbourside.ts"

describe("a channel", () => {
  it.live("is read, changed and deleted by who manages it", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      assert.deepInclude((yield* send(`/channels/${GENERAL}`, "GET")).body, { id: GENERAL, name: "general", type: 0 })
      const edited = yield* send(`/channels/${GENERAL}`, "PATCH", { name: "The Quay", topic: "Ships", type: null })
      assert.deepInclude(edited.body, { name: "the-quay", topic: "Ships", type: 0 })
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${GENERAL}`, "PATCH", { type: 2 })), [400, 50035])
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${GENERAL}`, "PATCH", { name: "" })), [400, 50035])
      assert.deepInclude((yield* send(`/channels/${STAFF_ROOM}`, "DELETE")).body, { id: STAFF_ROOM })
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${STAFF_ROOM}`, "GET")), [404, 10003])
    })
  )

  it.live("is left alone by others", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside()
      const channel = `/channels/${GENERAL}`
      assert.deepStrictEqual(codeOf(yield* send(channel, "PATCH", { name: "a" })), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* send(channel, "DELETE")), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${THREAD}`, "PATCH", { locked: true })), [403, 50013])
      const overwrite = `${channel}/permissions/${BOB}`
      assert.deepStrictEqual(codeOf(yield* send(overwrite, "PUT", { type: 1, allow: "1024" })), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* send(overwrite, "DELETE")), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${BOT_DM}`, "PATCH", { name: "a" })), [400, 50003])
    })
  )

  it.live("has overwrites, set and taken away one by one", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const overwrite = `/channels/${GENERAL}/permissions/${BOB}`
      assert.strictEqual((yield* send(overwrite, "PUT", { type: 1, allow: "1024", deny: 2048 })).status, 204)
      const { body } = yield* send(`/channels/${GENERAL}`, "GET")
      assert.deepStrictEqual(body["permission_overwrites"], [{ id: BOB, type: 1, allow: "1024", deny: "2048" }])
      assert.strictEqual((yield* send(overwrite, "DELETE")).status, 204)
      assert.deepStrictEqual(codeOf(yield* send(overwrite, "DELETE")), [404, 10009])
      for (const type of [5, "5", "user", { toString: 1 }]) {
        assert.deepStrictEqual(codeOf(yield* send(overwrite, "PUT", { type })), [400, 50035])
      }
    })
  )

  it.live("has overwrites whose types are numbers, numbers in text or names", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      for (const type of [1, "1", "member"]) {
        const path = `/channels/${GENERAL}/permissions/${BOB}`
        // As discordrb sends it: with the id, as a number, and permissions as numbers.
        assert.strictEqual((yield* send(path, "PUT", { type, id: 3, allow: 1024, deny: 0 })).status, 204)
        const { body } = yield* send(`/channels/${GENERAL}`, "GET")
        assert.deepStrictEqual(body["permission_overwrites"], [{ id: BOB, type: 1, allow: "1024", deny: "0" }])
        yield* send(path, "DELETE")
        const permission_overwrites = [{ id: BOB, type, allow: 1024, deny: 0 }]
        const made = yield* send(`/guilds/${GUILD}/channels`, "POST", { name: "cabin", permission_overwrites })
        assert.deepInclude(made.body, { permission_overwrites: [{ id: BOB, type: 1, allow: "1024", deny: "0" }] })
      }
      const role = { type: "role", allow: "1024" }
      assert.strictEqual((yield* send(`/channels/${GENERAL}/permissions/${GUILD}`, "PUT", role)).status, 204)
    })
  )

  it.live("that is a thread is archived, woken and locked", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const thread = `/channels/${THREAD}`
      const { body } = yield* send(thread, "PATCH", { archived: true, locked: true, name: "Answers" })
      assert.deepInclude(body, { name: "Answers" })
      assert.nestedPropertyVal(body, "thread_metadata.locked", true)
      assert.deepStrictEqual(codeOf(yield* send(thread, "PATCH", { name: "b" })), [400, 50083])
      assert.strictEqual((yield* send(thread, "PATCH", { archived: false })).status, 200)
      assert.strictEqual((yield* send(thread, "DELETE")).status, 200)
    })
  )

  it.live("has threads, opened by who may", () =>
    Effect.gen(function* () {
      const { post, send } = yield* harbourside({ permissions: [...TALK, "CREATE_PUBLIC_THREADS"] })
      const open = (json: unknown, channel = GENERAL) => send(`/channels/${channel}/threads`, "POST", json)
      const { status, body } = yield* open({ name: "How?", type: 11, auto_archive_duration: 60 })
      assert.strictEqual(status, 201)
      assert.deepInclude(body, { name: "How?", type: 11, parent_id: GENERAL, owner_id: APP })
      assert.strictEqual((yield* post({ content: "so" }, body.id)).status, 200)
      assert.strictEqual((yield* send(`/channels/${body.id}`, "PATCH", { name: "So" })).status, 200)
      assert.deepStrictEqual(codeOf(yield* open({ name: "psst" })), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* open({ type: 11 })), [400, 50035])
      assert.deepStrictEqual(codeOf(yield* open({ name: "a", type: 10 })), [400, 50035])
      assert.deepStrictEqual(codeOf(yield* open({ name: "a", type: 11 }, CATEGORY)), [400, 50024])
    })
  )

  it.live("has threads, opened by a form too", () =>
    Effect.gen(function* () {
      const { server } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const fields = { name: "How?", type: "11", auto_archive_duration: "60" }
      const parts = new FormData()
      for (const [name, value] of Object.entries(fields)) parts.set(name, value)
      const whole = new FormData()
      whole.set("payload_json", JSON.stringify({ name: "How?", type: 11, auto_archive_duration: 60 }))
      for (const body of [new URLSearchParams(fields), parts, whole]) {
        const { status, opened } = yield* Effect.promise(async () => {
          const url = `${server.addresses.url}/api/v10/channels/${GENERAL}/threads`
          const answer = await fetch(url, { method: "POST", headers: { authorization: `Bot ${BOT_TOKEN}` }, body })
          return { status: answer.status, opened: await answer.json() }
        })
        assert.strictEqual(status, 201)
        assert.deepInclude(opened, { name: "How?", type: 11, parent_id: GENERAL, owner_id: APP })
      }
    })
  )

  it.live("says which message was the last, and of a thread how many there are", () =>
    Effect.gen(function* () {
      const { post, say, send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const last = (id: string) => Effect.map(send(`/channels/${id}`, "GET"), ({ body }) => body["last_message_id"])
      assert.isNull(yield* last(GENERAL))
      const { body: first } = yield* post({ content: "a" })
      const { body: second } = yield* say(BOB, { content: "b" })
      assert.strictEqual(yield* last(GENERAL), second.id)
      yield* send(`/channels/${GENERAL}/messages/${second.id}`, "DELETE")
      assert.strictEqual(yield* last(GENERAL), first.id)
      const { body: dm } = yield* post({ content: "c" }, BOT_DM)
      assert.strictEqual(
        (yield* send("/users/@me/channels", "POST", { recipient_id: ALICE })).body["last_message_id"],
        dm.id
      )
      // This endpoint answers with a list.
      const all = (yield* send(`/guilds/${GUILD}/channels`, "GET")).body as unknown as ReadonlyArray<{ id: string }>
      assert.nestedPropertyVal(
        all.find(({ id }) => id === GENERAL),
        "last_message_id",
        first.id
      )
      yield* post({ content: "d" }, THREAD)
      const { body: thread } = yield* send(`/channels/${THREAD}`, "GET")
      assert.deepInclude(thread, { message_count: 1, total_message_sent: 1 })
    })
  )

  it.live("has an overwrite of nobody who is not in the guild", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const set = (id: string, json: unknown) => send(`/channels/${GENERAL}/permissions/${id}`, "PUT", json)
      assert.deepStrictEqual(codeOf(yield* set("5", { type: 0 })), [404, 10009])
      assert.deepStrictEqual(codeOf(yield* set("5", { type: 1 })), [404, 10009])
      const { body } = yield* set(BOB, { type: 1, allow: -1 })
      assert.nestedProperty(body, "errors.allow._errors[0].code")
    })
  )

  it.live("that is a thread rests after the time that is said, or after its channel's", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const RESTS = "thread_metadata.auto_archive_duration"
      const open = (json: object) => send(`/channels/${GENERAL}/threads`, "POST", { name: "a", type: 11, ...json })
      assert.nestedPropertyVal((yield* open({})).body, RESTS, 4320)
      const { body } = yield* open({ auto_archive_duration: 60 })
      assert.nestedPropertyVal(body, RESTS, 60)
      const edited = yield* send(`/channels/${body.id}`, "PATCH", { auto_archive_duration: 1440 })
      assert.nestedPropertyVal(edited.body, RESTS, 1440)
      yield* send(`/channels/${GENERAL}`, "PATCH", { default_auto_archive_duration: 10_080 })
      assert.nestedPropertyVal((yield* open({})).body, RESTS, 10_080)
      assert.deepStrictEqual(codeOf(yield* open({ auto_archive_duration: 7 })), [400, 50035])
    })
  )

  it.live("has threads that start from a message, one from each", () =>
    Effect.gen(function* () {
      const { post, say, send } = yield* harbourside({ permissions: [...TALK, "CREATE_PUBLIC_THREADS"] })
      const { body: asked } = yield* say(BOB, { content: "how?" })
      const message = `/channels/${GENERAL}/messages/${asked.id}`
      const open = (json: unknown, path = message) => send(`${path}/threads`, "POST", json)
      assert.deepStrictEqual(codeOf(yield* open({})), [400, 50035])
      assert.deepInclude((yield* send(message, "GET")).body, { flags: 0 })
      const { status, body } = yield* open({ name: "How?", auto_archive_duration: 60 })
      assert.strictEqual(status, 201)
      assert.deepInclude(body, { id: asked.id, name: "How?", type: 11, parent_id: GENERAL, owner_id: APP })
      assert.deepInclude((yield* send(message, "GET")).body, { flags: 32, edited_timestamp: null })
      assert.strictEqual((yield* post({ content: "so" }, asked.id)).status, 200)
      assert.deepStrictEqual(codeOf(yield* open({ name: "again" })), [400, 160004])
      assert.deepStrictEqual(codeOf(yield* open({ name: "a" }, `/channels/${GENERAL}/messages/1`)), [404, 10008])
      assert.deepStrictEqual(codeOf(yield* open({ name: "a" }, `/channels/${THREAD}/messages/1`)), [400, 50024])
    })
  )

  it.live("hears that a bot writes", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside()
      assert.strictEqual((yield* send(`/channels/${GENERAL}/typing`, "POST")).status, 204)
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${CATEGORY}/typing`, "POST")), [400, 50008])
    })
  )

  it.live("for voice has a region and a quality, in bounds", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside({ permissions: ["ADMINISTRATOR"] })
      const edit = (body: object) => send(`/channels/${VOICE}`, "PATCH", body)
      const wanted = { rtc_region: "rotterdam", video_quality_mode: 2, user_limit: 99, bitrate: 96_000 }
      assert.deepInclude((yield* edit(wanted)).body, wanted)
      const shown = (yield* send(`/channels/${VOICE}`, "GET")).body
      assert.deepInclude(shown, wanted)
      const log = yield* send(`/guilds/${GUILD}/audit-logs?action_type=11`, "GET")
      const body: unknown = log.body
      const [entry] = (
        body as { readonly audit_log_entries: ReadonlyArray<{ readonly changes: ReadonlyArray<object> }> }
      ).audit_log_entries
      const changes = entry?.changes ?? []
      assert.deepInclude(changes, { key: "rtc_region", new_value: "rotterdam" })
      assert.deepInclude(changes, { key: "video_quality_mode", new_value: 2 })
      for (const body of [
        { rtc_region: "atlantis" },
        { video_quality_mode: 3 },
        { user_limit: 100 },
        { bitrate: 7_999 }
      ])
        assert.deepStrictEqual(codeOf(yield* edit(body)), [400, 50035], JSON.stringify(body))
      const reset = (yield* edit({ rtc_region: null, video_quality_mode: null })).body as object
      assert.deepInclude(reset, { rtc_region: null })
      assert.notProperty(reset, "video_quality_mode")
    })
  )

  it.live("has the default sounds, which py-cord asks for before it is ready", () =>
    Effect.gen(function* () {
      const { send } = yield* harbourside()
      const { status, body } = yield* send("/soundboard-default-sounds", "GET")
      assert.deepStrictEqual<unknown>([status, body], [200, DEFAULT_SOUNDS])
      assert.deepStrictEqual(
        DEFAULT_SOUNDS.map(({ name }) => name),
        ["quack", "airhorn", "cricket", "golf clap", "sad horn", "ba dum tss"]
      )
    })
  )

  it.live("of a bot and a user is in no list, as on the platform", () =>
    Effect.gen(function* () {
      const { post, send } = yield* harbourside()
      assert.strictEqual((yield* post({ content: "hi" }, BOT_DM)).status, 200)
      const { status, body } = yield* send("/users/@me/channels", "GET")
      assert.deepStrictEqual<unknown>([status, body], [200, []])
    })
  )

  it.live("of a bot and a user is found, or made", () =>
    Effect.gen(function* () {
      const { post, say, send } = yield* harbourside()
      const open = (json: unknown) => send("/users/@me/channels", "POST", json)
      assert.strictEqual((yield* open({ recipient_id: ALICE })).body.id, BOT_DM)
      const { body } = yield* open({ recipient_id: BOB })
      assert.strictEqual(body["type"], 1)
      assert.nestedPropertyVal(body, "recipients[0].id", BOB)
      assert.strictEqual((yield* open({ recipient_id: BOB })).body.id, body.id)
      assert.strictEqual((yield* post({ content: "hi" }, body.id)).status, 200)
      assert.strictEqual((yield* say(BOB, { content: "hi" }, body.id)).status, 200)
      assert.strictEqual((yield* send(`/channels/${body.id}`, "DELETE")).body.id, body.id)
      // discord.js 13 and older name the bot in place of @me.
      const named = (user: string) => send(`/users/${user}/channels`, "POST", { recipient_id: BOB })
      const { id } = (yield* send("/users/@me", "GET")).body
      assert.strictEqual((yield* named(id)).body.id, body.id)
      assert.deepStrictEqual(codeOf(yield* named(BOB)), [403, 50001])
      assert.deepStrictEqual(codeOf(yield* open({ recipient_id: "1" })), [400, 50033])
      assert.deepStrictEqual(codeOf(yield* open({})), [400, 50035])
    })
  )
})
