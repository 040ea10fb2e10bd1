import { globSync, readFileSync } from "node:fs"
import { ELEMENTS } from "@backlot/domain/world/element/Elements"
import { describe, expect, test } from "vitest"
import * as Collections from "../../src/store/Collections.ts"

const EXPORTED: ReadonlySet<string> = new Set(Object.values(ELEMENTS).flatMap(({ collections }) => [...collections]))

/** Collections as they are made, and as any source declares them. */
const made = Object.values<unknown>({ ...Collections.STORED, ...Collections }).flatMap((value) =>
  typeof value === "object" && value !== null && "name" in value && "reindex" in value ? [String(value.name)] : []
)
const sources = new URL("../../src/", import.meta.url).pathname
const declared = globSync("**/*.ts", { cwd: sources }).flatMap((file) =>
  [...readFileSync(`${sources}${file}`, "utf8").matchAll(/\bcollection(?:<[^(]*)?\(\{\s*name: "(\w+)"/g)].map(
    ([, name]) => name
  )
)

const all = new Set([...made, ...declared].map(String))

describe("a collection", () => {
  test.each([...all])("%s is part of a world, or declared transient with its reason", (name) => {
    expect([EXPORTED.has(name), (Collections.TRANSIENT[name] ?? "").length > 10].filter(Boolean)).toHaveLength(1)
  })
})

test("every collection that an element or the list of the transient ones names is there", () => {
  expect([...EXPORTED, ...Object.keys(Collections.TRANSIENT)].filter((name) => !all.has(name))).toEqual([])
})

test("the sources are searched for collections", () => {
  expect(declared).toContain("daily_creates")
  expect(made.length).toBeGreaterThan(20)
})

/** Who writes rows that are in no collection: what they tell of this store, a new world makes anew. */
const ROWS = [
  "event/EventLog.ts",
  "event/Time.ts",
  "oauth/OAuthTokens.ts",
  "store/Collection.ts",
  "store/Deadlines.ts",
  "store/FileAddresses.ts",
  "store/KeptPictures.ts",
  "store/Retention.ts",
  "store/SnowflakeIds.ts",
  "world/Layout.ts",
  "world/WorldSeed.ts"
]

test("nothing else is stored outside a collection", () => {
  const writers = globSync("**/*.ts", { cwd: sources }).filter((file) =>
    readFileSync(`${sources}${file}`, "utf8").includes("store.put(")
  )
  expect(writers.toSorted()).toEqual(ROWS)
})
