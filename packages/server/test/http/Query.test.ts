import { expect, test } from "vitest"
import { parseBoolean } from "../../src/http/Query.ts"

test.each([
  ["True", true],
  ["true", true],
  ["1", true],
  ["False", false],
  ["false", false],
  ["0", false],
  [undefined, undefined],
  ["", null],
  ["yes", null],
  ["TRUE", null],
  ["01", null]
])("boolean query strings: %s is %s", (text, expected) => {
  expect(parseBoolean(text)).toBe(expected)
})
