import { countCalls } from "@backlot/test-judges/Calls"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { STORES, services } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

/**
 * 5,997 were the calls when an edit decoded and judged a part of the world as a file. A quarter of those here drive the body
 * of the transaction, which a library did then, uncounted.
 */
const BOUND = 650

/** Of a change of alice's nickname, in memory. */
const cost = Effect.fnUntraced(
  function* (changes: object) {
    yield* Play.settle(changes)
    let n = 0
    const edit = Effect.suspend(() => WorldEdits.patch(Sample.member(), { nick: `Nick ${n++}` }))
    yield* edit
    const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<typeof edit>>())
    const count = Effect.promise(() => countCalls(() => run(edit), true))
    // V8 sometimes counts one call twice, for example while it compiles; never one too few.
    const [first, second] = [yield* count, yield* count]
    return second.total < first.total ? second : first
  },
  Effect.provide(services(STORES.memory), { local: true }),
  Effect.scoped
)

it.effect(`changing a nickname enters at most ${BOUND} functions`, () =>
  Effect.gen(function* () {
    const { total, files } = yield* cost({})
    assert.isAtMost(total, BOUND, JSON.stringify(files))
    // A count of nothing would prove nothing.
    assert.isAbove(total, 100)
  })
)

it.effect("changing a nickname costs the same in a guild of two hundred members more", () =>
  Effect.gen(function* () {
    const { users, guilds } = Play.harbourFile()
    const [harbour, ...others] = guilds
    const more = Array.from({ length: 200 }, (_, i) => ({
      id: String(310_000_000_000_000_000n + BigInt(i)),
      username: `u${i}`
    }))
    const members = [...(harbour?.members ?? []), ...more.map(({ id }) => ({ user_id: id }))]
    const large = yield* cost({ users: [...users, ...more], guilds: [{ ...harbour, members }, ...others] })
    assert.isAtMost(large.total, (yield* cost({})).total + 5)
  })
)
