import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as DataFile from "../src/DataFile.ts"
import * as Services from "../src/Services.ts"
import { collect } from "./fixture/Logs.ts"
import { APP, world } from "./fixture/Running.ts"

/** The path of a data file in a temporary folder, which the scope removes. */
const fresh = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-data-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
).pipe(Effect.map((folder) => join(folder, "a.db")))

const given = (value: unknown) => ({ file: "world", text: JSON.stringify(value) })

const inFile = <A, E>(file: string, body: Body.Body<A, E>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(() => body)).pipe(
    Effect.provide(
      Services.layer({
        storage: { kind: "file", file, durable: false },
        ids: "wall",
        seed: undefined,
        limits: undefined,
        noPrivateEndpoints: false
      })
    )
  )

const LAYOUT = "meta/layout"
const layout = store.get(LAYOUT)
const forget = store.delete(LAYOUT)

describe("a world that is imported into a data file", () => {
  it.live("is told of buckets that limit no route, as a server tells it", () => {
    const logs = collect()
    const stray = { method: "GET", path: "/applications/{application_id}/command", limit: 1, window_seconds: 1 }
    return Effect.gen(function* () {
      const file = yield* fresh
      yield* DataFile.imported(file, given({ ...world, rate_limits: { [APP]: { buckets: [stray] } } }))
      const told =
        "The world's rate limit of GET /applications/{application_id}/command limits no route of this version"
      assert.strictEqual(logs.lines.filter((line) => line.includes(told)).length, 1)
    }).pipe(Effect.scoped, Effect.provide(logs.layer))
  })
})

describe("a data file of an earlier layout is brought to the current one by", () => {
  const commands: ReadonlyArray<readonly [string, (file: string) => Effect.Effect<unknown, unknown>]> = [
    ["export", (file) => DataFile.exported(file, "json")],
    ["import", (file) => DataFile.imported(file, given(world))],
    ["reset", DataFile.reset]
  ]
  for (const [name, command] of commands) {
    it.live(name, () =>
      Effect.gen(function* () {
        const file = yield* fresh
        yield* DataFile.imported(file, given(world))
        const current = yield* inFile(file, layout)
        yield* inFile(file, forget)
        yield* command(file)
        assert.isDefined(current)
        assert.strictEqual(yield* inFile(file, layout), current)
      }).pipe(Effect.scoped)
    )
  }
})
