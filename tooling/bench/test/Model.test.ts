import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Costs, OperationCosts } from "../src/nodes/Costs.ts"
import { ceilingsOf, groupOf, type Machines, mostOf, type Need, pairOf, planOf } from "../src/scale/Model.ts"

const operation: OperationCosts = {
  name: "something",
  nodeMicros: 1_000,
  postgresMicros: 500,
  followMicros: 100,
  followPostgresMicros: 10,
  trips: 10,
  bytes: 1_000,
  followBytes: 200,
  appends: 1,
  turnAloneMs: 2,
  turnMs: 1,
  together: 10,
  two: { ratio: 1, nodeMicros: 1_600, postgresMicros: 500 }
}
const costs: Costs = {
  machine: { cpu: "a CPU", cores: 2, foreignCores: 0, seconds: 1, date: "2026-01-01" },
  idle: { nodeCores: 0.01, postgresCores: 0.01 },
  session: { kib: 32, heartbeatMicros: 20, heartbeatPostgresMicros: 0 },
  operations: {
    read: { ...operation, followMicros: 0, followPostgresMicros: 0, followBytes: 0, turnMs: 0, turnAloneMs: 0 },
    write: operation,
    use: operation
  }
}
const machines: Machines = {
  nodeCores: 0.71,
  nodeGib: 1,
  postgresCores: 10,
  turnShare: 0.5,
  connections: 1_000,
  connectionsPerNode: 20,
  heartbeatSeconds: 40
}
const need = (given: Partial<Need["rates"]>, sessions = 0): Need => ({
  sessions,
  rates: { read: 0, write: 0, use: 0, ...given }
})

describe("a group", () => {
  it("is one node without load", () => {
    expect(groupOf(need({}), costs, machines)).toEqual({
      ...{ nodes: 1, connections: 20, nodeCores: 0.01, postgresCores: 0.01, turnShare: 0, trips: 0, bytes: 0 },
      logBytesPerNode: 0
    })
  })

  it("has nodes for the CPU of its operations, and each node reads the whole log", () => {
    // 400/s take 0.36 cores together and 0.04 in each node; one node is enough.
    expect(groupOf(need({ write: 400 }), costs, machines)).toMatchObject({
      nodes: 1,
      turnShare: 0.4,
      logBytesPerNode: 80_000
    })
    const two = groupOf(need({ write: 400, read: 400 }), costs, machines)
    // 0.76 cores are shared by two, and 0.05 are in each.
    expect(two).toMatchObject({ nodes: 2, connections: 40, trips: 8_000, bytes: 800_000 + 80_000 })
    if (typeof two === "string") return expect.fail(two)
    expect(two.nodeCores).toBeCloseTo(0.43)
    expect(two.postgresCores).toBeCloseTo(0.4 + 400 * 10e-6 + 0.02)
  })

  it("has nodes for the memory of its sessions", () => {
    expect(groupOf(need({}, 32_769), costs, machines)).toMatchObject({ nodes: 2 })
  })

  it.each([
    ["turn of appends", need({ write: 501 })],
    ["connections", need({ read: 40_000 })],
    ["PostgreSQL cores", need({ read: 21_000 })]
  ])("says when it has too little: %s", (short, load) => {
    expect(groupOf(load, costs, { ...machines, connections: short === "connections" ? 1_000 : 100_000 })).toBe(short)
  })

  it("says when no number of nodes is enough, because each reads the whole log", () => {
    expect(groupOf(need({ write: 7_000 }), costs, { ...machines, turnShare: 1_000 })).toBe("reading the log")
  })
})

describe("a plan", () => {
  it("is one group where one is enough", () => {
    expect(planOf(need({ use: 500 }), costs, machines)).toMatchObject({ groups: 1, short: undefined })
  })

  it("has the fewest groups that carry the need, and says what one fewer lacks", () => {
    expect(planOf(need({ use: 1_000_000 }), costs, machines)).toMatchObject({ groups: 2_000, short: "turn of appends" })
  })

  it("is none when nodes are busy without load", () => {
    expect(planOf(need({ use: 1 }), { ...costs, idle: { nodeCores: 1, postgresCores: 0 } }, machines)).toBeUndefined()
  })

  it("never needs fewer groups for more", () => {
    const rate = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(rate, rate, rate, rate, (read, write, use, sessions) => {
        const groups = (by: number) =>
          planOf(need({ read: read * by, write: write * by, use: use * by }, sessions * by), costs, machines)?.groups ??
          Infinity
        return groups(1) <= groups(2)
      })
    )
  })
})

describe("one PostgreSQL", () => {
  it("stops where the first of its ceilings is", () => {
    expect(ceilingsOf("use", costs, machines)).toEqual({ turn: 500, log: 7_000, postgres: 19_980 })
    const { rate, short } = mostOf("use", costs, machines)
    expect(rate).toBeCloseTo(500)
    expect(short).toBe("turn of appends")
  })

  it("has the turn for an operation alone where many together were no faster", () => {
    const alone = { ...costs, operations: { ...costs.operations, use: { ...operation, turnAloneMs: 0.5 } } }
    expect(ceilingsOf("use", alone, machines).turn).toBe(1_000)
  })

  it("has no ceiling by what an operation does not take", () => {
    expect(ceilingsOf("read", costs, machines)).toMatchObject({
      turn: Number.POSITIVE_INFINITY,
      log: Number.POSITIVE_INFINITY
    })
  })
})

describe("two nodes beside one", () => {
  const withFull = (nodeMicros: number): Costs => {
    const full = { nodeMicros, postgresMicros: 500 }
    return { ...costs, operations: { ...costs.operations, read: { ...costs.operations.read, full } } }
  }

  it("carry twice as much, less what their operations take more of", () => {
    // One carries 700/s.
    expect(pairOf("read", withFull(1_250), machines)).toMatchObject({ measured: 1.6, short: "nodes", rate: 1_120 })
  })

  it("carry between two figures where nobody measured them under the load of two", () => {
    const { least, most, measured } = pairOf("write", costs, machines)
    expect([least, most, measured]).toEqual([1.25, 2_000 / 1_100, undefined])
  })

  it("do not help where the turn of appends, or PostgreSQL, ends first", () => {
    // 0.5 of each second, by 1 ms.
    expect(pairOf("write", costs, machines)).toMatchObject({ short: "turn of appends", rate: 500 })
    const few = { ...machines, postgresCores: 0.2 }
    expect(pairOf("read", withFull(1_000), few)).toMatchObject({ short: "PostgreSQL cores", rate: 380 })
  })
})
