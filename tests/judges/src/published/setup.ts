/**
 * Set-up of every test file: judges each payload to an app, each message of a server and each dispatch to a session of
 * this process by the published types. A test fails when one deviates.
 */
import { afterAll, afterEach, expect } from "vitest"
import { type Seen, watch } from "./Watch.ts"

/** A dispatch to many sessions is judged once. */
const seen = new Map<string | Seen, Seen>()
watch((one) => seen.set(one.what === "dispatch" ? one.body : one, one))

/** Judges after the test, so that the first call, which takes seconds, delays no answer. */
const expectNone = () => {
  const all = [...seen.values()]
  seen.clear()
  const deviating = all.flatMap(({ what, body, deviations }) => {
    const told = deviations()
    return told.length === 0 ? [] : [`${what} ${body.slice(0, 3_000)}:\n  ${told.slice(0, 20).join("\n  ")}`]
  })
  expect(deviating, "what the published types do not allow").toEqual([])
}

afterEach(expectNone)

afterAll(expectNone)
