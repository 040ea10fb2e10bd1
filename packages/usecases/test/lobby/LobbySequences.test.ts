/** After any calls in any order the counts of lobbies are right, and each idle lobby has its deadline. */

import { store } from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as Time from "../../src/event/Time.ts"
import * as Lobbies from "../../src/lobby/Lobbies.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import * as Collections from "../../src/store/Collections.ts"
import { clockTime } from "../../src/store/Transact.ts"
import { ALICE, BOB, CAROL, NOBODY, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { at, made, UNKNOWN_LOBBY } from "../fixture/Lobbying.ts"
import { describeOnEachStore, type Services, transact } from "../fixture/Stores.ts"

interface Step {
  readonly what: keyof typeof CALLS
  /** Of the lobbies that were made so far, counted round. */
  readonly lobby: number
  readonly application: string
  readonly user: string
  readonly source: string
  readonly users: ReadonlyArray<string>
  readonly seconds: number
}

type Call = Effect.Effect<unknown, unknown, Services>

const listed = ({ users }: Step) => users.map((id) => ({ id }))
const address = (step: Step, id: string) => at(id, step.application)
const memberOf = (step: Step, id: string) => ({ ...address(step, id), user_id: step.user })
const connection = ({ user, source }: Step, lobby_id: string) => ({ lobby_id, user_id: user, source })

const CALLS = {
  create: (step: Step): Call => made({ members: listed(step), idle_timeout_seconds: step.seconds }, step.application),
  edit: (step: Step, id: string): Call => Lobbies.edit(address(step, id), { idle_timeout_seconds: step.seconds }),
  replace: (step: Step, id: string): Call => Lobbies.edit(address(step, id), { members: listed(step) }),
  delete: (step: Step, id: string): Call => Lobbies.remove(address(step, id)),
  put: (step: Step, id: string): Call => LobbyMembers.put(memberOf(step, id), { flags: step.lobby % 2 }),
  remove: (step: Step, id: string): Call => LobbyMembers.remove(memberOf(step, id)),
  bulk: (step: Step, id: string): Call =>
    LobbyMembers.bulk(
      address(step, id),
      listed(step).map((item, i) => ({ ...item, remove_member: i === 0 }))
    ),
  connect: (step: Step, id: string): Call => LobbyMembers.connect(connection(step, id)),
  disconnect: (step: Step, id: string): Call => LobbyMembers.disconnect(connection(step, id)),
  disconnectAll: ({ source }: Step): Call => LobbyMembers.disconnectAll((one) => one === source),
  advance: ({ seconds }: Step): Call => Time.change({ advance_ms: seconds * 250 })
}

// Object.keys widens the names of the table to string.
const NAMES = Object.keys(CALLS) as ReadonlyArray<keyof typeof CALLS>

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(...NAMES, ...NAMES.filter((name) => name !== "delete"), "create", "connect", "connect"),
    lobby: fc.nat(2),
    application: fc.constantFrom(PET_SHOP, PET_SHOP, PET_SHOP, PET_SHOP, WEATHER),
    user: fc.constantFrom(ALICE, ALICE, BOB, BOB, CAROL, NOBODY),
    source: fc.constantFrom("control", "gateway"),
    users: fc.subarray([ALICE, BOB, CAROL], { minLength: 2 }),
    seconds: fc.integer({ min: 5, max: 40 })
  }),
  { minLength: 40, maxLength: 60 }
)

const check = transact(function* () {
  const now = yield* clockTime
  const lobbies = yield* Collections.lobbies.list([])
  const members = Map.groupBy(yield* Collections.lobbyMembers.list([]), ({ lobby_id }) => lobby_id)
  const deadlines = yield* store.list({ prefix: "deadline/" })
  for (const { id, application_id, member_count, connected_count, idle_due_ms } of lobbies) {
    const own = members.get(id) ?? []
    const connected = own.filter((member) => member.connected === true)
    assert.deepStrictEqual([member_count, connected_count], [own.length, connected.length])
    assert.isTrue(own.every((member) => member.application_id === application_id))
    assert.isTrue(own.every((member) => (member.connected_by?.length ?? 0) > 0 === (member.connected === true)))
    assert.strictEqual(idle_due_ms === null, connected.length > 0)
    assert.isTrue(idle_due_ms === null || idle_due_ms > now)
    members.delete(id)
  }
  assert.strictEqual(members.size, 0)
  assert.sameMembers(
    deadlines.map(([key]) => key).filter((key) => key.includes("/lobby/")),
    lobbies.flatMap(({ id, idle_due_ms }) =>
      idle_due_ms === null ? [] : [`deadline/${String(idle_due_ms).padStart(20, "0")}/lobby/${id}`]
    )
  )
})

describeOnEachStore("lobbies in any sequence of requests", (test) => {
  test(
    "count who is there and connected, and have a deadline while nobody is connected",
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Services>())
      const play = Effect.fnUntraced(function* (all: ReadonlyArray<Step>) {
        yield* settle()
        yield* Time.change({ mode: "frozen" })
        for (let i = 0; i < 3; i++) yield* made({ members: [{ id: ALICE }, { id: BOB }] })
        for (const step of all) {
          const ids = (yield* transact(() => Collections.lobbies.list([]))).map(({ id }) => id)
          // A refused call changes nothing.
          yield* Effect.exit(CALLS[step.what](step, ids[step.lobby % Math.max(1, ids.length)] ?? UNKNOWN_LOBBY))
          // An idle time-out that was cut short may be over already.
          yield* Time.change({ advance_ms: 0 })
          yield* check
        }
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(steps, (all) => run(play(all))),
          { numRuns: 15, seed: 20_260_101 }
        )
      )
    })
  )
})
