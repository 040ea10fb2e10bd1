import { layer as layerFile } from "@backlot/adapters-file/Storage"
import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layerSeeded } from "@backlot/adapters-memory/Secrets"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Outbound } from "@backlot/ports/Outbound"
import { campaign, inTwoChains } from "@backlot/test-engines/crash/Campaign"
import { commandOf, run } from "@backlot/test-engines/crash/Victim"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer as layerLog } from "../../src/event/EventLog.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as WebhookDeliveries from "../../src/webhook/WebhookDeliveries.ts"
import { newFile, transact } from "../fixture/Stores.ts"
import { ACKNOWLEDGED } from "../fixture/Webhooking.ts"
import { lastSaid, layerSending, numberIn } from "./WebhookKept.ts"

const PROGRAM = new URL("./WebhookKeeper.ts", import.meta.url)

const numbers = (lines: ReadonlyArray<string>, what: "said" | "sent") =>
  lines.flatMap((line) => (line.startsWith(`${what} `) ? [Number(line.slice(what.length + 1))] : []))

/** Sends the rest of the file; gives what it sent, and the last number. */
const takeOver = (file: string) => {
  const sent: Array<number> = []
  const outbound = Layer.succeed(Outbound, {
    post: ({ body }) => Effect.sync(() => sent.push(numberIn(body))).pipe(Effect.as(ACKNOWLEDGED))
  })
  const ports = Layer.mergeAll(layerFile({ file, durable: false }), layerBus, layerClock, layerSeeded(1), outbound)
  const services = layerSending.pipe(Layer.provideMerge(layerLog), Layer.provideMerge(ports))
  const none = Effect.filterOrFail(
    transact(() => Collections.webhookEvents.list([])),
    (rows) => rows.length === 0
  )
  return Effect.gen(function* () {
    yield* Effect.raceFirst(WebhookDeliveries.run, Effect.eventually(none))
    return { sent, last: yield* transact(() => lastSaid) }
  }).pipe(Effect.provide(services, { local: true }))
}

const chain = Effect.fnUntraced(function* (crashes: number, seed: number) {
  const file = yield* newFile
  const { below } = chance(seed)
  const sent = new Set<number>()
  const said = new Set<number>()
  for (let crash = 1; crash <= crashes; crash++) {
    const { lines, signal } = yield* run(commandOf(PROGRAM, [file]), { lines: 2 + below(80), rounds: below(300) })
    assert.strictEqual(signal, "SIGKILL")
    for (const number of numbers(lines, "said")) said.add(number)
    for (const number of numbers(lines, "sent")) sent.add(number)
  }
  const left = yield* takeOver(file)
  for (const number of left.sent) sent.add(number)
  assert.isAtLeast(left.last, said.size)
  // Each stored number was sent, and no other.
  assert.deepStrictEqual(
    [...sent].sort((a, b) => a - b),
    Array.from({ length: left.last }, (_, i) => 1 + i)
  )
})

describe("a process that is killed", () => {
  const asked = campaign(8)
  it.live(
    `sends every webhook event of what it kept, or leaves it to the next (${asked.crashes} kills)`,
    () => inTwoChains(asked, chain),
    asked.timeout
  )
})
