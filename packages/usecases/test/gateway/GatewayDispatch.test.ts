import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { derivedRoleId } from "@backlot/domain/record/ManagedRole"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { dispatchesOf } from "../../src/gateway/GatewayDispatch.ts"
import * as Collections from "../../src/store/Collections.ts"
import type { Deadlines } from "../../src/store/Deadlines.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { countTransactions, describeOnEachStore, events, transact } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { happen, headOf, told } from "./Telling.ts"

const { ALICE, CAROL, GENERAL, HARBOUR, MODERATOR, PET_SHOP, QUAY, WEATHER } = Play

const { GUILDS } = INTENTS

/** Each line of what is told: `<application> <event> <intents>`. */
const linesOf = (dispatches: ReadonlyArray<Dispatch>) => dispatches.map((d) => `${headOf(d)} ${d.intents}`)

const put = WorldEdits.put
const patch = WorldEdits.patch
const remove = WorldEdits.remove
type Edit = Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof put>> | Deadlines>
const NEW = "200000000000000029"

describeOnEachStore("the bots of a guild are told of", (test) => {
  test(
    "what happened, by ids and elements",
    Effect.gen(function* () {
      yield* Play.settle()
      const channel = { name: "new", type: 11, parent_id: GENERAL }
      const dataOf = (edit: Edit) => Effect.map(told(edit), ([first]) => first?.d)
      assert.deepInclude(yield* dataOf(put(Sample.channel(NEW), channel)), {
        ...channel,
        id: NEW,
        guild_id: HARBOUR,
        newly_created: true
      })
      assert.deepStrictEqual(yield* dataOf(remove(Sample.channel(NEW))), {
        id: NEW,
        guild_id: HARBOUR,
        parent_id: GENERAL,
        type: 11
      })
      assert.deepStrictEqual(yield* dataOf(remove(Sample.role())), { guild_id: HARBOUR, role_id: MODERATOR })
      const gone = yield* dataOf(remove(Sample.member()))
      assert.deepNestedInclude(gone, { guild_id: HARBOUR, "user.id": ALICE, "user.username": "alice" })
      assert.deepStrictEqual(yield* dataOf(remove(Sample.guild())), { id: HARBOUR })
    })
  )

  test(
    "a new guild without the key unavailable, and with their own member alone",
    Effect.gen(function* () {
      yield* Play.settle()
      const dispatches = yield* told(put(Sample.install(PET_SHOP, QUAY), { permissions: ["KICK_MEMBERS"] }))
      const joined = dispatches.find(({ t }) => t === "GUILD_CREATE")
      assert.strictEqual(joined?.guild_id, QUAY)
      assert.notProperty(joined?.d, "unavailable")
      assert.deepNestedInclude(joined?.d, {
        id: QUAY,
        member_count: 3,
        "members.length": 1,
        "members[0].user.id": PET_SHOP,
        "members[0].roles": [derivedRoleId(QUAY, PET_SHOP)],
        "roles[1].tags": { bot_id: PET_SHOP }
      })
    })
  )

  test(
    "the member of somebody who is nobody by now",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* put(Sample.member(CAROL), {})
      const [gone] = yield* told(remove(Sample.user(CAROL)))
      assert.strictEqual(gone?.t, "GUILD_MEMBER_REMOVE")
      assert.deepNestedInclude(gone?.d, { "user.id": CAROL })
    })
  )
})

describeOnEachStore("an update of a channel", (test) => {
  test(
    "names its newest message, which libraries take over",
    Effect.gen(function* () {
      yield* Play.settle()
      const said = { content: "hi", reply_to: undefined, files: [] }
      const message = yield* UserMessages.say({ user_id: ALICE, channel_id: GENERAL }, said)
      const [update] = yield* told(patch(Sample.channel(GENERAL), { name: "lobby" }))
      assert.deepInclude(update?.d, { id: GENERAL, name: "lobby", last_message_id: message.id })
    })
  )
})

describeOnEachStore("of an event of the log", (test) => {
  test(
    "nothing is said to applications without a session, and nothing is read that bots are never told of",
    Effect.gen(function* () {
      yield* Play.settle()
      const edit = patch(Sample.channel(), { name: "lobby" })
      assert.deepStrictEqual(linesOf(yield* told(edit, (id) => id === WEATHER)), [`Weather CHANNEL_UPDATE ${GUILDS}`])
      assert.deepStrictEqual(yield* told(patch(Sample.channel(), { name: "hall" }), () => false), [])
      yield* happen("command.created", { id: "1" })
      const [last] = (yield* events).slice(-1)
      const say = last === undefined ? Effect.die("nothing was logged") : dispatchesOf(last, () => true)
      assert.deepStrictEqual(yield* countTransactions(say), { transactions: 0 })
    })
  )

  test(
    "nothing is read of messages, reactions and typing when no session has an intent for them",
    Effect.gen(function* () {
      for (const type of ["message.created", "message.bulk_deleted", "message.reaction_added", "typing.started"]) {
        const event = { seq: 1, type, at: 0, data: {} }
        const hears = (intents: number) => (intents & GUILDS) !== 0
        const say = dispatchesOf(event, () => true, hears)
        assert.deepStrictEqual(yield* countTransactions(say), { transactions: 0 }, type)
      }
    })
  )

  test(
    "the same data is the same object for every application, so that it is encoded once",
    Effect.gen(function* () {
      yield* Play.settle()
      const [one, other, ...more] = yield* told(patch(Sample.channel(), { name: "lobby" }))
      assert.strictEqual(one?.d, other?.d)
      assert.deepStrictEqual(more, [])
    })
  )
})

describeOnEachStore("the application alone is told of", (test) => {
  test(
    "the permissions of its commands, without an intent",
    Effect.gen(function* () {
      yield* Play.settle()
      const d = { id: PET_SHOP, application_id: PET_SHOP, guild_id: HARBOUR, permissions: [] }
      assert.deepStrictEqual(yield* told(happen("command_permissions.updated", d)), [
        {
          application_id: PET_SHOP,
          guild_id: HARBOUR,
          t: "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
          intents: 0,
          d
        }
      ])
    })
  )

  test(
    "an interaction that waits for it, by the shard that it was handed to, and of none that was answered",
    Effect.gen(function* () {
      yield* Play.settle()
      const interaction_id = "800000000000000001"
      const created = happen("interaction.created", { interaction_id, application_id: PET_SHOP, guild_id: HARBOUR })
      assert.deepStrictEqual(yield* told(created), [])
      const payload = JSON.stringify({ id: interaction_id })
      const row = { interaction_id, application_id: PET_SHOP, guild_id: null, payload }
      yield* transact(() => Collections.undelivered.put(row))
      assert.deepStrictEqual(yield* told(created), [
        { application_id: PET_SHOP, guild_id: null, t: "INTERACTION_CREATE", intents: 0, d: payload, interaction_id }
      ])
      assert.deepStrictEqual(yield* told(created, (id) => id === WEATHER), [])
    })
  )
})
