import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call } from "../fixture/Client.ts"
import { ALICE, APP, at, GENERAL, LIVE, OTHER_APP, running, SECRETS } from "../fixture/Running.ts"
import { connect, fields, IDENTIFY, login } from "./Bot.ts"
import { given, HARBOUR, INTENTS, MARKET } from "./World.ts"

const guilds = { intents: INTENTS.GUILDS }

const rename = Effect.fnUntraced(function* (guild: string, name: string) {
  const url = yield* at(`/control/v1/guilds/${guild}`)
  assert.strictEqual((yield* call(url, { method: "PATCH", json: { name } })).status, 200)
})

/** The next frame after a heartbeat: its ACK, unless another frame came first. */
const pulse = Effect.fnUntraced(function* ({ bot }: Effect.Success<ReturnType<typeof login>>) {
  bot.send(1, null)
  return yield* bot.next
})

layer(running({ world: given }), LIVE)("an event", (it) => {
  it.effect("goes to the shard of its guild, (guild_id >> 22) % num_shards", () =>
    Effect.gen(function* () {
      const zero = yield* login({ ...guilds, shard: [0, 2] })
      const one = yield* login({ ...guilds, shard: [1, 2] })
      assert.deepInclude(fields(zero.ready), { shard: [0, 2], guilds: [{ id: HARBOUR, unavailable: true }] })
      assert.deepInclude(fields(one.ready), { shard: [1, 2], guilds: [{ id: MARKET, unavailable: true }] })
      yield* Effect.all([zero.bot.next, one.bot.next])
      yield* rename(MARKET, "Fair")
      assert.deepInclude(yield* one.bot.next, { t: "GUILD_UPDATE", s: 3 })
      assert.strictEqual((yield* pulse(zero)).op, 11)
    })
  )

  it.effect("goes to every session with the same shard, and to other numbers of shards at once", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        [
          [0, 1],
          [0, 1],
          [0, 2],
          [1, 3]
        ].map((shard) => login({ ...guilds, shard })),
        { concurrency: 1 }
      )
      for (const { bot, ready } of all) {
        const { guilds } = fields(ready)
        yield* bot.take(Array.isArray(guilds) ? guilds.length : 0)
      }
      yield* rename(HARBOUR, "Port")
      const [first, second, half, third] = all
      for (const session of [first, second, half]) {
        assert.strictEqual((yield* (session ?? (yield* Effect.die("no session"))).bot.next).t, "GUILD_UPDATE")
      }
      assert.strictEqual((yield* pulse(third ?? (yield* Effect.die("no session")))).op, 11)
    })
  )

  it.effect("of a guild is told only after its GUILD_CREATE, to each of several bots that come with it", () =>
    Effect.gen(function* () {
      const sessions = yield* Effect.all([login(guilds), login({ ...guilds, token: SECRETS.otherBot })])
      for (const { bot } of sessions) yield* bot.take(2)
      const id = String(BigInt(HARBOUR) + (1n << 24n))
      const installs = [APP, OTHER_APP].map((application_id) => ({
        application_id,
        scopes: ["bot"],
        permissions: ["KICK_MEMBERS"]
      }))
      const json = { name: "Island", owner_id: ALICE, installs, channels: [{ id: `${id}1`, name: "beach" }] }
      const { status, text } = yield* call(yield* at(`/control/v1/guilds/${id}`), { method: "PUT", json })
      assert.strictEqual(status, 201, text)
      for (const session of sessions) {
        assert.deepInclude(yield* session.bot.next, { t: "GUILD_CREATE", s: 4 })
      }
      // The first bot receives the role of the second.
      assert.deepInclude(yield* sessions[0].bot.next, { t: "GUILD_ROLE_CREATE", s: 5 })
      assert.strictEqual((yield* pulse(sessions[1])).op, 11)
      assert.strictEqual((yield* call(yield* at(`/control/v1/guilds/${id}`), { method: "DELETE" })).status, 204)
      for (const { bot } of sessions) assert.strictEqual((yield* bot.next).t, "GUILD_DELETE")
    })
  )

  it.effect("of a channel that comes into sight brings the channel's threads", () =>
    Effect.gen(function* () {
      const put = Effect.fnUntraced(function* (id: string, json: object) {
        const url = yield* at(`/control/v1/guilds/${HARBOUR}/channels/${id}`)
        const { status, text } = yield* call(url, { method: "PUT", json })
        assert.isBelow(status, 300, text)
      })
      const [staff, plans] = [`${HARBOUR}7`, `${HARBOUR}8`]
      const hidden = [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }]
      yield* put(staff, { name: "staff", permission_overwrites: hidden })
      yield* put(plans, { name: "plans", type: 11, parent_id: staff })
      const { bot } = yield* login(guilds)
      yield* bot.take(2)
      yield* put(staff, { name: "staff" })
      const [updated, sync] = yield* bot.take(2)
      assert.strictEqual(updated?.t, "CHANNEL_UPDATE")
      assert.strictEqual(sync?.t, "THREAD_LIST_SYNC")
      yield* put(plans, { name: "plots", type: 11, parent_id: staff })
      assert.strictEqual((yield* bot.next).t, "THREAD_UPDATE")
    })
  )

  it.effect("is not told to sessions without its intent", () =>
    Effect.gen(function* () {
      const without = yield* login({ intents: 0 })
      const having = yield* login(guilds)
      yield* having.bot.take(2)
      yield* rename(HARBOUR, "Haven")
      assert.strictEqual((yield* having.bot.next).t, "GUILD_UPDATE")
      assert.strictEqual((yield* pulse(without)).op, 11)
    })
  )

  it.effect("an interaction needs no intent", () =>
    Effect.gen(function* () {
      const register = yield* at(`/api/v10/applications/${APP}/commands`)
      const headers = { authorization: `Bot ${SECRETS.bot}` }
      yield* call(register, { headers, json: { name: "adopt", description: "Adopt a pet" } })
      const { bot } = yield* login({ intents: 0 })
      const use = yield* at(`/control/v1/users/${ALICE}/channels/${GENERAL}/interactions?wait=false`)
      const used = yield* ask(use, { json: { text: "/adopt" } })
      const frame = yield* bot.next
      assert.strictEqual(frame.t, "INTERACTION_CREATE")
      assert.strictEqual(fields(frame)["id"], Object(used.body).interaction_id)
    })
  )

  it.effect("members that are asked for come as GUILD_MEMBERS_CHUNK", () =>
    Effect.gen(function* () {
      const { bot } = yield* login({ intents: 0 })
      bot.send(8, { guild_id: HARBOUR, user_ids: [APP], nonce: "n" })
      const chunk = yield* bot.next
      assert.deepInclude(chunk, { op: 0, t: "GUILD_MEMBERS_CHUNK", s: 2 })
      assert.deepInclude(fields(chunk), { guild_id: HARBOUR, nonce: "n", chunk_index: 0, chunk_count: 1 })
    })
  )

  it.effect("what is sent right after identify waits for READY", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      bot.send(2, IDENTIFY)
      bot.send(8, { guild_id: HARBOUR, user_ids: [APP] })
      bot.send(3, {})
      const [ready, chunk] = yield* bot.take(2)
      assert.strictEqual(ready?.t, "READY")
      assert.strictEqual(chunk?.t, "GUILD_MEMBERS_CHUNK")
    })
  )
})

describe("a session ends", () => {
  it.live("with op 9 false when the world is replaced, and is forgotten", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* login()
      const url = yield* at("/control/v1/world")
      assert.strictEqual((yield* call(url, { method: "PUT", json: given })).status, 204)
      assert.deepInclude(yield* bot.next, { op: 9, d: false })
      bot.send(6, { token: SECRETS.bot, session_id: id, seq: 1 })
      assert.deepInclude(yield* bot.next, { op: 9, d: false })
      bot.send(2, IDENTIFY)
      assert.strictEqual((yield* bot.next).t, "READY")
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  const application = Effect.map(at(`/control/v1/applications/${APP}`), (url) => url)

  it.live("with 4004 when the bot's token changes, and those of other applications do not", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      const other = yield* login({ token: SECRETS.otherBot })
      yield* call(yield* application, { method: "PATCH", json: { bot: { token: "another-token" } } })
      assert.strictEqual((yield* bot.closed).code, 4004)
      assert.strictEqual((yield* pulse(other)).op, 11)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.live("with 4004 when the application is deleted", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      yield* call(yield* application, { method: "DELETE" })
      assert.strictEqual((yield* bot.closed).code, 4004)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.live("not when something else of the application changes", () =>
    Effect.gen(function* () {
      const session = yield* login()
      yield* call(yield* application, { method: "PATCH", json: { description: "Pets" } })
      assert.strictEqual((yield* pulse(session)).op, 11)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )
})
