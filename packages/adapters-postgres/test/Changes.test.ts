/** What a process makes of the answers of the database about changes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Changes, makeChanges } from "../src/Changes.ts"
import { Database } from "../src/Database.ts"
import { layerEmptied } from "./Server.ts"

interface Answer {
  readonly epoch?: string | null
  readonly is_whole?: boolean
  readonly kinds?: ReadonlyArray<string>
}

const result = ({ epoch = "a", is_whole = true, kinds = [] }: Answer) => ({
  rows: [{ snapshot: "1:1:", epoch, is_whole, kinds }],
  command: "SELECT",
  rowCount: 1,
  oid: null,
  fields: []
})

const look = ({ look }: Changes, answer: Answer = {}) => look().see(result(answer))

/** Changes that have been looked at. */
const looked = () => {
  const changes = makeChanges("any")
  look(changes)
  return changes
}

describe("what was read before a look", () => {
  /** Whether it is still valid by this kind. */
  const isValidAfter = (act: (changes: Changes) => void, kind = "command"): boolean => {
    const changes = looked()
    const before = changes.revision([kind])
    act(changes)
    return changes.revision([kind]) === before
  }

  const CASES: Readonly<Record<string, readonly [(changes: Changes) => void, boolean]>> = {
    "is valid when nothing has changed": [(changes) => look(changes), true],
    "is valid when another kind has changed": [(changes) => look(changes, { kinds: ["user"] }), true],
    "is not when its kind has changed": [(changes) => look(changes, { kinds: ["user", "command"] }), false],
    "is not when this process has written its kind": [({ wrote }) => wrote(["command"]), false],
    "is not when older lines are gone": [(changes) => look(changes, { is_whole: false }), false],
    "is not when the database has begun a new epoch": [(changes) => look(changes, { epoch: "b" }), false],
    "is not when the database has no epoch": [(changes) => look(changes, { epoch: null }), false],
    "is not when a connection was lost": [({ clear }) => clear(), false],
    "is not when the answer is from before a connection was lost": [
      (changes) => {
        const { see } = changes.look()
        changes.clear()
        look(changes)
        see(result({}))
      },
      false
    ]
  }
  for (const [what, [act, isValid]] of Object.entries(CASES)) {
    it(what, () => assert.strictEqual(isValidAfter(act), isValid))
  }

  it("is not valid for any kind when one has changed", () => {
    assert.isFalse(isValidAfter((changes) => look(changes, { kinds: ["user"] }), ""))
  })

  it("is judged by a late answer too, and the next question goes on from the newest", () => {
    const changes = looked()
    const before = changes.revision(["command"])
    const early = changes.look()
    look(changes)
    early.see(result({ kinds: ["command"] }))
    assert.notStrictEqual(changes.revision(["command"]), before)
  })

  it("makes known rows forgotten when the epoch is another", () => {
    const changes = looked()
    let forgotten = 0
    changes.onClear(() => forgotten++)
    look(changes)
    assert.strictEqual(forgotten, 0)
    look(changes, { epoch: "b" })
    assert.strictEqual(forgotten, 1)
  })
})

it.live("the database tells what was written since the look before, by whoever, and that lines are whole", () =>
  Effect.gen(function* () {
    const database = yield* Database
    const session = yield* database.open
    const { schema } = database.settings
    const write = (kind: string) =>
      session.exchange([[`INSERT INTO ${schema}.change VALUES (pg_current_xact_id(), ARRAY[$1::text])`, kind]])
    const changes = makeChanges(schema)
    const lookThere = Effect.suspend(() => {
      const { statement, see } = changes.look()
      return Effect.map(session.exchange([statement]), ([found]) => see(found))
    })
    yield* write("oldest")
    yield* lookThere
    yield* lookThere
    const [command, user] = [changes.revision(["command"]), changes.revision(["user"])]
    yield* write("command")
    assert.strictEqual(changes.revision(["command"]), command)
    yield* lookThere
    assert.notStrictEqual(changes.revision(["command"]), command)
    assert.strictEqual(changes.revision(["user"]), user)
    yield* session.exchange([[`TRUNCATE ${schema}.change`]])
    yield* lookThere
    assert.notStrictEqual(changes.revision(["user"]), user)
  }).pipe(Effect.scoped, Effect.provide(layerEmptied()))
)
