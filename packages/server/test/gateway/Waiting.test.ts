/** Frames that arrive while an earlier frame of the same connection is handled. */
import { gateway } from "@backlot/domain/base/Limits"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Connection, Ending } from "../../src/gateway/Connection.ts"
import { frameHandler } from "../../src/gateway/FrameHandler.ts"
import { SessionRegistry } from "../../src/gateway/SessionRegistry.ts"
import { fakeConnection } from "./FakeConnection.ts"
import { partsOf, services, steady } from "./SimulatedGateway.ts"

const busyConnection = (ended: (connection: Connection, ending: Ending) => void) => {
  const connection = fakeConnection({ ended })
  connection.isBusy = true
  return connection
}

const PRESENCE = new TextEncoder().encode(JSON.stringify({ op: 3, d: {} }))

describe("frames behind one that takes its time", () => {
  it.effect.each(["off", "observe"] as const)(
    "wait in a line that has an end without limits too, where the next one closes with 4008: %s",
    (mode) =>
      Effect.gen(function* () {
        const codes: Array<number> = []
        const connection = busyConnection((_, { code }) => codes.push(code))
        const { receive } = yield* frameHandler(yield* partsOf(new SessionRegistry(() => 0), () => {}))
        for (let i = 0; i < gateway.waiting; i++) receive(connection, PRESENCE)
        assert.deepStrictEqual([connection.waiting.length, codes], [gateway.waiting, []])
        receive(connection, PRESENCE)
        assert.deepStrictEqual(codes, [4008])
        assert.lengthOf(connection.waiting, 0)
      }).pipe(
        Effect.provideService(RateLimitMode, { current: () => mode }),
        Effect.scoped,
        Effect.provide(services(steady()))
      )
  )
})
