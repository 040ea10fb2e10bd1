/** The sending of webhook events moves from one server to another, without a kill. */
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { ALICE } from "../Harbour.ts"
import { EVERY, hooked, type Node, rest, starting } from "./Nodes.ts"

const ANSWER = { status: 204 }

/** The numbers that came, in order. */
const numbersIn = ({ received }: RecordingEndpoint.RecordingEndpoint) =>
  received.flatMap(({ body }) => {
    const found = /number (\d+)/.exec(body)
    return found === null ? [] : [Number(found[1])]
  })

const come = (hook: RecordingEndpoint.RecordingEndpoint, count: number) =>
  Effect.repeat(
    Effect.sync(() => numbersIn(hook)),
    { until: ({ length }) => length >= count, schedule: EVERY }
  )

/** A server that can be closed before the test ends. */
const closable = Effect.fnUntraced(function* (start: ReturnType<typeof starting>) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (one) => Scope.close(one, Exit.void))
  return { node: yield* Scope.provide(start, scope), close: Scope.close(scope, Exit.void) }
})

const lobbyOn = (node: Node) =>
  Effect.map(rest(node, "POST", "/lobbies", { members: [{ id: ALICE }] }), ({ body }) => body.id)

const say = Effect.fnUntraced(function* (node: Node, lobby: string, number: number) {
  const sent = yield* rest(node, "POST", `/lobbies/${lobby}/messages`, { content: `number ${number}` })
  assert.strictEqual(sent.status, 201)
})

describe("a webhook event that is under way when the sending moves comes once", () => {
  it.live("when its server closes before it was answered", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const hook = yield* RecordingEndpoint.start(() => Effect.as(Deferred.await(answer), ANSWER))
      const start = starting({ settings: hooked(hook.url) })
      const { node, close } = yield* closable(start)
      const lobby = yield* lobbyOn(node)
      yield* say(node, lobby, 0)
      yield* hook.take
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      const next = yield* start
      yield* Deferred.succeed(answer, undefined)
      yield* Fiber.join(closing)
      yield* say(next, lobby, 1)
      assert.deepStrictEqual(yield* come(hook, 2), [0, 1])
    })
  )

  it.live("when servers join and leave while events happen without a pause", () =>
    Effect.gen(function* () {
      const hook = yield* RecordingEndpoint.start(() => Effect.delay(Effect.succeed(ANSWER), "50 millis"))
      const start = starting({ settings: hooked(hook.url) })
      const { node, close } = yield* closable(start)
      const lobby = yield* lobbyOn(node)
      let speaker: Node = node
      let [said, isTalking] = [0, true]
      // Some wait for their turn at each moment.
      const talk = Effect.gen(function* () {
        if (said - hook.received.length < 3) yield* say(speaker, lobby, said++)
        else yield* Effect.sleep("5 millis")
      })
      const talking = yield* Effect.forkChild(Effect.repeat(talk, { while: () => isTalking }))
      yield* come(hook, 5)
      yield* start
      speaker = yield* start
      yield* come(hook, said + 5)
      yield* close
      yield* come(hook, said + 5)
      isTalking = false
      yield* Fiber.join(talking)
      yield* come(hook, said)
      assert.deepStrictEqual(
        numbersIn(hook),
        Array.from({ length: said }, (_, i) => i)
      )
    })
  )
})
