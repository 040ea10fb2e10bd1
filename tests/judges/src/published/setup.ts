/**
 * Set-up of every test file: each payload that an app in this process receives, each message that a server in it answers
 * with, and each dispatch that a session in it gets, is judged by the published types. A test in which one deviates fails.
 */
import { afterAll, afterEach, expect } from "vitest"
import { type Seen, watch } from "./Watch.ts"

/** A dispatch that many sessions get is judged once. */
const seen = new Map<string | Seen, Seen>()
watch((one) => seen.set(one.what === "dispatch" ? one.body : one, one))

/** Judged after the test, so that the first look, which takes seconds, delays no answer in it. */
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
