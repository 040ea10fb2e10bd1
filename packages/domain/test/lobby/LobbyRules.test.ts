import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { readBulk, readLobby, readMember } from "../../src/lobby/LobbyRules.ts"

const [ALICE, BOB] = ["300000000000000001", "300000000000000002"] as const

const faultsOf = (result: ReturnType<typeof readLobby | typeof readMember | typeof readBulk>) =>
  Result.match(result as Result.Result<unknown, Parameters<typeof told>[0]>, { onSuccess: () => [], onFailure: told })

const told = ({
  faults
}: {
  readonly faults: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly code: string }>
}) => faults.map(({ path, code }) => `${formatPath(path)} ${code}`)

const long = (length: number) => "x".repeat(length)
const users = (count: number) => Array.from({ length: count }, (_, i) => ({ id: String(1_000 + i) }))

describe("the body of a lobby", () => {
  it.each<readonly [string, unknown]>([
    ["nothing", {}],
    [
      "null for every field",
      { metadata: null, members: null, idle_timeout_seconds: null, flags: null, override_event_webhooks_url: null }
    ],
    ["metadata of 1000 characters in keys and values", { metadata: { [long(400)]: long(600) } }],
    ["characters beyond the BMP as one each", { metadata: { "": "😀".repeat(1_000) } }],
    ["more than 25 keys", { metadata: Object.fromEntries(users(40).map(({ id }) => [id, ""])) }],
    ["25 members", { members: users(25) }],
    ["5 idle seconds", { idle_timeout_seconds: 5 }],
    ["7 idle days", { idle_timeout_seconds: 604_800 }],
    ["a number that is spelled", { idle_timeout_seconds: "300" }],
    ["its one flag", { flags: 1 }],
    ["an address of 512 characters", { override_event_webhooks_url: `http://a/${long(503)}` }],
    ["an empty address, which is none", { override_event_webhooks_url: "" }],
    ["fields that mean nothing", { name: "x" }]
  ])("takes %s", (_, body) => {
    assert.deepStrictEqual(faultsOf(readLobby(body)), [])
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["metadata max total length 1000", { metadata: { [long(400)]: long(601) } }, ["metadata BASE_TYPE_MAX_LENGTH"]],
    [
      "metadata is Dict<string,string>",
      { metadata: { a: 1, b: null } },
      ["metadata.a STRING_TYPE_CONVERT", "metadata.b STRING_TYPE_CONVERT"]
    ],
    ["metadata is a dictionary", { metadata: "x" }, ["metadata DICT_TYPE_CONVERT"]],
    ["members: up to 25", { members: users(26) }, ["members BASE_TYPE_MAX_LENGTH"]],
    ["a member has a required id", { members: [{ flags: 1 }] }, ["members[0].id BASE_TYPE_REQUIRED"]],
    ["the id of a member is a snowflake", { members: [{ id: "bob" }] }, ["members[0].id NUMBER_TYPE_COERCE"]],
    [
      "a user stands once",
      { members: [{ id: BOB }, { id: ALICE }, { id: BOB }] },
      ["members[2].id LOBBY_MEMBERS_DUPLICATE_MEMBER"]
    ],
    [
      "the only flag of a member is CanLinkLobby",
      {
        members: [
          { id: BOB, flags: 2 },
          { id: ALICE, flags: 3 }
        ]
      },
      ["members[0].flags BASE_TYPE_CHOICES", "members[1].flags BASE_TYPE_CHOICES"]
    ],
    ["idle_timeout_seconds is at least 5", { idle_timeout_seconds: 4 }, ["idle_timeout_seconds NUMBER_TYPE_MIN"]],
    [
      "idle_timeout_seconds is at most 604800",
      { idle_timeout_seconds: 604_801 },
      ["idle_timeout_seconds NUMBER_TYPE_MAX"]
    ],
    ["idle_timeout_seconds is an integer", { idle_timeout_seconds: 5.5 }, ["idle_timeout_seconds NUMBER_TYPE_COERCE"]],
    ["a lobby has one flag", { flags: 2 }, ["flags BASE_TYPE_CHOICES"]],
    [
      "an own address of events has at most 512 characters",
      { override_event_webhooks_url: `http://a/${long(504)}` },
      ["override_event_webhooks_url BASE_TYPE_MAX_LENGTH"]
    ],
    [
      "an own address of events is one",
      { override_event_webhooks_url: "ftp://a" },
      ["override_event_webhooks_url URL_TYPE_INVALID_URL"]
    ],
    ["a body is an object", [], [" MODEL_TYPE_CONVERT"]]
  ])("%s", (_, body, expected) => {
    assert.deepStrictEqual(faultsOf(readLobby(body)), expected)
  })

  it("tells every fault at once, in one tree", () => {
    const body = {
      metadata: { k: long(1_000) },
      members: [{ metadata: { k: 1 }, flags: 4, additional_name: "" }],
      idle_timeout_seconds: 1,
      flags: "x"
    }
    assert.sameMembers(faultsOf(readLobby(body)) as Array<string>, [
      "metadata BASE_TYPE_MAX_LENGTH",
      "members[0].metadata.k STRING_TYPE_CONVERT",
      "members[0].id BASE_TYPE_REQUIRED",
      "members[0].flags BASE_TYPE_CHOICES",
      "members[0].additional_name BASE_TYPE_BAD_LENGTH",
      "idle_timeout_seconds NUMBER_TYPE_MIN",
      "flags NUMBER_TYPE_COERCE"
    ])
  })
})

describe("the body of a member", () => {
  it("resets what it leaves out or says null for", () => {
    const reset = { id: BOB, metadata: null, flags: 0 }
    assert.deepStrictEqual(Result.getOrThrow(readMember({}, BOB)), reset)
    assert.deepStrictEqual(
      Result.getOrThrow(readMember({ metadata: null, flags: null, additional_name: null }, BOB)),
      reset
    )
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["metadata max total length 1000", { metadata: { k: long(1_000) } }, ["metadata BASE_TYPE_MAX_LENGTH"]],
    ["the only supported flag is CanLinkLobby", { flags: 2 }, ["flags BASE_TYPE_CHOICES"]],
    ["an additional name has at least 1 character", { additional_name: "" }, ["additional_name BASE_TYPE_BAD_LENGTH"]],
    [
      "an additional name has at most 80 characters",
      { additional_name: long(81) },
      ["additional_name BASE_TYPE_BAD_LENGTH"]
    ]
  ])("%s", (_, body, expected) => {
    assert.deepStrictEqual(faultsOf(readMember(body, BOB)), expected)
  })
})

describe("the list of members", () => {
  it("parts those who are put from those who are removed", () => {
    const asked = readBulk([
      { id: ALICE, remove_member: true },
      { id: BOB, flags: 1, remove_member: null }
    ])
    assert.deepStrictEqual(Result.getOrThrow(asked), {
      put: [{ id: BOB, metadata: null, flags: 1 }],
      removed: [ALICE]
    })
  })

  it.each<readonly [string, unknown, ReadonlyArray<string>]>([
    ["has at least one element", [], [" BASE_TYPE_BAD_LENGTH"]],
    ["is not null", null, [" BASE_TYPE_BAD_LENGTH"]],
    ["has at most 25 elements", users(26), [" BASE_TYPE_BAD_LENGTH"]],
    ["is a list", {}, [" LIST_TYPE_CONVERT"]],
    [
      "names each user once",
      [{ id: BOB }, { id: BOB, remove_member: true }],
      ["[1].id LOBBY_MEMBERS_DUPLICATE_MEMBER"]
    ],
    ["names a user in each element", [{}], ["[0].id BASE_TYPE_REQUIRED"]],
    [
      "judges each element",
      [
        { id: BOB, flags: 2 },
        { id: ALICE, remove_member: "yes" }
      ],
      ["[1].remove_member BOOLEAN_TYPE_CONVERT", "[0].flags BASE_TYPE_CHOICES"]
    ]
  ])("%s", (_, body, expected) => {
    assert.deepStrictEqual(faultsOf(readBulk(body)), expected)
  })
})
