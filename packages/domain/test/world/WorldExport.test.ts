import { Result } from "effect"
import { expect, test } from "vitest"
import { decodeWorld } from "../../src/world/WorldDecoder.ts"
import { exportWorld } from "../../src/world/WorldExport.ts"
import { APP, change, mint, NOW, sha256, valid } from "../fixture/WorldFixture.ts"
import { generateWorld } from "./WorldGenerator.ts"

const decode = (input: unknown) => Result.getOrThrow(decodeWorld(input, mint, NOW))

/** Through text, because an export is a file. */
const exported = (input: unknown): unknown => JSON.parse(JSON.stringify(exportWorld(decode(input))))

test("decoding an export gives the same world", () => {
  expect(decode(exported(valid()))).toEqual(decode(valid()))
})

test("decoding an export gives the same world: generated worlds", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const world = decode(generateWorld(seed))
    expect(decode(JSON.parse(JSON.stringify(exportWorld(world)))), `seed ${seed}`).toEqual(world)
  }
})

test("an export does not depend on the order of the lists it is made from", () => {
  const world = decode(generateWorld(7))
  const reversed = Object.fromEntries(
    Object.entries(world).map(([key, value]) => [key, Array.isArray(value) ? value.toReversed() : value])
  )
  expect(exportWorld({ ...world, ...reversed })).toEqual(exportWorld(world))
})

test("a fixture token is exported in clear, an issued one as its hash", () => {
  const issued = { token_hash: sha256("issued"), application_id: APP, scopes: ["identify"], expires_at: "2026-02-01" }
  const world = exported(change(valid(), "tokens", [{ token: "fixture", application_id: APP, scopes: [] }, issued]))
  expect(world).toMatchObject({
    tokens: expect.arrayContaining([
      { token: "fixture", application_id: APP, scopes: [], expires_at: null },
      { ...issued, expires_at: "2026-02-01T00:00:00.000Z" }
    ])
  })
})

test("what a role or a channel has beyond the usual is exported, the usual is not", () => {
  const colors = { color: 255, secondary_color: 1, tertiary_color: 2 }
  const icon = "0123456789abcdef0123456789abcdef"
  const role = { ...colors, hoist: true, mentionable: true, icon, unicode_emoji: "🐶", flags: 1 }
  const channel = { rate_limit_per_user: 5, bitrate: 96_000, user_limit: 3, default_auto_archive_duration: 60 }
  const beyond = Object.entries({ ...role, ...channel })
  const usual = {
    ...{ color: 0, secondary_color: null, tertiary_color: null, hoist: false, mentionable: false },
    ...{ icon: null, unicode_emoji: null, flags: 0 },
    ...{ rate_limit_per_user: 0, bitrate: 64_000, user_limit: 0, default_auto_archive_duration: null }
  }
  const withAll = (values: Readonly<Record<string, unknown>>) =>
    beyond.reduce<unknown>((file, [field]) => {
      const at = field in role ? "guilds[0].roles[1]" : "guilds[0].channels[1]"
      return change(file, `${at}.${field}`, values[field])
    }, valid())
  const world = exported(withAll({ ...role, ...channel }))
  expect(world).toMatchObject({ guilds: [{ roles: [{}, role], channels: [{}, channel, {}] }] })
  expect(decode(world)).toEqual(decode(withAll({ ...role, ...channel })))
  expect(exported(withAll(usual))).toEqual(exported(valid()))
})

test("the time after which a thread rests is exported, unless it is the usual one", () => {
  const at = "guilds[0].channels[2].auto_archive_duration"
  const world = exported(change(valid(), at, 60))
  expect(world).toMatchObject({ guilds: [{ channels: [{}, {}, { auto_archive_duration: 60 }] }] })
  expect(decode(world)).toEqual(decode(change(valid(), at, 60)))
  expect(exported(change(valid(), at, 4320))).toEqual(exported(valid()))
})

test("guilds hold their roles, channels, members and installs; users their installs", () => {
  const world = exported(valid())
  expect(world).toMatchObject({
    users: [
      { username: "alice", installs: [{ application_id: APP }] },
      { username: "bob", installs: [] }
    ],
    guilds: [{ roles: [{}, {}], channels: [{}, {}, {}], members: [{}, {}, {}], installs: [{ application_id: APP }] }]
  })
  expect(JSON.stringify(world)).not.toContain('"guild_installs"')
})
