/**
 * A program for the crash tests: stores numbers for ever, each with an id, an event and a deadline that is due at once,
 * and prints each number and id after both were acknowledged. With a second argument it kills itself at that
 * publication: after the commit, before anyone receives the event.
 */

import { writeSync } from "node:fs"
import { layer as layerFile } from "@backlot/adapters-file/Storage"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { store } from "@backlot/ports/Body"
import { EventBus } from "@backlot/ports/EventBus"
import { Ids } from "@backlot/ports/Ids"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { EventLog, layer as layerLog } from "../../src/event/EventLog.ts"
import { Deadlines, schedule } from "../../src/store/Deadlines.ts"
import { layer as layerIds } from "../../src/store/SnowflakeIds.ts"
import { KIND, keyOf, LAST, layerKept } from "./Kept.ts"

const [, , file = "", lastPublication = "0"] = process.argv

let publications = 0
const layerFatalBus = Layer.succeed(EventBus, {
  publish: () => {
    publications++
    if (publications === Number(lastPublication)) process.kill(process.pid, "SIGKILL")
  },
  listen: () => Effect.void
})

const keepOne = Effect.gen(function* () {
  const id = yield* (yield* Ids).next
  const log = yield* EventLog
  const number = yield* log.commit(function* () {
    const next = Number((yield* store.get(LAST)) ?? 0) + 1
    yield* store.put(LAST, String(next))
    yield* store.put(keyOf(next), id)
    yield* schedule({ name: `kept/${next}`, kind: KIND, due_ms: next, payload: next })
    return { value: next, events: [{ type: "message.created", data: { number: next, id } }] }
  })
  writeSync(1, `${number} ${id}\n`)
})

const program = Effect.gen(function* () {
  yield* Storage
  writeSync(1, "open\n")
  const deadlines = yield* Deadlines
  for (;;) {
    yield* keepOne
    yield* keepOne
    yield* deadlines.runDue
  }
})

const ports = Layer.mergeAll(layerFile({ file, durable: false }), layerFatalBus, layerClock)
const services = layerKept.pipe(Layer.provideMerge(Layer.mergeAll(layerIds, layerLog)), Layer.provideMerge(ports))

writeSync(1, "opening\n")
await Effect.runPromise(Effect.provide(program, services))
