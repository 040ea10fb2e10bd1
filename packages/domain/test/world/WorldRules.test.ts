import { readFileSync } from "node:fs"
import { Result } from "effect"
import { expect, test } from "vitest"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { change, expected, faultsOf, mint, NOW, type Row, UNKNOWN, valid } from "../fixture/WorldFixture.ts"
import { WORLD_CASES } from "./WorldCases.ts"
import { CONTENT_CASES } from "./WorldContentCases.ts"
import { GUILD_CASES } from "./WorldGuildCases.ts"
import { HELD_CASES } from "./WorldHeldCases.ts"
import { SETTING_CASES } from "./WorldSettingCases.ts"

const CASES: ReadonlyArray<Row> = [...WORLD_CASES, ...GUILD_CASES, ...SETTING_CASES, ...HELD_CASES, ...CONTENT_CASES]

test("the world that the rules are tried on breaks none", () => {
  expect(faultsOf(valid())).toEqual([])
})

test.each(CASES.map((row) => ({ rule: row[0], row })))("refused: $rule", ({ row }) => {
  expect(faultsOf(change(valid(), row[1], row[2]))).toEqual(expected(row))
})

test("every code that only a world has is tried", () => {
  const source = readFileSync(new URL("../../src/world/rule/WorldError.ts", import.meta.url), "utf8")
  const codes = [...source.matchAll(/error\(\s*"([A-Z_]+)"/g)].map((found) => found[1])
  const tried = new Set(CASES.flatMap((row) => expected(row).map((f) => f.split(" ").at(-1))))
  expect(codes.length).toBeGreaterThan(15)
  expect(codes.filter((code) => !tried.has(code))).toEqual([])
})

test("all faults come at once, each at its path", () => {
  const changes = [
    ["users[1].locale", "xx"],
    ["guilds[0].channels[2].parent_id", UNKNOWN],
    ["tokens[0].scopes", ["all", 3]],
    ["extra", 1]
  ] as const
  expect(faultsOf(changes.reduce((world, [at, value]) => change(world, at, value), valid()))).toEqual([
    "extra UNKNOWN_FIELD",
    "guilds[0].channels[2].parent_id UNKNOWN_REFERENCE",
    "tokens[0].scopes[0] BASE_TYPE_CHOICES",
    "tokens[0].scopes[1] BASE_TYPE_CHOICES",
    "users[1].locale BASE_TYPE_CHOICES"
  ])
})

test("a fault says its rule in plain words", () => {
  const input = change(valid(), "guilds[0].channels[2].parent_id", undefined)
  const messages = Result.match(decodeWorld(input, mint, NOW), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map((f) => f.message)
  })
  expect(messages).toEqual(["The parent of a thread of this type is a channel of type 0 or 15 or 16 of its guild."])
})

test("a command exported with the settings of another day is still imported", () => {
  const exported = { integration_types: [0, 1], contexts: null, nsfw: true }
  const older = change(valid(), "commands[0]", { ...stored(), ...exported })
  const world = change(change(older, "applications[0].integration_types", [0]), "applications[0].discoverable", true)
  expect(faultsOf(world)).toEqual([])
})

const stored = () => ({
  id: "500000000000000001",
  application_id: "100000000000000001",
  version: "500000000000000002",
  name: "adopt",
  description: "Adopt a pet"
})
