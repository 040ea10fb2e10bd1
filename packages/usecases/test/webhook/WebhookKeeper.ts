/**
 * A program for the crash tests: posts numbers for ever and sends them by webhook. It prints each number after its post
 * was acknowledged, and each that is sent before its answer arrives.
 */
import { writeSync } from "node:fs"
import { layer as layerFile } from "@backlot/adapters-file/Storage"
import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layerSeeded } from "@backlot/adapters-memory/Secrets"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { Outbound } from "@backlot/ports/Outbound"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { layer as layerLog } from "../../src/event/EventLog.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as WebhookDeliveries from "../../src/webhook/WebhookDeliveries.ts"
import { layerSending, numberIn, say, told } from "./WebhookKept.ts"

const [, , file = ""] = process.argv

const layerOutbound = Layer.succeed(Outbound, {
  post: ({ body }) =>
    Effect.suspend(() => {
      writeSync(1, `sent ${numberIn(body)}\n`)
      const answer = { status: 204, headers: {}, body: new Uint8Array(), text: "" }
      return Effect.as(
        Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
        answer
      )
    })
})

const program = Effect.gen(function* () {
  const storage = yield* Storage
  yield* storage.transaction(() => Collections.applications.put(told))
  writeSync(1, "open\n")
  yield* Effect.forkChild(WebhookDeliveries.run, { startImmediately: true })
  for (;;) {
    writeSync(1, `said ${yield* say}\n`)
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
})

const ports = Layer.mergeAll(layerFile({ file, durable: false }), layerBus, layerClock, layerSeeded(1), layerOutbound)
const services = layerSending.pipe(Layer.provideMerge(layerLog), Layer.provideMerge(ports))

writeSync(1, "opening\n")
await Effect.runPromise(Effect.provide(program, services))
