import { expect, test } from "vitest"
import { excess } from "../../src/base/FairShare.ts"

test.each([
  ["nobody gives while all fits", { a: 3, b: 4 }, 7, {}],
  ["who holds most gives, and only down to what the others leave", { a: 100, b: 4 }, 50, { a: 54 }],
  ["equal owners give alike", { a: 40, b: 40 }, 60, { a: 10, b: 10 }],
  ["the two that hold most give down to one level", { a: 50, b: 90, c: 10 }, 70, { a: 20, b: 60 }],
  ["one owner keeps what there is room for", { a: 90 }, 70, { a: 20 }],
  ["nobody holds anything", {}, 70, {}]
])("%s", (_, held, most, expected) => {
  expect(Object.fromEntries(excess(new Map(Object.entries(held)), most))).toEqual(expected)
})
