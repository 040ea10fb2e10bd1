import { expect, it } from "vitest"
import { median, quantile } from "../src/Statistics.ts"

it.each([
  { samples: [3], middle: 3 },
  { samples: [9, 1, 5], middle: 5 },
  { samples: [10, 9, 1, 2], middle: 5.5 }
])("the median of $samples is $middle, whatever their order", ({ samples, middle }) => {
  expect(median(samples)).toBe(middle)
})

it.each([
  { q: 0, value: 1 },
  { q: 0.5, value: 50 },
  { q: 0.99, value: 99 },
  { q: 1, value: 100 }
])("the quantile $q of 1 to 100 is $value", ({ q, value }) => {
  const samples = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(quantile(samples, q)).toBe(value)
})

it("no samples have no median and no quantile", () => {
  expect([median([]), quantile([], 0.5)]).toEqual([Number.NaN, Number.NaN])
})

it("samples stay in the order they were measured in", () => {
  const samples = [3, 1, 2]
  median(samples)
  quantile(samples, 0.5)
  expect(samples).toEqual([3, 1, 2])
})
