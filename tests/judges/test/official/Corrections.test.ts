import { expect, it } from "vitest"
import { correct } from "../../src/official/Corrections.ts"

const document = { paths: { "/a": { deep: [{ type: "integer" }] } } }

it("a correction replaces one place and leaves the rest", () => {
  const correction = { at: "/paths/~1a/deep/0/type", value: "string", because: "a test" }
  expect(correct(document, [correction])).toEqual({ paths: { "/a": { deep: [{ type: "string" }] } } })
  expect(document.paths["/a"].deep[0]?.type).toBe("integer")
})

it.each(["/paths/~1b/deep", "/paths/~1a/deep/0/format", "/paths/~1a/deep/7/type"])(
  "a correction of %s, which is not there, is an error",
  (at) => {
    expect(() => correct(document, [{ at, value: 1, because: "a test" }])).toThrow(at)
  }
)
