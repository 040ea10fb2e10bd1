import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { formatFaults, placeFaults } from "@backlot/document/PlacedFault"
import type { Path } from "@backlot/domain/error/Fault"
import { inChannel, names } from "@backlot/domain/permission/Permission"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { fromSeed } from "@backlot/domain/world/WorldMint"
import { JsonSchema, Result, Schema, SchemaRepresentation } from "effect"
import { describe, expect, test } from "vitest"
import * as WorldFile from "../../src/world/GivenWorld.ts"

const read = (text: string) => Result.getOrThrow(WorldFile.parse(text))

const refused = (text: string) => Result.getOrThrow(Result.flip(WorldFile.parse(text)))

const mint = fromSeed({ seed: "test", sha256: (t) => createHash("sha256").update(t).digest("hex"), ids: [] })

const YAML = `users:
  - id: "1"
    username: alice
  - { id: "2", locale: en-US }
rate_limits:
  100000000000000001:
    per_second: 5
`

describe("reading", () => {
  test("an id without quotes is still that id", () => {
    expect(read("id: 300000000000000001").value).toEqual({ id: "300000000000000001" })
    expect(read("id: 9007199254740993").value).toEqual({ id: "9007199254740993" })
    expect(read('{"id": 300000000000000001}').value).toEqual({ id: "300000000000000001" })
  })

  test("an integer that a double holds stays a number", () => {
    expect(read("a: 9007199254740992\nb: -3\nc: 0x10\nd: 1.5").value).toEqual({
      a: 9007199254740992,
      b: -3,
      c: 16,
      d: 1.5
    })
  })

  test("a key of digits keeps every digit", () => {
    expect(read(YAML).value).toMatchObject({ rate_limits: { "100000000000000001": { per_second: 5 } } })
  })

  test("a time without quotes is text, and yes is no boolean: YAML 1.2", () => {
    expect(read("now: 2026-01-01T00:00:00Z\nnick: yes").value).toEqual({ now: "2026-01-01T00:00:00Z", nick: "yes" })
  })

  test("JSON is read as well as YAML", () => {
    expect(read(JSON.stringify(read(YAML).value)).value).toEqual(read(YAML).value)
  })

  test("anchors and aliases are resolved", () => {
    expect(read("a: &x [1]\nb: *x").value).toEqual({ a: [1], b: [1] })
  })
})

describe("refusing", () => {
  test("a text that is not YAML is refused with line and column", () => {
    expect(refused("a: 1\nb: [1, 2\nc: 3\n")).toMatchObject({ line: 2, column: 4, message: "This [ has no ]" })
  })

  test("a field given twice is refused", () => {
    expect(refused("a: 1\na: 2")).toMatchObject({ line: 2, column: 1, message: expect.stringContaining("unique") })
  })

  test.each([[""], [" \n"], ["# nothing yet\n"]])("what is empty is told as such: %j", (text) => {
    expect(refused(text)).toMatchObject({
      line: 1,
      column: 1,
      message: expect.stringMatching(/^It is empty\. A world is/)
    })
  })

  test("an unknown tag is refused", () => {
    expect(refused("a: !secret x")).toMatchObject({ line: 1, column: 4 })
  })

  test("aliases that multiply are refused", () => {
    const line = (n: number) => `l${n}: &l${n} [${Array.from({ length: 9 }, () => `*l${n - 1}`).join(", ")}]`
    const bomb = ["l0: &l0 [x]", ...Array.from({ length: 9 }, (_, n) => line(n + 1))].join("\n")
    expect(refused(bomb).message).toContain("alias")
  })

  test.each([
    ["JSON", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["YAML", `a: ${"[".repeat(5_000)}`],
    ["closed YAML", `a: ${"[".repeat(50)}${"]".repeat(50)}`]
  ])("what is nested too deeply is refused, never thrown at: %s", (_, text) => {
    expect(refused(text).message).not.toBe("")
  })
})

describe("locating", () => {
  test.each<[string, Path, number, number]>([
    ["a field at its name", ["users", 0, "username"], 3, 5],
    ["an element at its beginning", ["users", 0], 2, 5],
    ["a field of a flow mapping", ["users", 1, "locale"], 4, 16],
    ["a missing field at what should hold it", ["users", 1, "username"], 4, 5],
    ["a key of digits", ["rate_limits", "100000000000000001", "per_second"], 7, 5],
    ["the root at the beginning", [], 1, 1]
  ])("%s", (_, path, line, column) => {
    expect(read(YAML).locate(path)).toEqual({ line, column })
  })

  test("a place in JSON is found too", () => {
    expect(read('{\n  "users": [\n    { "id": "1" }\n  ]\n}').locate(["users", 0, "id"])).toEqual({
      line: 3,
      column: 7
    })
  })

  test("a place behind an alias is found where it is written", () => {
    expect(read("a: &x\n  b: 1\nc: *x").locate(["c", "b"])).toEqual({ line: 2, column: 3 })
  })

  test("faults are shown one a line, in the order of the text", () => {
    const { locate } = read(YAML)
    const faults = [
      { path: ["users", 1, "locale"], code: "B", message: "second" },
      { path: ["users", 0, "id"], code: "A", message: "first" },
      { path: [], code: "C", message: "whole" }
    ]
    expect(formatFaults("w.yaml", placeFaults(faults, locate))).toEqual([
      "w.yaml:1:1 whole [C]",
      "w.yaml:2:5 users[0].id: first [A]",
      "w.yaml:4:16 users[1].locale: second [B]"
    ])
  })
})

test("of very many faults the first hundred are shown, and the number of the others", () => {
  const faults = Array.from({ length: 1_500 }, () => ({ path: "", line: 1, column: 1, code: "A", message: "wrong" }))
  const lines = formatFaults("w", faults)
  expect(lines).toHaveLength(101)
  expect(lines.slice(99)).toEqual(["w:1:1 wrong [A]", "… and 1,400 more"])
  expect(formatFaults("w", faults.slice(0, 100))).toHaveLength(100)
  expect(formatFaults("w", faults.slice(0, 1), 3)).toEqual(["w:1:1 wrong [A]", "… and 2 more"])
})

test("the world that the product contract shows is accepted", () => {
  const text = readFileSync(new URL("contract-world.yaml", import.meta.url), "utf8")
  const { value, locate } = read(text)
  const world = decodeWorld(value, mint, 0)
  expect(
    Result.match(world, {
      onSuccess: () => [],
      onFailure: (f) => formatFaults("w", placeFaults(f, locate))
    })
  ).toEqual([])
})

describe("the demo world", () => {
  const demo = readFileSync(new URL("../../../../examples/worlds/demo.yaml", import.meta.url), "utf8")
  const world = Result.getOrThrow(decodeWorld(read(demo).value, mint, 0))
  const user = (name: string) => world.users.find((u) => u.username === name)

  test("breaks no rule", () => {
    expect(world.applications.map((a) => a.name)).toEqual(["Pet Shop", "My App"])
  })

  test("comes back from its export", () => {
    expect(decodeWorld(exportWorld(world), mint, 0)).toEqual(Result.succeed(world))
  })

  test("satisfies the published JSON Schema", () => {
    const document = JsonSchema.fromSchemaDraft2020_12(worldJsonSchema())
    const schema = SchemaRepresentation.fromJsonSchemaDocument(document, { patterns: "apply" })
    // A document is read back as a schema of unknown type; it needs no services to decode.
    const accept = Schema.decodeUnknownResult(schema as unknown as Schema.ConstraintDecoder<unknown>, {
      onExcessProperty: "error"
    })
    expect(Result.isSuccess(accept(read(demo).value))).toBe(true)
  })

  test.each([
    ["alice", "staff", true],
    ["bob", "staff", true],
    ["carol", "staff", false],
    ["carol", "general", true]
  ])("whether %s sees %s: %s", (name, channelName, sees) => {
    const channel = world.channels.find((c) => c.name === channelName)
    const member = world.members.find((m) => m.user_id === user(name)?.id)
    const [guild] = world.guilds
    if (!channel || !member || !guild) throw new Error("The demo world lacks what this test is about")
    const view = { guild_id: guild.id, owner_id: guild.owner_id, roles: world.roles, member, timedOut: false }
    expect(names(inChannel(view, channel)).includes("VIEW_CHANNEL")).toBe(sees)
  })

  test("has people of different age and roles", () => {
    expect(world.users.map((u) => u.adult)).toEqual([true, true, false])
  })

  test("a typing error in it is shown with its line", () => {
    const wrong = read(demo.replace("locale: de", "locale: german"))
    const faults = Result.getOrThrow(Result.flip(decodeWorld(wrong.value, mint, 0)))
    const line = demo.split("\n").findIndex((l) => l.includes("locale: de")) + 1
    expect(formatFaults("demo.yaml", placeFaults(faults, wrong.locate))).toEqual([
      expect.stringMatching(new RegExp(`^demo\\.yaml:${line}:5 users\\[2\\]\\.locale: .* \\[BASE_TYPE_CHOICES\\]$`))
    ])
  })
})
