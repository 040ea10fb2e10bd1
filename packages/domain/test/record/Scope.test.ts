/** Sources: wire-rest.md §5.3, §5.5; service.md "Authentication", "Authorization arguments". */

import { assert, describe, it } from "@effect/vitest"
import { expand, isForClients, isGrantable, isInstalling, isScope, SCOPES, words } from "../../src/record/Scope.ts"

const PRESENCE = [
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "gateway.connect",
  "identify",
  "relationships.read",
  "relationships.write"
]

/** What each scope is, of §5.5. `user`: a user may grant it. `client`: client credentials may ask for it. */
const TABLE = [
  ["applications.commands", { user: true, client: false, installs: true }],
  ["applications.commands.update", { user: false, client: true, installs: false }],
  ["applications.commands.permissions.update", { user: true, client: true, installs: false }],
  ["bot", { user: true, client: false, installs: true }],
  ["webhook.incoming", { user: false, client: false, installs: false }],
  ["lobbies.write", { user: true, client: true, installs: false }],
  ["sdk.social_layer", { user: true, client: true, installs: false }],
  ["sdk.social_layer_presence", { user: true, client: true, installs: false }],
  ...[
    "identify",
    "email",
    "guilds",
    "guilds.join",
    "guilds.members.read",
    "openid",
    "role_connections.write",
    "connections",
    "gdm.join"
  ].map((name) => [name, { user: true, client: true, installs: false }] as const),
  ["identify.premium", { user: true, client: true, installs: false }],
  ["everything", { user: false, client: false, installs: false }],
  ["Identify", { user: false, client: false, installs: false }],
  ["", { user: false, client: false, installs: false }]
] as const

describe("a scope", () => {
  it.each(TABLE)("%s is for those whom the table says", (name, expected) =>
    assert.deepStrictEqual(
      { user: isGrantable(name), client: isForClients(name), installs: isInstalling(name) },
      expected
    )
  )

  it("applications.commands is part of bot implicitly", () =>
    assert.deepStrictEqual(expand(["bot"]), ["bot", "applications.commands"]))

  it("sdk.social_layer_presence is an umbrella", () =>
    assert.sameMembers([...expand(["sdk.social_layer_presence"])], ["sdk.social_layer_presence", ...PRESENCE]))

  it("sdk.social_layer contains sdk.social_layer_presence, and more", () =>
    assert.sameMembers(
      [...expand(["sdk.social_layer"])],
      [
        "sdk.social_layer",
        "sdk.social_layer_presence",
        ...PRESENCE,
        "dm_channels.messages.read",
        "dm_channels.messages.write",
        "dm_channels.read",
        "guilds",
        "guilds.channels.read",
        "lobbies.write"
      ]
    ))

  it("no umbrella brings what would install, what is of client credentials alone, or what is no scope", () => {
    for (const scope of SCOPES.filter((name) => name !== "bot")) {
      for (const brought of expand([scope]).slice(1)) {
        assert.isTrue(isScope(brought) && isGrantable(brought) && !isInstalling(brought), `${scope} ${brought}`)
      }
    }
  })

  it("no umbrella hides another: expanded once is expanded whole", () => {
    for (const scope of SCOPES) assert.sameMembers([...expand(expand([scope]))], [...expand([scope])])
  })

  it("stands first, and once, beside what it brings", () =>
    assert.deepStrictEqual(expand(["identify", "bot", "applications.commands"]), [
      "identify",
      "bot",
      "applications.commands"
    ]))

  it("that a world has and the service does not know brings nothing", () =>
    assert.deepStrictEqual(expand(["everything"]), ["everything"]))
})

describe("a list of scopes", () => {
  it.each([
    ["identify guilds", ["identify", "guilds"]],
    ["  identify   identify ", ["identify"]],
    ["identify\tguilds", ["identify\tguilds"]],
    ["identify,guilds", ["identify,guilds"]],
    ["", []],
    [undefined, []],
    [null, []]
  ])("%j is separated by spaces, each once", (text, expected) => assert.deepStrictEqual(words(text), expected))
})
