import type { Shard } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { Storage } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { authenticate, botSnapshot } from "../../src/gateway/GatewayLogin.ts"
import { chunks } from "../../src/gateway/GatewayMembers.ts"
import * as UserPresences from "../../src/gateway/UserPresences.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, watched } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, BOT_TOKEN, CAROL, GENERAL, HARBOUR, HIDDEN, NOBODY, PET_SHOP, QUAY, THREAD } = Play
const { WEATHER, WEATHER_BOT } = Play
const { GUILDS, GUILD_MEMBERS, GUILD_PRESENCES } = INTENTS

describeOnEachStore("a bot identifies", (test) => {
  test(
    "by its token, and by no other",
    Effect.gen(function* () {
      yield* Play.settle()
      const { application, token_hash } = yield* authenticate(BOT_TOKEN)
      assert.strictEqual(application.id, PET_SHOP)
      assert.match(token_hash, /^[0-9a-f]{64}$/)
      for (const token of ["", "nonsense", `Bot ${BOT_TOKEN}`, Play.UPDATE_TOKEN, "\ud800"])
        assert.strictEqual((yield* Effect.flip(authenticate(token)))._tag, "Unauthorized")
    })
  )
})

const look = (
  application_id: string,
  { intents = GUILDS, shard = [0, 1] as Shard, large_threshold = 50 }: Partial<Parameters<typeof botSnapshot>[0]> = {}
) => botSnapshot({ application_id, intents, shard, large_threshold })

const idsOf = (list: unknown): ReadonlyArray<unknown> => (list as ReadonlyArray<{ id?: unknown }>).map(({ id }) => id)

describeOnEachStore("READY tells a bot of", (test) => {
  test(
    "itself and its guilds, which are unavailable until GUILD_CREATE",
    Effect.gen(function* () {
      yield* Play.settle()
      const { application, ready, position } = yield* look(WEATHER)
      assert.strictEqual(application.id, WEATHER)
      assert.strictEqual(position, (yield* events).at(-1)?.seq)
      assert.deepNestedInclude(ready, {
        "user.id": WEATHER_BOT,
        "user.bot": true,
        "user.verified": true,
        "user.email": null,
        application: { id: WEATHER, flags: 0, flags_new: "0" },
        private_channels: []
      })
      assert.deepInclude(ready, {
        guilds: [
          { id: HARBOUR, unavailable: true },
          { id: QUAY, unavailable: true }
        ]
      })
    })
  )

  test(
    "the guilds of its shard alone",
    Effect.gen(function* () {
      yield* Play.settle()
      for (const id of [0, 1, 2]) {
        const { ready, guilds } = yield* look(WEATHER, { shard: [id, 3] })
        const mine = [HARBOUR, QUAY].filter((guild) => Number((BigInt(guild) >> 22n) % 3n) === id)
        assert.deepStrictEqual(idsOf(Object(ready)["guilds"]), mine)
        assert.deepStrictEqual(idsOf(guilds), mine)
      }
    })
  )

  test(
    "the guilds of its shard, and reads no row of another guild for that",
    Effect.gen(function* () {
      yield* Play.settle()
      const storage = yield* Storage
      const none = [0, 1, 2].findIndex((id) =>
        [HARBOUR, QUAY].every((guild) => (BigInt(guild) >> 22n) % 3n !== BigInt(id))
      )
      let rows = 0
      const read = (call: string, count: number) => {
        if (call === "getMany") rows += count
      }
      const counting = watched(storage, { read })
      yield* Effect.provideService(look(WEATHER, { shard: [none, 3] }), Storage, counting)
      assert.strictEqual(rows, 0)
    })
  )

  test(
    "guilds that follow with the GUILDS intent alone",
    Effect.gen(function* () {
      yield* Play.settle()
      const { ready, guilds } = yield* look(WEATHER, { intents: GUILD_MEMBERS })
      assert.deepStrictEqual(idsOf(Object(ready)["guilds"]), [HARBOUR, QUAY])
      assert.deepStrictEqual(guilds, [])
    })
  )

  test(
    "no guild where the application is without its bot",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* WorldEdits.patch(Sample.install(WEATHER, QUAY), { scopes: ["applications.commands"] })
      assert.deepStrictEqual(idsOf((yield* look(WEATHER)).guilds), [HARBOUR])
    })
  )

  test(
    "nothing when its application is gone",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.strictEqual((yield* Effect.flip(look(NOBODY)))._tag, "UnknownApplication")
    })
  )
})

const guildOf = (intents: number, large_threshold = 50) =>
  Effect.map(look(PET_SHOP, { intents, large_threshold }), ({ guilds }) => Object(guilds[0]?.d))

const userIdsOf = (members: ReadonlyArray<{ user: { id: string } }>) => members.map(({ user }) => user.id)

describeOnEachStore("GUILD_CREATE tells a bot of", (test) => {
  test(
    "a guild that is available, with roles, managed ones among them, channels and what it keeps nothing of",
    Effect.gen(function* () {
      yield* Play.settle()
      const d = yield* guildOf(GUILDS)
      assert.deepInclude(d, { id: HARBOUR, name: "Harbour", owner_id: BOB, unavailable: false, large: false })
      assert.strictEqual(d.member_count, 4)
      assert.deepStrictEqual(idsOf(d.roles), [HARBOUR, Play.MODERATOR, Play.PET_SHOP_ROLE])
      assert.deepInclude(d.roles[2], { managed: true, tags: { bot_id: PET_SHOP }, permissions: "8192" })
      assert.deepStrictEqual(idsOf(d.channels), [GENERAL, HIDDEN])
      assert.strictEqual(d.channels[1].permission_overwrites.length, 1)
      for (const list of ["voice_states", "presences", "emojis", "stickers", "stage_instances", "soundboard_sounds"])
        assert.deepStrictEqual(d[list], [])
      assert.deepStrictEqual(d.guild_scheduled_events, [])
      assert.match(d.joined_at, /\+00:00$/)
    })
  )

  test(
    "those who are not offline, with the intent GUILD_PRESENCES",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* UserPresences.set(ALICE, { status: "dnd", activities: [{ name: "Chess", type: 0 }], client_status: {} })
      assert.deepStrictEqual((yield* guildOf(GUILDS)).presences, [])
      const d = yield* guildOf(GUILDS | GUILD_PRESENCES)
      assert.deepStrictEqual(userIdsOf(d.members), [PET_SHOP, ALICE])
      assert.strictEqual(d.presences.length, 1)
      assert.deepNestedInclude(d.presences[0], { "user.id": ALICE, status: "dnd", "activities[0].name": "Chess" })
      const asked = { guild_id: HARBOUR, query: "", limit: 0, user_ids: [ALICE, BOB], presences: true }
      const [chunk] = yield* chunks(PET_SHOP, GUILD_PRESENCES, asked)
      assert.deepStrictEqual(chunk?.presences, d.presences)
      yield* UserPresences.set(ALICE, {
        status: "offline",
        activities: [{ name: "Chess", type: 0 }],
        client_status: {}
      })
      assert.deepStrictEqual((yield* guildOf(GUILDS | GUILD_PRESENCES)).presences, [])
    })
  )

  test(
    "active threads that it may view",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.deepStrictEqual(idsOf((yield* guildOf(GUILDS)).threads), [THREAD])
      const application = yield* Play.applicationOf(PET_SHOP)
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"] })
      const { id } = yield* ChannelMessages.post({ application, channel_id: THREAD }, { content: "hi" })
      const history = { last_message_id: id, message_count: 1, total_message_sent: 1 }
      assert.deepInclude((yield* guildOf(GUILDS)).threads[0], history)
      yield* WorldEdits.patch(Sample.channel(THREAD), { archived: true })
      assert.deepStrictEqual((yield* guildOf(GUILDS)).threads, [])
      yield* WorldEdits.patch(Sample.install(), { permissions: ["ADMINISTRATOR"] })
      assert.deepStrictEqual(idsOf((yield* guildOf(GUILDS)).threads), [Play.HIDDEN_THREAD])
    })
  )

  test(
    "its own member alone, everyone with the GUILD_MEMBERS intent, and itself alone of a large guild",
    Effect.gen(function* () {
      yield* Play.settle()
      const own = yield* guildOf(GUILDS)
      assert.deepStrictEqual(userIdsOf(own.members), [PET_SHOP])
      assert.deepStrictEqual(own.members[0].roles, [Play.PET_SHOP_ROLE])
      const all = yield* guildOf(GUILDS | GUILD_MEMBERS)
      assert.sameMembers([...userIdsOf(all.members)], [PET_SHOP, WEATHER_BOT, ALICE, BOB])
      const large = yield* guildOf(GUILDS | GUILD_MEMBERS, 3)
      assert.deepInclude(large, { large: true, member_count: 4 })
      assert.deepStrictEqual(userIdsOf(large.members), [PET_SHOP])
    })
  )
})

type Asked = Omit<Parameters<typeof chunks>[2], "guild_id">

/** The request, the intents, and the users whose members are sent. */
const REQUESTS: ReadonlyArray<readonly [string, Asked, number, ReadonlyArray<string>]> = [
  ["everyone", { query: "", limit: 0 }, GUILD_MEMBERS, [PET_SHOP, WEATHER_BOT, ALICE, BOB]],
  ["itself alone, without the intent", { query: "", limit: 0 }, GUILDS, [PET_SHOP]],
  ["as many as asked for", { query: "", limit: 2 }, GUILD_MEMBERS, [PET_SHOP, WEATHER_BOT]],
  ["those whose name begins so, without the intent", { query: "BO", limit: 0 }, GUILDS, [BOB]],
  ["those of the ids", { user_ids: [ALICE, PET_SHOP, ALICE], limit: 0 }, GUILDS, [ALICE, PET_SHOP]],
  ["nobody, when nobody is called so", { query: "zoe", limit: 5 }, GUILDS, []]
]

describeOnEachStore("a request for members is answered with", (test) => {
  for (const [sentence, asked, intents, ids] of REQUESTS) {
    test(
      sentence,
      Effect.gen(function* () {
        yield* Play.settle()
        const [chunk, ...more] = yield* chunks(PET_SHOP, intents, { ...asked, guild_id: HARBOUR })
        assert.deepStrictEqual(more, [])
        assert.deepStrictEqual(userIdsOf(Object(chunk)["members"]), ids)
        assert.deepInclude(chunk, { guild_id: HARBOUR, chunk_index: 0, chunk_count: 1 })
        assert.notProperty(chunk, "not_found")
      })
    )
  }

  test(
    "whom it did not find, the nonce, and no presences to those with the intent",
    Effect.gen(function* () {
      yield* Play.settle()
      const asked = { guild_id: HARBOUR, user_ids: [ALICE, CAROL], limit: 0, presences: true, nonce: "n" }
      const [chunk] = yield* chunks(PET_SHOP, GUILD_PRESENCES, asked)
      assert.deepInclude(chunk, { not_found: [CAROL], nonce: "n", presences: [] })
      const [plain] = yield* chunks(PET_SHOP, GUILDS, asked)
      assert.notProperty(plain, "presences")
    })
  )

  test(
    "nothing for a guild that the bot is not in",
    Effect.gen(function* () {
      yield* Play.settle()
      for (const guild_id of [QUAY, NOBODY])
        assert.deepStrictEqual(yield* chunks(PET_SHOP, GUILD_MEMBERS, { guild_id, query: "", limit: 0 }), [])
    })
  )
})
