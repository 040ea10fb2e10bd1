import { expect, it } from "vitest"
import { applicationIn, guildOf, SMALL, sessionKey, shapeOf, shardIn, sizeOf } from "../src/large/Shape.ts"

it.each([
  { asked: { commands: 1_000_000, guilds: 100_000, sessions: 10_000 }, applications: 100 },
  { asked: { commands: 100, guilds: 10, sessions: 1 }, applications: 1 },
  { asked: { commands: 30, guilds: 30, sessions: 90 }, applications: 30 }
])("a world of $asked has these numbers", ({ asked, applications }) => {
  const shape = shapeOf(asked)
  expect(shape.applications).toBe(applications)
  expect(sizeOf(shape)).toEqual(asked)
})

it("numbers that cannot be shared equally become smaller, never larger", () => {
  const size = sizeOf(shapeOf({ commands: 1_005, guilds: 100, sessions: 250 }))
  expect(size).toEqual({ commands: 1_000, guilds: 100, sessions: 200 })
})

it("each session has as many guilds as each other, and each guild has a session", () => {
  const shape = shapeOf({ commands: 20_000, guilds: 20_000, sessions: 1_000 })
  const counts = new Map<string, number>()
  for (let guild = 0; guild < shape.guilds; guild++) {
    const key = sessionKey(applicationIn(shape, guild), shardIn(shape.shards, guildOf(guild)))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.size).toBe(1_000)
  expect(new Set(counts.values())).toEqual(new Set([20]))
})

it("the small world has the same guilds for a session as the large one", () => {
  const { guilds, shards, applications, commands } = shapeOf({ commands: 1_000_000, guilds: 100_000, sessions: 10_000 })
  expect([guilds / shards / applications, commands]).toEqual([SMALL.guilds, SMALL.commands])
})
