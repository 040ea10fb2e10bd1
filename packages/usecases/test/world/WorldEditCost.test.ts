import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { countCalls } from "../fixture/Calls.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

/** A tenth of the calls when an edit decoded and judged a part of the world as a file: 5,997 by this count. */
const BOUND = 530

const cost = Effect.gen(function* () {
  let n = 0
  const rename = Effect.suspend(() => WorldEdits.patch(Sample.member(), { nick: `Nick ${n++}` }))
  return yield* countCalls(rename)
})

describeOnEachStore(
  "what an edit costs",
  (test) => {
    test(
      `changing a nickname enters at most ${BOUND} functions`,
      Effect.gen(function* () {
        yield* Play.settle()
        const { total, files } = yield* cost
        assert.isAtMost(total, BOUND, JSON.stringify(files))
        // A count of nothing would prove nothing.
        assert.isAbove(total, 100)
      })
    )

    test(
      "changing a nickname costs the same in a guild of two hundred members",
      Effect.gen(function* () {
        yield* Play.settle()
        const small = yield* cost
        const { users, guilds } = Play.harbourFile()
        const more = Array.from({ length: 200 }, (_, i) => ({
          id: `${310_000_000_000_000_000n + BigInt(i)}`,
          username: `u${i}`
        }))
        const [harbour, ...others] = guilds
        const members = [...(harbour?.members ?? []), ...more.map(({ id }) => ({ user_id: id }))]
        yield* Play.settle({ users: [...users, ...more], guilds: [{ ...harbour, members }, ...others] })
        assert.isAtMost((yield* cost).total, small.total + 5)
      })
    )
  },
  { on: ["memory"] }
)
