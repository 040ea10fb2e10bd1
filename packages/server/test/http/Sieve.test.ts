import { expect, test } from "vitest"
import { make } from "../../src/http/Sieve.ts"

const BOUNDS = { windowMs: 1_000, perWindow: 100, keys: 100 }

test("the first of a key is let through, and the next one a window later, which stands for those between", () => {
  const { admit } = make(BOUNDS)
  expect([0, 1, 999, 1_000, 1_001, 5_000].map((now) => admit("a", now))).toEqual([1, 0, 0, 3, 0, 2])
})

test("keys do not hold each other back", () => {
  const { admit } = make(BOUNDS)
  expect([admit("a", 0), admit("b", 0), admit("a", 1)]).toEqual([1, 1, 0])
})

test("of all keys together no more than the bound is let through in a window; those held back still count", () => {
  const { admit } = make({ ...BOUNDS, perWindow: 2 })
  expect(["a", "b", "c", "c"].map((key) => admit(key, 0))).toEqual([1, 1, 0, 0])
  expect(["c", "d", "e"].map((key) => admit(key, 1_000))).toEqual([3, 1, 0])
})

test("no more keys than the bound are remembered", () => {
  const { admit } = make({ ...BOUNDS, keys: 2 })
  for (const key of ["a", "b", "c"]) admit(key, 0)
  expect([admit("a", 1), admit("c", 1)]).toEqual([1, 0])
})
