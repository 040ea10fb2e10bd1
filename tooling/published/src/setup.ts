/**
 * Set-up of every test file: each payload that an app in this process receives, and each message that a server in it
 * answers with, is judged by the published types. A test in which one deviates fails.
 */
import { afterAll, afterEach, expect } from "vitest"
import { type Seen, watch } from "./Watch.ts"

const seen: Array<Seen> = []
watch((one) => seen.push(one))

const judged = { payload: 0, message: 0 }

/** Judged after the test, so that the first look, which takes seconds, delays no answer in it. */
const expectNone = () => {
  const deviating = seen.splice(0).flatMap(({ what, body, deviations }) => {
    judged[what]++
    const told = deviations()
    return told.length === 0 ? [] : [`${what} ${body.slice(0, 3_000)}:\n  ${told.slice(0, 20).join("\n  ")}`]
  })
  expect(deviating, "what the published types do not allow").toEqual([])
}

afterEach(expectNone)

afterAll(() => {
  expectNone()
  if (judged.payload + judged.message > 0) {
    console.log(`Published types: ${judged.payload} payloads and ${judged.message} messages judged`)
  }
})
