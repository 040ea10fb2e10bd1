import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { EVENT_TYPES } from "@backlot/domain/event/EventType"
import { describe, expect, it } from "vitest"

const page = readFileSync(fileURLToPath(new URL("../../../docs/events.md", import.meta.url)), "utf8")
const [, section = ""] = /## All types of the log\n([\s\S]*?)\n## /.exec(page) ?? []
const told = section
  .split("\n")
  .map((line) => line.split("|")[1] ?? "")
  .flatMap((types) => [...types.matchAll(/`([a-z_.]+)`/g)].map(([, type = ""]) => type))

describe("docs/events.md", () => {
  it("tells every type of event, each once, and no other", () => {
    expect(told.toSorted()).toEqual(EVENT_TYPES.toSorted())
    expect(new Set(told).size).toBe(told.length)
  })
})
