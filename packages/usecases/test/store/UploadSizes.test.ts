import { retention as bounds } from "@backlot/domain/base/KeptLimits"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Retention from "../../src/store/Retention.ts"
import { rows, STORES, services, transact } from "../fixture/Stores.ts"
import { upload } from "../fixture/Using.ts"

it.effect("of the uploads of all together the oldest go, beyond the bound of their size", () =>
  Effect.gen(function* () {
    const big = "A".repeat(0.4 * bounds.uploadCharacters)
    const put = (id: string, base64: string) => transact(() => Retention.putUpload({ ...upload(id), base64 }))
    // Their keys, because reading a hundred megabytes of JSON takes a second.
    const ids = Effect.map(rows, (all) =>
      all.flatMap(([key]) => (key.startsWith(UPLOADS) ? [String(Number(key.slice(UPLOADS.length)))] : []))
    )
    yield* put("1", big)
    yield* put("2", "AA==")
    yield* put("3", big)
    assert.deepStrictEqual(yield* ids, ["1", "2", "3"])
    yield* put("4", big)
    assert.deepStrictEqual(yield* ids, ["2", "3", "4"])
  }).pipe(Effect.provide(services(STORES.memory)))
)

const UPLOADS = "upload/"
