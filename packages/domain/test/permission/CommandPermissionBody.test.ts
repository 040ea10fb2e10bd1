import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { channelsNamed, decodeOverwrites, validate } from "../../src/permission/CommandPermissionBody.ts"
import { ALICE, GUILD, general, MODERATOR } from "../fixture/Harbour.ts"

const ALL_CHANNELS = String(BigInt(GUILD) - 1n)
const NOBODY = "999999999999999999"

const known = {
  guild_id: GUILD,
  hasRole: (id: string) => id === MODERATOR,
  hasChannel: (id: string) => id === general.id
}

const judge = (body: unknown) => validate(decodeOverwrites(body), known)
const faultsOf = (body: unknown) =>
  Result.match(judge(body), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ path, code }) => `${formatPath(path)} ${code}`)
  })

const entry = (changes: object = {}) => ({ id: MODERATOR, type: 1, permission: true, ...changes })
const list = (...permissions: ReadonlyArray<unknown>) => ({ permissions })
const users = (count: number) => Array.from({ length: count }, (_, i) => entry({ type: 2, id: String(1000 + i) }))

describe("the body that replaces overwrites", () => {
  it.each([
    ["a role of the guild", entry(), entry()],
    ["a user, who need not be a member or known", entry({ type: 2, id: NOBODY }), entry({ type: 2, id: NOBODY })],
    ["a channel of the guild", entry({ type: 3, id: general.id }), entry({ type: 3, id: general.id })],
    ["the guild id as a role, for all members", entry({ id: GUILD }), entry({ id: GUILD })],
    [
      "the guild id minus 1 as a channel, for all channels",
      entry({ type: 3, id: ALL_CHANNELS }),
      entry({ type: 3, id: ALL_CHANNELS })
    ],
    ["a denial", entry({ permission: false }), entry({ permission: false })],
    ["a number that is spelled", entry({ type: "1" }), entry()],
    ["fields that mean nothing here", entry({ name: "x" }), entry()]
  ])("takes %s", (_, sent, overwrite) => {
    const result = judge(list(sent))
    assert.deepStrictEqual(Result.getOrThrow(result), [overwrite as never])
    assert.deepStrictEqual(Object.keys(Result.getOrThrow(result)[0] ?? {}), ["id", "type", "permission"])
  })

  it("takes an empty list, and one of 100", () => {
    assert.deepStrictEqual(Result.getOrThrow(judge(list())), [])
    assert.strictEqual(Result.getOrThrow(judge(list(...users(100)))).length, 100)
  })

  it("takes targets with one id and different types", () => {
    const both = { ...known, hasChannel: () => true }
    const body = list(entry({ id: GUILD }), entry({ type: 3, id: GUILD }), entry({ type: 2, id: GUILD }))
    assert.strictEqual(Result.getOrThrow(validate(decodeOverwrites(body), both)).length, 3)
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["no permissions", {}, ["permissions BASE_TYPE_REQUIRED"]],
    ["null for permissions", { permissions: null }, ["permissions BASE_TYPE_REQUIRED"]],
    ["a list instead of a body", [], [" MODEL_TYPE_CONVERT"]],
    ["text for permissions", { permissions: "all" }, ["permissions LIST_TYPE_CONVERT"]],
    ["101 overwrites", list(...users(101)), ["permissions BASE_TYPE_MAX_LENGTH"]],
    ["an overwrite that is none", list(5), ["permissions[0] MODEL_TYPE_CONVERT"]],
    ["an object for permissions", { permissions: { a: entry() } }, ["permissions[0] MODEL_TYPE_CONVERT"]],
    [
      "an empty overwrite",
      list({}),
      ["id", "type", "permission"].map((field) => `permissions[0].${field} BASE_TYPE_REQUIRED`)
    ],
    ["an id that is none", list(entry({ id: "x" })), ["permissions[0].id NUMBER_TYPE_COERCE"]],
    ["a type that is no number", list(entry({ type: "role" })), ["permissions[0].type NUMBER_TYPE_COERCE"]],
    ["a type beyond the three", list(entry({ type: 4 })), ["permissions[0].type BASE_TYPE_CHOICES"]],
    ["type 0", list(entry({ type: 0 })), ["permissions[0].type BASE_TYPE_CHOICES"]],
    [
      "a permission that is text",
      list(entry({ permission: "true" })),
      ["permissions[0].permission BOOLEAN_TYPE_CONVERT"]
    ],
    [
      "an unknown role",
      list(entry({ id: NOBODY })),
      ["permissions[0].id APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET"]
    ],
    [
      "a role as a channel",
      list(entry({ type: 3 })),
      ["permissions[0].id APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET"]
    ],
    [
      "the constant of all channels as a role",
      list(entry({ id: ALL_CHANNELS })),
      ["permissions[0].id APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET"]
    ],
    [
      "the constant of all members as a channel",
      list(entry({ type: 3, id: GUILD })),
      ["permissions[0].id APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET"]
    ],
    [
      "a target twice, whatever it says",
      list(entry({ type: 2, id: ALICE }), entry(), entry({ permission: false })),
      ["permissions[2] APPLICATION_COMMAND_PERMISSIONS_DUPLICATE_TARGET"]
    ],
    [
      "several faults, all told together",
      list(entry({ permission: null }), entry({ id: NOBODY }), entry({ type: 9 })),
      [
        "permissions[0].permission BASE_TYPE_REQUIRED",
        "permissions[2].type BASE_TYPE_CHOICES",
        "permissions[1].id APPLICATION_COMMAND_PERMISSIONS_UNKNOWN_TARGET"
      ]
    ]
  ])("refuses %s", (_, body, faults) => assert.deepStrictEqual(faultsOf(body), faults))

  it("tells of no more channels to look up than it may name, and one", () => {
    const channels = Array.from({ length: 500 }, () => entry({ type: 3, id: general.id }))
    assert.strictEqual(channelsNamed(decodeOverwrites(list(...channels)).value).length, 101)
    assert.deepStrictEqual(channelsNamed(decodeOverwrites(list(entry(), entry({ type: 3, id: "x" }))).value), [])
  })
})
