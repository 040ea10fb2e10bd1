import { userObject } from "@backlot/domain/guild/UserWire"
import { pending } from "@backlot/domain/interaction/Interaction"
import { newMessage } from "@backlot/domain/interaction/ResponseMessage"
import { NOBODY as NO_MENTIONS } from "@backlot/domain/message/Mention"
import { complete, type MessageContent } from "@backlot/domain/message/MessageBody"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Applications from "../../src/application/Applications.ts"
import * as Commands from "../../src/command/Commands.ts"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Entering from "../fixture/Entering.ts"
import {
  ALICE,
  applicationOf,
  BOB,
  BOT_TOKEN,
  GENERAL,
  HARBOUR,
  MODERATOR,
  PET_SHOP,
  settle,
  slash,
  still,
  target,
  throughFile,
  UPDATE_TOKEN
} from "../fixture/Harbour.ts"
import { describeOnEachStore, transact, WALL_MS } from "../fixture/Stores.ts"

const content = (changes: Partial<MessageContent>) => Result.getOrThrow(complete({ content: "hello", ...changes }))

/** An answer to alice in #general, as the service makes it. */
const answer = Effect.fnUntraced(function* (id: string, changes: Partial<MessageContent>) {
  const application = yield* applicationOf(PET_SHOP)
  const alice = yield* transact(() => Collections.users.get(Collection.id(ALICE)))
  if (alice === undefined) return yield* Effect.die(new Error("alice is missing"))
  const record = pending({
    id: "500000000000000001",
    application_id: PET_SHOP,
    type: 2,
    token: "token",
    user_id: ALICE,
    channel_id: GENERAL,
    guild_id: HARBOUR,
    context: 0,
    authorizing_integration_owners: { "0": HARBOUR },
    command: { id: "500000000000000002", name: "blep", type: 1 },
    installed_here: true,
    locale: "en-US",
    options: [],
    created_ms: WALL_MS
  })
  const scene = {
    now_ms: WALL_MS,
    message_id: id,
    application,
    user: userObject(alice),
    mentionable: NO_MENTIONS
  }
  yield* transact(() => Collections.messages.put(newMessage(record, "answer", content(changes), scene)))
})

const seen = (userId: string) =>
  Effect.map(UserMessages.list(userId, GENERAL, { limit: 10 }), (messages) => messages.map(({ id }) => id))

describeOnEachStore("an export", (test) => {
  test(
    "of a world that was used, imported, is the same world",
    Effect.gen(function* () {
      yield* settle({
        rate_limits: { [PET_SHOP]: { per_second: 100 } },
        lobbies: [{ id: "600000000000000001", application_id: PET_SHOP, members: [{ id: BOB }] }]
      })
      yield* Commands.overwrite(yield* target(), [slash("a", { contexts: [0], nsfw: true }), { type: 2, name: "Menu" }])
      const { command } = yield* Commands.create(yield* target(HARBOUR), slash("b", { default_permission: false }))
      const permissions = [{ id: MODERATOR, type: 1 as const, permission: true }]
      yield* transact(() =>
        Collections.commandPermissions.put({ id: command.id, application_id: PET_SHOP, guild_id: HARBOUR, permissions })
      )
      yield* Applications.update(yield* applicationOf(PET_SHOP), { description: "Pets", tags: ["a"], flags: 1 << 15 })
      yield* OAuthTokens.issue({
        grant_type: "client_credentials",
        scope: "identify",
        client_id: PET_SHOP,
        client_secrets: ["pet-shop-secret"]
      })
      yield* answer("700000000000000001", { flags: 64 })
      yield* answer("700000000000000002", {})
      const before = yield* Worlds.read
      assert.deepStrictEqual(yield* throughFile(before), before)
      yield* Worlds.replace(yield* throughFile(before))
      assert.deepStrictEqual(still(yield* Worlds.read), still(before))
    })
  )

  test(
    "holds the moment it was made",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ now: 12_345 })
      assert.strictEqual((yield* Worlds.read).now, 12_345)
    })
  )

  test(
    "holds fixture tokens in clear and issued ones as hashes, which stay good after an import",
    Effect.gen(function* () {
      yield* settle()
      const { access_token } = yield* OAuthTokens.issue({
        grant_type: "client_credentials",
        scope: "identify",
        client_id: PET_SHOP,
        client_secrets: ["pet-shop-secret"]
      })
      const world = yield* Worlds.read
      const text = JSON.stringify(exportWorld(world))
      assert.isTrue(text.includes(UPDATE_TOKEN) && text.includes(BOT_TOKEN))
      assert.isFalse(text.includes(access_token))
      yield* Worlds.replace(yield* throughFile(world))
      assert.strictEqual((yield* Entering.identify(`Bearer ${access_token}`)).application.id, PET_SHOP)
    })
  )
})

describeOnEachStore("ephemeral messages", (test) => {
  test(
    "keep their viewer over export and import",
    Effect.gen(function* () {
      yield* settle()
      yield* answer("700000000000000001", { flags: 64 })
      yield* answer("700000000000000002", {})
      const before = [yield* seen(ALICE), yield* seen(BOB)]
      assert.deepStrictEqual(before, [["700000000000000001", "700000000000000002"], ["700000000000000002"]])
      const records = yield* transact(() => Collections.messages.list([]))
      yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
      assert.deepStrictEqual([yield* seen(ALICE), yield* seen(BOB)], before)
      assert.deepStrictEqual(yield* transact(() => Collections.messages.list([])), JSON.parse(JSON.stringify(records)))
    })
  )

  for (const [what, given] of Object.entries({
    "no interaction": {},
    "an interaction without a user": { interaction_metadata: { id: "1" } },
    "an interaction that is none": { interaction_metadata: "x" },
    "a user that is none": { interaction_metadata: { user: { id: 7 } } }
  })) {
    test(
      `of a world with ${what} are seen by nobody`,
      Effect.gen(function* () {
        yield* settle({ messages: [{ id: "700000000000000001", channel_id: GENERAL, flags: 64, ...given }] })
        assert.deepStrictEqual([yield* seen(ALICE), yield* seen(BOB)], [[], []])
      })
    )
  }

  test(
    "are told by their flag alone: a message of a world without flags is seen by everyone",
    Effect.gen(function* () {
      yield* settle({ messages: [{ id: "700000000000000001", channel_id: GENERAL, content: "Ahoy", flags: "64" }] })
      assert.deepStrictEqual(yield* seen(BOB), ["700000000000000001"])
    })
  )
})
