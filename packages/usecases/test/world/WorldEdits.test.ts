import { formatTime } from "@backlot/domain/base/IsoTime"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { Ids } from "@backlot/ports/Ids"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { authenticate } from "../../src/access/Access.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { readNow } from "../../src/store/Transact.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { create, made, remove } from "../fixture/Registering.ts"
import { describeOnEachStore, events, rows, transact } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, BOT_TOKEN, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY, PET_SHOP, WEATHER } = Play

const eventsAfter = <A, E, R>(edit: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = (yield* events).length
    yield* edit
    return (yield* events).slice(before).map(({ type, data }) => ({ type, data }))
  })

const tagOf = <A, E extends { readonly _tag: string }, R>(edit: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(edit), (error) => error._tag)

const entryPoints = Effect.map(
  transact(() => Collections.commands.list(Collections.commandScope(PET_SHOP, "global"))),
  (commands) => commands.filter((command) => command.type === 4)
)

describeOnEachStore("an edit of the world", (test) => {
  test(
    "lets a member or a bot join now, unless it says when, and keeps that",
    Effect.gen(function* () {
      yield* Play.settle()
      const now = formatTime(yield* readNow)
      const joined = (target: WorldTarget) => Effect.map(WorldEdits.get(target), (member) => member["joined_at"])
      yield* WorldEdits.put(Sample.member(CAROL), {})
      assert.strictEqual(yield* joined(Sample.member(CAROL)), now)
      const said = "2020-01-01T00:00:00Z"
      yield* WorldEdits.patch(Sample.member(CAROL), { joined_at: said })
      yield* WorldEdits.put(Sample.member(CAROL), { nick: "Caz" })
      assert.strictEqual(yield* joined(Sample.member(CAROL)), said)
      yield* WorldEdits.put(Sample.install(PET_SHOP, Play.QUAY), {})
      assert.strictEqual(yield* joined(Sample.member(PET_SHOP, Play.QUAY)), now)
    })
  )

  test(
    "is told of by the log of events, with ids and the element",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.deepStrictEqual(yield* eventsAfter(WorldEdits.put(Sample.role("5"), { name: "Pilot" })), [
        {
          type: "role.created",
          data: {
            guild_id: HARBOUR,
            role_id: "5",
            role: { id: "5", guild_id: HARBOUR, name: "Pilot", permissions: "0", position: 2 }
          }
        }
      ])
      const removed = yield* eventsAfter(WorldEdits.remove(Sample.role()))
      assert.deepStrictEqual(
        removed.map(({ type }) => type),
        ["role.deleted", "member.updated"]
      )
    })
  )

  test(
    "lets new ids go on behind a new direct channel, unless it is refused",
    Effect.gen(function* () {
      yield* Play.settle()
      const ids = yield* Ids
      const [far, further] = ["3000000000000000000", "3000000000000000100"]
      const put = (channel_id: string, body: object) => WorldEdits.put({ kind: "direct_channel", channel_id }, body)
      assert.strictEqual(yield* tagOf(put(far, { recipients: [] })), "InvalidForm")
      assert.isTrue(BigInt(yield* ids.next) < BigInt(far))
      yield* put(further, { type: 3, recipients: [ALICE, BOB, CAROL] })
      assert.isTrue(BigInt(yield* ids.next) > BigInt(further))
    })
  )

  test(
    "that is refused leaves the store and the log as they were",
    Effect.gen(function* () {
      yield* Play.settle()
      const before = yield* rows
      const error = yield* Effect.flip(WorldEdits.patch(Sample.member(), { roles: [NOBODY], nick: "" }))
      assert.instanceOf(error, InvalidForm)
      assert.sameDeepMembers(error instanceof InvalidForm ? error.faults.map(({ path }) => path) : [], [
        ["roles", 0],
        ["nick"]
      ])
      yield* Effect.flip(WorldEdits.remove(Sample.user(BOB)))
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  const UNKNOWN: ReadonlyArray<readonly [WorldTarget, string]> = [
    [Sample.application(NOBODY), "UnknownApplication"],
    [Sample.user(NOBODY), "UnknownUser"],
    [Sample.userInstall(WEATHER, ALICE), "UnknownIntegration"],
    [Sample.guild(NOBODY), "UnknownGuild"],
    [Sample.role(NOBODY), "UnknownRole"],
    [Sample.channel(NOBODY), "UnknownChannel"],
    [Sample.channel(GENERAL, Play.QUAY), "UnknownChannel"],
    [Sample.member(CAROL), "UnknownMember"],
    [Sample.install(PET_SHOP, Play.QUAY), "UnknownIntegration"],
    [Sample.direct(GENERAL), "UnknownChannel"]
  ]

  test(
    "of what is not there is refused, whatever is asked but a PUT",
    Effect.gen(function* () {
      yield* Play.settle()
      for (const [target, tag] of UNKNOWN) {
        assert.strictEqual(yield* tagOf(WorldEdits.get(target)), tag)
        assert.strictEqual(yield* tagOf(WorldEdits.patch(target, {})), tag)
        assert.strictEqual(yield* tagOf(WorldEdits.remove(target)), tag)
      }
    })
  )

  const AROUND: ReadonlyArray<readonly [WorldTarget, string]> = [
    [Sample.role("5", NOBODY), "UnknownGuild"],
    [Sample.member(NOBODY), "UnknownUser"],
    [Sample.install(NOBODY), "UnknownApplication"],
    [Sample.userInstall(PET_SHOP, NOBODY), "UnknownUser"],
    [Sample.userInstall(NOBODY), "UnknownApplication"]
  ]

  test(
    "in what is not there is refused, a PUT too",
    Effect.gen(function* () {
      yield* Play.settle()
      for (const [target, tag] of AROUND) assert.strictEqual(yield* tagOf(WorldEdits.put(target, {})), tag)
    })
  )
})

describeOnEachStore("an edited application", (test) => {
  test(
    "is known by its new bot token and no longer by the old one",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* WorldEdits.patch(Sample.application(), { bot: { token: "another" } })
      assert.strictEqual(yield* tagOf(authenticate(`Bot ${BOT_TOKEN}`)), "Unauthorized")
      assert.strictEqual((yield* authenticate("Bot another")).caller.application_id, PET_SHOP)
    })
  )

  test(
    "gets its entry point when EMBEDDED turns on, once, and it is told of",
    Effect.gen(function* () {
      yield* Play.settle()
      const told = yield* eventsAfter(WorldEdits.patch(Sample.application(), { flags: ["EMBEDDED"] }))
      assert.deepStrictEqual(
        told.map(({ type }) => type),
        ["application.updated", "command.created"]
      )
      const [launch, ...more] = yield* entryPoints
      assert.deepStrictEqual(more, [])
      assert.strictEqual(launch?.name, "Launch")
      yield* WorldEdits.patch(Sample.application(), { description: "Pets" })
      assert.deepStrictEqual(yield* entryPoints, [launch])
      const ended = yield* eventsAfter(WorldEdits.patch(Sample.application(), { flags: [] }))
      assert.deepStrictEqual(
        ended.map(({ type }) => type),
        ["application.updated", "command.deleted"]
      )
      assert.deepStrictEqual(yield* entryPoints, [])
    })
  )

  test(
    "that is new with EMBEDDED has its entry point",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* WorldEdits.put(Sample.application("9"), { name: "New", owner_id: CAROL, flags: ["EMBEDDED"] })
      const commands = yield* transact(() => Collections.commands.list([Collection.id("9")]))
      assert.deepStrictEqual(
        commands.map(({ name, type }) => [name, type]),
        [["Launch", 4]]
      )
    })
  )

  test(
    "turns discovery on only when no guild has an age-restricted command of it either",
    Effect.gen(function* () {
      yield* Play.settle()
      const { id } = yield* made({ name: "dive", description: "Dive", nsfw: true }, HARBOUR)
      const discover = WorldEdits.patch(Sample.application(), { discoverable: true })
      assert.strictEqual(yield* tagOf(discover), "InvalidForm")
      yield* remove(id, HARBOUR)
      yield* discover
    })
  )

  test(
    "keeps the commands of an installation context that it no longer supports",
    Effect.gen(function* () {
      yield* Play.settle()
      const { command } = yield* create({ name: "adopt", description: "A pet", integration_types: [0, 1] })
      yield* WorldEdits.patch(Sample.application(), { integration_types: [0] })
      const kept = yield* transact(() => Collections.commands.list([Collection.id(PET_SHOP)]))
      assert.deepStrictEqual(kept, [command])
    })
  )

  test(
    "that is deleted leaves no token behind, of those that it was issued neither",
    Effect.gen(function* () {
      yield* Play.settle()
      const client = { client_id: PET_SHOP, client_secrets: ["pet-shop-secret"] }
      const issued = yield* OAuthTokens.issue({ ...client, grant_type: "client_credentials", scope: "identify" })
      yield* WorldEdits.remove(Sample.application())
      for (const token of [`Bot ${BOT_TOKEN}`, `Bearer ${issued.access_token}`, `Bearer ${Play.IDENTIFY_TOKEN}`]) {
        assert.strictEqual(yield* tagOf(authenticate(token)), "Unauthorized")
      }
      const left = (yield* rows).filter(([key, value]) => !/^(event|meta)\//.test(key) && value.includes(PET_SHOP))
      assert.deepStrictEqual(left, [])
    })
  )
})

describeOnEachStore(
  "edits at the same time",
  (test) => {
    test(
      "each take their effect, and at most one gives a name",
      Effect.gen(function* () {
        yield* Play.settle()
        const ids = ["5", "6", "7"]
        yield* Effect.forEach(ids, (id) => WorldEdits.put(Sample.role(id), { name: `Role ${id}` }), {
          concurrency: "unbounded"
        })
        const named = yield* Effect.forEach(
          ids,
          (id) => Effect.exit(WorldEdits.put(Sample.user(id), { username: "dora" })),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          named.filter((exit) => exit._tag === "Success"),
          1
        )
        const world = yield* Worlds.read
        assert.deepStrictEqual(
          world.roles.filter((role) => role.guild_id === HARBOUR).map((role) => role.id),
          [...ids, HARBOUR, MODERATOR]
        )
        yield* Play.throughFile(world)
      })
    )
  },
  { interleave: true }
)
