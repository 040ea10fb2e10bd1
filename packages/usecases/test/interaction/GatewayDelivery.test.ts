import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Time from "../../src/event/Time.ts"
import { GatewaySessions } from "../../src/interaction/GatewayDelivery.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { GENERAL, HARBOUR, PET_SHOP, settle, slash } from "../fixture/Harbour.ts"
import { create } from "../fixture/Registering.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import { detailOf, record, settled, steps, use, withApp } from "../fixture/Using.ts"

const nothingIsSent = () => Effect.die("nothing is sent over HTTP")

const undelivered = (id: string) => transact(() => Collections.undelivered.get(Collection.id(id)))

/** Runs with this number of sessions; `asked` records the questions about them. */
const withSessions = <A, E, R>(
  takers: { readonly connected: number; readonly resumable: number },
  body: (asked: ReadonlyArray<unknown>) => Effect.Effect<A, E, R>
) => {
  const asked: Array<unknown> = []
  const sessions = (...question: ReadonlyArray<unknown>) => {
    asked.push(question)
    return takers
  }
  return withApp(nothingIsSent, () => Effect.provideService(body(asked), GatewaySessions, sessions))
}

const used = Effect.gen(function* () {
  yield* settle()
  const { command } = yield* create(slash("adopt"))
  return yield* use({ command_id: command.id })
})

describeOnEachStore("an interaction of an application without an endpoint", (test) => {
  test(
    "is kept for the shard of its guild, with the payload that its sessions are sent",
    withSessions(
      { connected: 2, resumable: 0 },
      Effect.fnUntraced(function* (asked) {
        const { id, state, error } = yield* used
        assert.deepStrictEqual([state, error], ["pending", null])
        assert.deepStrictEqual(asked, [[PET_SHOP, HARBOUR]])
        assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "dispatching"])
        const kept = yield* undelivered(id)
        assert.deepInclude(kept, { application_id: PET_SHOP, guild_id: HARBOUR })
        assert.deepInclude(JSON.parse(kept?.payload ?? ""), { id, application_id: PET_SHOP, channel_id: GENERAL })
        assert.deepStrictEqual(yield* detailOf(id, "dispatching"), {
          event: "INTERACTION_CREATE",
          sessions: 2,
          body: kept?.payload
        })
      })
    )
  )

  test(
    "is no longer kept once it is answered by callback",
    withSessions(
      { connected: 1, resumable: 0 },
      Effect.fnUntraced(function* () {
        const { id, token } = yield* used
        yield* InteractionCalls.respond({ interaction_id: id, token }, { type: 5 })
        assert.strictEqual((yield* record(id))?.state, "deferred")
        assert.isUndefined(yield* undelivered(id))
      })
    )
  )

  test(
    "is no longer kept once its 3 seconds are over",
    withSessions(
      { connected: 1, resumable: 0 },
      Effect.fnUntraced(function* () {
        const { id } = yield* used
        yield* Time.change({ advance_ms: 3_000 })
        assert.strictEqual((yield* record(id))?.state, "timed_out")
        assert.isUndefined(yield* undelivered(id))
      })
    )
  )

  test(
    "waits for a session whose client may still resume, and says so",
    withSessions(
      { connected: 0, resumable: 1 },
      Effect.fnUntraced(function* () {
        const { id, error } = yield* used
        assert.match(error?.because ?? "", /a session that lost its connection gets it when its bot resumes/)
        assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "awaited", "dispatching"])
        assert.deepInclude(yield* detailOf(id, "dispatching"), { sessions: 0, resumable: 1 })
      })
    )
  )

  test(
    "of which no session would hear tells at once why nobody answers",
    withSessions(
      { connected: 0, resumable: 0 },
      Effect.fnUntraced(function* () {
        const { id, error, state } = yield* used
        assert.strictEqual(state, "pending")
        assert.match(error?.because ?? "", /no gateway session is connected that would get it/)
        assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "undeliverable"])
      })
    )
  )
})

describeOnEachStore(
  "waiting for an interaction that could not be delivered",
  (test) => {
    test(
      "ends at once while the clock is frozen, because nobody can answer any more",
      withSessions(
        { connected: 0, resumable: 0 },
        Effect.fnUntraced(function* () {
          yield* Time.change({ mode: "frozen" })
          const { record: seen, expired } = yield* settled((yield* used).id)
          assert.deepStrictEqual([seen.state, expired], ["pending", true])
          assert.match(seen.error?.because ?? "", /so nothing was delivered/)
          yield* Time.change({ advance_ms: 3_000 })
          assert.strictEqual((yield* record(seen.id))?.state, "timed_out")
        })
      )
    )

    test(
      "lasts as its user waits while the clock is real",
      withSessions(
        { connected: 0, resumable: 0 },
        Effect.fnUntraced(function* () {
          const waiting = yield* Effect.forkChild(settled((yield* used).id), { startImmediately: true })
          yield* Time.change({ advance_ms: 3_000 })
          const { record: seen, expired } = yield* Fiber.join(waiting)
          assert.deepStrictEqual([seen.state, expired], ["timed_out", false])
        })
      )
    )

    test(
      "lasts where a session may still resume",
      withSessions(
        { connected: 0, resumable: 1 },
        Effect.fnUntraced(function* () {
          yield* Time.change({ mode: "frozen" })
          const waiting = yield* Effect.forkChild(settled((yield* used).id), { startImmediately: true })
          yield* Time.change({ advance_ms: 3_000 })
          assert.deepInclude(yield* Fiber.join(waiting), { expired: false })
        })
      )
    )
  },
  // If other processes write to the same store, one of their sessions may receive it.
  { on: ["memory", "file"] }
)
