import { expect, it } from "vitest"
import { partsText } from "../src/Parts.ts"
import { type CallFrame, COLLECTION, type CpuProfile, NODE, packageOf, partsOf, WRITE } from "../src/Profile.ts"

const frame = (url: string, functionName = "f"): CallFrame => ({ url, functionName, lineNumber: 0, columnNumber: 0 })

const ADAPTER = "/packages/adapters-file/src/Storage.ts"

/** One sample for each node, 100 µs apart; the last one has no length. */
const profile: CpuProfile = {
  startTime: 1_000,
  nodes: [
    { id: 1, callFrame: frame("/packages/domain/src/Rule.ts"), children: [2] },
    { id: 2, callFrame: frame("", "parse") },
    {
      id: 3,
      callFrame: frame(ADAPTER),
      positionTicks: [
        { line: 1, ticks: 3 },
        { line: 2, ticks: 1 }
      ]
    },
    { id: 4, callFrame: frame("", "(garbage collector)") },
    { id: 5, callFrame: frame("", "(idle)") },
    { id: 6, callFrame: frame("node:fs"), children: [7] },
    { id: 7, callFrame: frame("", "writeBuffer") }
  ],
  samples: [1, 2, 3, 4, 5, 7, 1],
  timeDeltas: [0, 100, 100, 100, 100, 100, 100]
}

const sources = {
  sourceOf: ({ url }: CallFrame) => url,
  lineOf: (_: string, line: number) => (line === 1 ? "put.run(key, value)" : "return value")
}

const sharesIn = (from: number, to: number) =>
  Object.fromEntries(partsOf(profile, { from, to }, sources).map(({ name, share }) => [name, share]))

it("native work counts for its caller; what the adapter and fs call is the write; an idle thread counts nothing", () => {
  expect(sharesIn(0, 9_999)).toEqual({ domain: 0.4, [WRITE]: 0.35, [COLLECTION]: 0.2, "adapters-file": 0.05 })
})

it("only the span counts", () => {
  expect(sharesIn(1_000, 1_200)).toEqual({ domain: 1 })
})

it.each([
  ["/x/node_modules/.pnpm/effect@4.1.0/node_modules/effect/src/Cause.ts", "effect"],
  ["/x/node_modules/@effect/platform-node/src/NodeHttpServer.ts", "effect"],
  ["/x/node_modules/.pnpm/ws@8.23.0/node_modules/ws/lib/sender.js", "ws"],
  ["/x/packages/usecases/src/store/Transact.ts", "usecases"],
  ["node:_http_server", NODE]
])("%s belongs to %s", (source, name) => {
  expect(packageOf(source)).toBe(name)
})

it("the parts add up to the CPU time per request", () => {
  const text = partsText({ parts: [{ name: "effect", share: 1 }], main: 80, micros: 100, plain: 90 })
  expect(text.split("\n").map((line) => line.replaceAll(/\s+/g, " "))).toEqual([
    "effect 80.0 µs 80.0 %",
    "other threads (compiler, collector, profiler) 20.0 µs 20.0 %",
    "CPU time per request, the sum 100 µs 100 %",
    "the same without the profiler 90.0 µs 90.0 %"
  ])
})
