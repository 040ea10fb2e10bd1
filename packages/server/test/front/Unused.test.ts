/** A front that nobody uses or keeps closes by itself: whoever opened it may have been killed. */
import { connect, type Socket } from "node:net"
import { fronts as limits } from "@backlot/domain/base/KeptLimits"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { FrontList, make } from "../../src/front/Fronts.ts"
import { APP } from "../fixture/Running.ts"

const minutes = (count: number) => TestClock.adjust(`${count} minutes`)

const connected = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

it.effect("stays while somebody is connected or asks to keep it", () =>
  Effect.gen(function* () {
    const list = new FrontList()
    const told: Array<boolean> = []
    const changed = (isAny: boolean) => void told.push(isAny)
    const fronts = yield* make({ list, host: "127.0.0.1", serve: () => Effect.void, changed })
    const [used, kept, left] = yield* Effect.all([fronts.open(APP), fronts.open(APP), fronts.open(APP)])
    yield* connected(used.port)
    yield* minutes(limits.idleMinutes - 1)
    assert.strictEqual(list.size, 3)
    yield* fronts.keep(kept.id)
    yield* minutes(1)
    assert.deepEqual(fronts.all(), [used, kept])
    assert.strictEqual((yield* Effect.flip(fronts.keep(left.id)))._tag, "NotFound")
    yield* minutes(limits.idleMinutes)
    assert.deepEqual(fronts.all(), [used])
    yield* fronts.close(used.id)
    assert.deepEqual(told, [true, true, true, true, true, false])
  }).pipe(Effect.scoped)
)
