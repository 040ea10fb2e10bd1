/** Entries of a recording one by one, without a server. Source: product.md "Scenario files" (recording). */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { assert, describe, it } from "@effect/vitest"
import { toScenario } from "../../src/record/ToScenario.ts"

const [SHOP, GAMES] = ["100000000000000001", "100000000000000002"]
const [HARBOUR, ISLAND] = ["200000000000000001", "200000000000000002"]
const [GENERAL, QUAY, ISLAND_GENERAL] = ["200000000000000021", "200000000000000022", "200000000000000031"]
const [ALICE, BOB, TWIN, OTHER_TWIN] = [
  "300000000000000001",
  "300000000000000002",
  "300000000000000003",
  "300000000000000004"
]

const channel = (id: string, name: string) => ({ id, name, type: 0 })

const world = {
  applications: [
    { id: SHOP, name: "Pet Shop", bot: { id: SHOP, username: "Pet Shop" }, flags: [] },
    { id: GAMES, name: "Games", bot: { id: GAMES, username: "Games" }, flags: [] }
  ],
  users: [
    { id: ALICE, username: "alice", global_name: "Alice" },
    { id: BOB, username: "bob", global_name: null },
    { id: TWIN, username: "tom", global_name: "twin" },
    { id: OTHER_TWIN, username: "twin", global_name: null }
  ],
  guilds: [
    {
      id: HARBOUR,
      name: "Harbour",
      owner_id: ALICE,
      roles: [{ id: HARBOUR, name: "@everyone" }],
      channels: [channel(GENERAL, "general"), channel(QUAY, "quay")],
      members: [{ user_id: ALICE }, { user_id: BOB }]
    },
    {
      id: ISLAND,
      name: "Island",
      owner_id: ALICE,
      roles: [],
      channels: [channel(ISLAND_GENERAL, "general")],
      members: [{ user_id: ALICE }]
    }
  ],
  direct_channels: [],
  commands: []
}

const command = (name: string, more: Partial<NonNullable<RecordedEntry["command"]>> = {}) => ({
  id: "500000000000000001",
  application_id: SHOP ?? "",
  version: "500000000000000002",
  default_member_permissions: null,
  type: 1 as const,
  name,
  description: "x",
  nsfw: false,
  ...more
})

let number = 0
const entry = (operation: string, more: Partial<RecordedEntry> = {}): RecordedEntry => ({
  number: ++number,
  at: 0,
  operation,
  method: "POST",
  path: "/control/v1",
  params: {},
  query: {},
  status: 200,
  ...more
})

const use = (body: object, more: Partial<RecordedEntry> = {}) =>
  entry("use_command", {
    user_id: ALICE ?? "",
    params: { user_id: ALICE ?? "", channel_id: QUAY ?? "" },
    body,
    answer: { interaction_id: "900000000000000001", state: "responded" },
    ...more
  })

const settled = (id: string, state: string, content = "late") =>
  entry("settled", {
    user_id: ALICE ?? "",
    params: { interaction_id: id },
    answer: { interaction_id: id, state, message: { id: "900000000000000009", content, flags: 0 } }
  })

const steps = (...entries: ReadonlyArray<RecordedEntry>) => toScenario(entries, world).steps

describe("a deferred answer", () => {
  const deferred = use({ text: "/slow" }, { answer: { interaction_id: "900000000000000001", state: "deferred" } })

  it("that settles before the next act is the answer", () => {
    assert.deepStrictEqual(steps(deferred, settled("900000000000000001", "responded")), [
      {
        as: "alice",
        in: "quay",
        use: "/slow",
        expect: { state: "responded", message: { content: "late", ephemeral: false } }
      }
    ])
  })

  it("that settles later is waited for", () => {
    const clock = entry("set_clock", { body: { advance_ms: 900_000 } })
    assert.deepStrictEqual(steps(deferred, clock, settled("900000000000000001", "failed")).slice(0, 3), [
      { as: "alice", in: "quay", use: "/slow", expect: { state: { $any: ["deferred", "responded"] } } },
      { advance: "15m" },
      { as: "alice", wait: { state: "failed" } }
    ])
  })

  it("that settles after another use of the same user is left open", () => {
    const other = use({ text: "/fast" }, { answer: { interaction_id: "900000000000000002", state: "responded" } })
    const acts = steps(deferred, other, settled("900000000000000001", "responded")).map(({ use: text }) => text)
    assert.deepStrictEqual(acts, ["/slow", "/fast"])
  })

  it("that is not there yet is expected of nobody", () => {
    const pending = use({ text: "/slow" }, { answer: { interaction_id: "900000000000000001", state: "pending" } })
    assert.deepStrictEqual(steps(pending), [{ as: "alice", in: "quay", use: "/slow" }])
  })
})

describe("choices that are asked for while a person types", () => {
  const options = [
    { type: 3, name: "pet", description: "x", autocomplete: true },
    { type: 3, name: "food", description: "x", autocomplete: true }
  ]
  const typing = (name: string, value: string, user = ALICE) =>
    use(
      { autocomplete: true, options: [{ type: 3, name, value, focused: true }] },
      { user_id: user ?? "", command: command("feed", { options } as never), answer: { choices: [] } }
    )
  const types = (...entries: ReadonlyArray<RecordedEntry>) => steps(...entries).map(({ as, type }) => [as, type])

  it("are those of the last letter of each option", () => {
    const letters = ["r", "re", "rex"].map((value) => typing("pet", value))
    const found = types(...letters, ...["b", "bo"].map((value) => typing("food", value)))
    assert.deepStrictEqual(found, [
      ["alice", "/feed pet:rex"],
      ["alice", "/feed food:bo"]
    ])
  })

  it("stay where the same person did something in between, and where another types", () => {
    const said = entry("say", { user_id: ALICE ?? "", params: { channel_id: QUAY ?? "" }, body: { content: "hm" } })
    const found = types(typing("pet", "r"), typing("pet", "b", BOB), said, typing("pet", "rex"))
    assert.deepStrictEqual(
      found.map(([, type]) => type),
      ["/feed pet:r", "/feed pet:b", undefined, "/feed pet:rex"]
    )
  })
})

describe("names", () => {
  const at = (user: string | undefined, place: string | undefined) =>
    steps(
      entry("say", {
        user_id: user ?? "",
        params: { user_id: user ?? "", channel_id: place ?? "" },
        body: { content: "hi" }
      })
    )[0]

  it.each([
    ["a username", ALICE, QUAY, { as: "alice", in: "quay" }],
    ["an id, where the name is also another's", OTHER_TWIN, QUAY, { as: OTHER_TWIN, in: "quay" }],
    ["the guild beside a channel of a common name", ALICE, ISLAND_GENERAL, { as: "alice", in: "Island/general" }],
    ["the name alone, where the user is in one guild with it", BOB, GENERAL, { as: "bob", in: "general" }],
    ["an id that the world does not know", ALICE, "900000000000000007", { as: "alice", in: "900000000000000007" }]
  ])("are %s", (_, user, place, expected) => {
    assert.deepStrictEqual(at(user, place), { ...expected, say: "hi" })
  })

  it("follow the changes of the world", () => {
    const renamed = entry("patch_world_user", {
      method: "PATCH",
      path: `/control/v1/users/${BOB}`,
      params: { user_id: BOB ?? "" },
      user_id: BOB ?? "",
      body: { username: "robert" },
      answer: { id: BOB, username: "robert" }
    })
    const say = entry("say", {
      user_id: BOB ?? "",
      params: { user_id: BOB ?? "", channel_id: QUAY ?? "" },
      body: { content: "hi" }
    })
    assert.deepStrictEqual(
      steps(say, renamed, say).map(({ as, world: edit }) => as ?? edit?.patch),
      ["bob", "bob", "robert"]
    )
  })
})

describe("a use", () => {
  const animal = { type: 3 as const, name: "animal", description: "x" }
  const picture = { type: 11 as const, name: "picture", description: "x" }
  const adopt = command("adopt", { options: [animal, picture] })
  const given = (options: unknown, more: object = {}) =>
    steps(use({ command_id: adopt.id, options, ...more }, { command: adopt }))[0]?.use

  it.each([
    ["is typed", [{ name: "animal", value: "dog" }], "/adopt animal:dog"],
    ["quotes what has spaces", [{ name: "animal", value: 'a "dog"' }], '/adopt animal:"a \\"dog\\""'],
    ["keeps what is no variable", [{ name: "animal", value: "${dog}" }], "/adopt animal:$${dog}"],
    [
      "that cannot be typed stays in wire shape",
      [{ name: "animal", value: 7 }],
      { command: "adopt", options: [{ name: "animal", value: 7 }] }
    ],
    [
      "of an option that the command does not have stays in wire shape",
      [{ name: "colour", value: "red" }],
      { command: "adopt", options: [{ name: "colour", value: "red" }] }
    ]
  ])("%s", (_, options, expected) => {
    assert.deepStrictEqual(given(options), expected)
  })

  it("brings its files along", () => {
    const file = { option: "picture", filename: "a.png", content_type: "image/png", base64: "aGk=" }
    assert.deepStrictEqual(given([{ name: "animal", value: "dog" }], { attachments: [file] }), {
      text: "/adopt animal:dog",
      attachments: [file]
    })
  })

  it("of an old version says which, where that is why it was refused", () => {
    const refused = { reason: "stale", message: "…", code: 50035 }
    const [step] = steps(
      use({ command_id: adopt.id, version: "5" }, { command: adopt, status: 409, answer: refused }),
      use({ command_id: adopt.id, version: "5" }, { command: adopt })
    )
    assert.deepStrictEqual(step?.use, { command: "adopt", version: "5" })
    assert.deepStrictEqual(step?.expect, { refused: "stale" })
  })

  it("of a command that nobody has is no step", () => {
    assert.deepStrictEqual(steps(use({ command_id: "7" }, { status: 404, answer: { reason: "unknown" } })), [])
  })

  it("is of the application that was used most, which the scenario names where it is not the first", () => {
    const game = command("play", { application_id: GAMES ?? "" })
    const { application } = toScenario([use({ command_id: game.id }, { command: game })], world)
    assert.strictEqual(application, "Games")
  })
})

describe("a message", () => {
  const press = (content: string) =>
    steps(
      entry("use_component", {
        user_id: ALICE ?? "",
        params: { user_id: ALICE ?? "", message_id: "900000000000000005" },
        body: { custom_id: "yes" },
        answer: { interaction_id: "900000000000000001", state: "responded" },
        messages: [{ id: "900000000000000005", channel_id: QUAY ?? "", author_id: SHOP ?? "", content }]
      })
    )[0]

  it.each([
    ["by its content, where no step made it", "Choose one", { content: "Choose one" }],
    ["by a pattern, where it has an id of that run", "No. 900000000000000006!", { content: "/^No\\. \\d+!$/" }],
    ["by its author, where it has no text", "", { author: { id: SHOP } }],
    ["exactly, where its text looks like a pattern", "/hello/", { content: { $exactly: "/hello/" } }]
  ])("is known %s", (_, content, on) => {
    const expected = { as: "alice", in: "quay", press: "yes", on, expect: { state: "responded" } }
    assert.deepStrictEqual(press(content), expected)
  })
})

describe("a world that was put", () => {
  it("is what the scenario begins with", () => {
    const put = entry("put_world", { method: "PUT", status: 204 })
    assert.deepStrictEqual(
      steps(use({ text: "/before" }), put, use({ text: "/after" })).map(({ use: text }) => text),
      ["/after"]
    )
    const refused = entry("put_world", { method: "PUT", status: 400 })
    assert.strictEqual(steps(use({ text: "/before" }), refused, use({ text: "/after" })).length, 2)
  })
})

describe("consent", () => {
  const asked = (query: Record<string, string>, body: object = { authorize: true }, answer: object = {}) =>
    entry("authorize", { user_id: BOB ?? "", query: { client_id: SHOP ?? "", ...query }, body, answer })

  it.each([
    ["on the user", { scope: "applications.commands" }, {}, { install: "Pet Shop" }],
    [
      "in a guild, with permissions",
      { scope: "bot applications.commands", guild_id: HARBOUR ?? "" },
      { permissions: "8" },
      { install: { application: "Pet Shop", guild: "Harbour", permissions: "8" } }
    ],
    [
      "to scopes",
      { scope: "identify guilds", response_type: "code" },
      {},
      { authorize: { scopes: ["identify", "guilds"] } }
    ]
  ])("is given %s", (_, query, body, step) => {
    assert.deepStrictEqual(steps(asked(query, { authorize: true, ...body })), [{ as: "bob", ...step }])
  })

  it("is declined", () => {
    const declined = asked({ scope: "bot", response_type: "code" }, { authorize: false }, { error: "access_denied" })
    assert.deepStrictEqual(steps(declined), [
      {
        as: "bob",
        authorize: { scopes: ["bot"], authorize: false },
        expect: { error: "/access_denied/" }
      }
    ])
  })

  it("that an act asks for by itself is a part of it", () => {
    const join = entry("create_or_join_lobby", {
      user_id: BOB ?? "",
      application_id: SHOP ?? "",
      body: { secret: "dock" },
      answer: { id: "900000000000000008" }
    })
    assert.deepStrictEqual(steps(asked({ scope: "openid sdk.social_layer", response_type: "code" }), join), [
      { as: "bob", join: "dock" }
    ])
  })
})
