import { layer as layerFile } from "@backlot/adapters-file/Storage"
import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { type Chance, chance } from "@backlot/ports/conformance/suite/Chance"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Ids } from "@backlot/ports/Ids"
import { campaign, inTwoChains } from "@backlot/test-engines/crash/Campaign"
import { commandOf, type Moment, run } from "@backlot/test-engines/crash/Victim"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { EventLog, layer as layerLog } from "../../src/event/EventLog.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import { layer as layerIds } from "../../src/store/SnowflakeIds.ts"
import { newFile, transact } from "../fixture/Stores.ts"
import { doneKey, keyOf, LAST, layerKept, PREFIX } from "./Kept.ts"

const PROGRAM = new URL("./Keeper.ts", import.meta.url)

/** The services that take over the file. */
const successor = (file: string) => {
  const ports = Layer.mergeAll(layerFile({ file, durable: false }), layerBus, layerClock)
  return layerKept.pipe(Layer.provideMerge(Layer.mergeAll(layerIds, layerLog)), Layer.provideMerge(ports))
}

/** The known content of the store, at the last check. */
interface Seen {
  readonly number: number
  readonly id: bigint
  readonly seq: number
}

const NOTHING: Seen = { number: 0, id: 0n, seq: 0 }

/** More than the programs of one crash write. */
const MANY = 5_000

const lastNumber = Body.map(store.get(LAST), (last) => Number(last ?? 0))

/** Checks what was added: every number has its id and exactly one event, in order and without a gap. */
const judge = Effect.fnUntraced(function* (seen: Seen, told: ReadonlyArray<string>) {
  const last = yield* transact(() => lastNumber)
  const kept = yield* transact(() => store.list({ prefix: PREFIX }, { after: keyOf(seen.number), limit: MANY }))
  const events = yield* (yield* EventLog).since(seen.seq, MANY)
  assert.deepStrictEqual(
    kept.map(([key]) => key),
    Array.from({ length: last - seen.number }, (_, i) => keyOf(seen.number + 1 + i))
  )
  assert.deepStrictEqual(
    events.map(({ seq }) => seq),
    events.map((_, i) => seen.seq + 1 + i)
  )
  const things = kept.map(([, id], i) => ({ number: seen.number + 1 + i, id }))
  assert.deepStrictEqual(dataOf(events, "message.created"), things)
  const ids = things.map(({ id }) => BigInt(id))
  for (const [i, id] of ids.entries()) assert.isTrue(id > (ids[i - 1] ?? seen.id), `id ${id} of ${seen.number + 1 + i}`)
  const lines = things.map(({ number, id }) => `${number} ${id}`)
  assert.includeMembers([lines.join("\n"), lines.slice(0, -1).join("\n")], [told.join("\n")])
  return { number: last, id: ids.at(-1) ?? seen.id, seq: events.at(-1)?.seq ?? seen.seq }
})

const dataOf = (events: ReadonlyArray<LoggedEvent>, type: string) =>
  events.filter((event) => event.type === type).map(({ data }) => data)

/** Completes due deadlines and checks that each number's deadline was completed exactly once. */
const judgeDeadlines = Effect.fnUntraced(function* (from: number, to: number) {
  yield* (yield* Deadlines).runDue
  const numbers = Array.from({ length: to - from }, (_, i) => from + 1 + i)
  const counts = yield* transact(() => store.getMany(numbers.map(doneKey)))
  assert.deepStrictEqual(
    counts,
    numbers.map(() => "1")
  )
})

/** Opens the file as the next process does: checks it, completes deadlines, draws an id. */
const takeOver = (file: string, seen: Seen, told: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found = yield* judge(seen, told)
    yield* judgeDeadlines(seen.number, found.number)
    const id = BigInt(yield* (yield* Ids).next)
    assert.isTrue(id > found.id)
    const events = yield* (yield* EventLog).since(found.seq, MANY)
    return { ...found, id, seq: events.at(-1)?.seq ?? found.seq }
  }).pipe(Effect.provide(successor(file), { local: true }))

interface Fate {
  /** The publication at which it kills itself; 0 for none. */
  readonly publication: number
  readonly moment?: Moment
}

/** It kills itself between commit and event, or we kill it at any time. */
const fateOf = ({ below, pick }: Chance): Fate =>
  pick<Fate>([
    { publication: 1 + below(20) },
    { publication: 0, moment: { lines: 1, rounds: below(2_000) } },
    { publication: 0, moment: { lines: 2 + below(60), rounds: below(300) } }
  ])

const chain = Effect.fnUntraced(function* (crashes: number, seed: number) {
  const file = yield* newFile
  const by = chance(seed)
  let seen = NOTHING
  for (let crash = 1; crash <= crashes; crash++) {
    const { publication, moment } = fateOf(by)
    const { lines, signal } = yield* run(commandOf(PROGRAM, [file, String(publication)]), moment)
    assert.strictEqual(signal, "SIGKILL")
    seen = yield* takeOver(file, seen, lines.slice(2))
  }
})

describe("a process that is killed", () => {
  const asked = campaign(12)
  it.live(
    `leaves one event for each kept change, no id given twice, and deadlines that are completed once (${asked.crashes} kills)`,
    () => inTwoChains(asked, chain),
    asked.timeout
  )

  it.live("between commit and event leaves the event in the log for those who ask", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const { lines } = yield* run(commandOf(PROGRAM, [file, "1"]))
      assert.deepStrictEqual(lines, ["opening", "open"])
      const events = yield* Effect.flatMap(EventLog, (log) => log.since(0, MANY)).pipe(
        Effect.provide(successor(file), { local: true })
      )
      assert.deepStrictEqual(
        events.map(({ seq, type }) => [seq, type]),
        [[1, "message.created"]]
      )
    })
  )
})
