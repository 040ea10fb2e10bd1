import { store } from "@backlot/ports/Body"
import { type Chance, chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage } from "@backlot/ports/Storage"
import { campaign, inTwoChains } from "@backlot/test-engines/crash/Campaign"
import { commandOf, type Moment, run } from "@backlot/test-engines/crash/Victim"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { newFile, openAt } from "./Folder.ts"
import { lastOf, ledgerOf } from "./Ledger.ts"

const PROGRAM = new URL("./Writer.ts", import.meta.url)
/** Numbers written at once; most of them are flushed as a group. */
const BURST = 5
const writer = (file: string, longest = 100) => commandOf(PROGRAM, [file, String(longest), "", String(BURST)])

/** Checks that every transaction is complete or absent; returns the newest number. */
const judge = (file: string, longest: number) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(function* () {
      const last = yield* lastOf
      const found = yield* store.list({ prefix: "" })
      assert.deepStrictEqual(new Map(found), ledgerOf(last, longest))
      return last
    })
  ).pipe(Effect.provide(openAt(file)))

/** Moments while the file is opened or recovered, and moments in the middle of writing. */
const momentOf = ({ below, pick }: Chance): Moment =>
  pick([
    { lines: 1, rounds: below(2_000) },
    { lines: 2 + below(60), rounds: below(200) },
    { lines: 2 + below(60), rounds: below(200) },
    { lines: 60 + below(100), rounds: 0 }
  ])

const chain = Effect.fnUntraced(function* (crashes: number, seed: number) {
  const file = yield* newFile
  const by = chance(seed)
  // Some values fill many pages, and some fill a journal in a few writes, so that merges and checkpoints happen.
  const longest = by.pick([200_000, 20_000, 2_000])
  let acknowledged = 0
  /** Crashes since the last check: each may have kept a burst that was not printed. */
  let unseen = 0
  for (let crash = 1; crash <= crashes; crash++) {
    const { lines, signal } = yield* run(writer(file, longest), momentOf(by))
    assert.strictEqual(signal, "SIGKILL", lines.join("\n"))
    const told = lines.slice(1).map(Number)
    const first = told[0] ?? acknowledged + 1
    assert.isTrue(first > acknowledged && first <= acknowledged + 1 + unseen, `${first} after ${acknowledged}`)
    assert.deepStrictEqual(
      told,
      told.map((_, i) => first + i)
    )
    unseen = told.length === 0 ? unseen + BURST : BURST
    acknowledged = told.at(-1) ?? acknowledged
    // Sometimes the next program itself opens the file after the crash, without a recovery in between.
    if (crash < crashes && by.below(3) === 0) continue
    const last = yield* judge(file, longest)
    assert.isTrue(last >= acknowledged && last <= acknowledged + unseen, `${last} after ${acknowledged}`)
    acknowledged = last
    unseen = 0
  }
})

const asked = campaign(12)
it.live(
  `after each of ${asked.crashes} kills every acknowledged write is found, and no half one`,
  () => inTwoChains(asked, chain),
  asked.timeout
)

it.live("a second process on the same file is refused at once", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const attempt = run(writer(file), { lines: 2, rounds: 0 })
    const { lines } = yield* Effect.provide(attempt, openAt(file))
    assert.match(lines[1] ?? "", /^unusable in-use: .*is in use, perhaps by another Backlot server/)
    assert.strictEqual((yield* attempt).lines[1], "1")
  })
)
