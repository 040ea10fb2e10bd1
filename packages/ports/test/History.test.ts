import { assert, describe, it } from "@effect/vitest"
import { isSerializable, type Record, type Step } from "../src/conformance/storage/History.ts"

const get = (key: string, saw?: string): Step => ({ op: "get", key, saw })
const put = (key: string, value: string): Step => ({ op: "put", key, value })
const at = (began: number, ended: number, ...steps: ReadonlyArray<Step>): Record => ({ began, ended, steps })

describe("the checker of histories", () => {
  it("accepts reads that a serial order explains", () => {
    const history = [at(0, 3, get("x", "1"), put("x", "2")), at(1, 2, get("x"), put("x", "1"))]
    assert.isTrue(isSerializable(history, new Map([["x", "2"]])))
  })

  it("refuses a lost update", () => {
    const history = [at(0, 3, get("x"), put("x", "1")), at(1, 2, get("x"), put("x", "2"))]
    assert.isFalse(isSerializable(history, new Map([["x", "2"]])))
  })

  it("refuses a write skew", () => {
    const history = [at(0, 3, get("x"), put("y", "1")), at(1, 2, get("y"), put("x", "1"))]
    const final = new Map(Object.entries({ x: "1", y: "1" }))
    assert.isFalse(isSerializable(history, final))
  })

  it("refuses an order against real time", () => {
    const history = [at(0, 1, put("x", "1")), at(2, 3, get("x"))]
    assert.isFalse(isSerializable(history, new Map([["x", "1"]])))
  })

  it("refuses a final state that no order leads to", () => {
    assert.isFalse(isSerializable([at(0, 1, put("x", "1"))], new Map()))
  })

  it("refuses a range that nobody could have seen", () => {
    const list: Step = { op: "list", prefix: "x", saw: [["x2", "1"]] }
    const history = [at(0, 1, put("x1", "1")), at(2, 5, list), at(3, 4, put("x2", "1"))]
    assert.isFalse(isSerializable(history, new Map(Object.entries({ x1: "1", x2: "1" }))))
  })
})
