import { assert, describe, it } from "@effect/vitest"
import { compose, contentOf, listed, plainText, sameContent } from "../../src/command/CommandWire.ts"
import type { ApplicationCommand, CommandContent, CommandOption } from "../../src/record/ApplicationCommand.ts"
import { APPLICATION, content, GUILD, option, stored } from "../fixture/SampleCommand.ts"

const IDS = { id: "10", application_id: APPLICATION, version: "11" }

/** The same value with the keys of every object in reverse. */
const reversed = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(reversed) as A // the shape is kept
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const)
  return Object.fromEntries(entries.reverse()) as A // the shape is kept
}

const rich: CommandContent = content({
  default_member_permissions: "32",
  name_localizations: { de: "blep-de" },
  description_localizations: { "en-GB": "An animal", de: "Ein Tier" },
  contexts: [0, 2],
  default_permission: false,
  options: [
    option({
      name_localizations: { de: "tier" },
      required: true,
      choices: [
        { name: "Dog", name_localizations: { de: "Hund" }, value: "dog" },
        { name: "Cat", name_localizations: null, value: "cat" }
      ]
    }),
    option({
      type: 2,
      name: "group",
      options: [option({ type: 1, name: "sub", options: [option({ name: "leaf" })] })]
    }),
    option({ type: 3, name: "text", autocomplete: true, min_length: 0, max_length: 9 }),
    option({ type: 4, name: "count", min_value: 0, max_value: 3 }),
    option({ type: 7, name: "where", channel_types: [0, 5] })
  ]
})

const paths = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...paths(inner)])

describe("records", () => {
  it("keys of a global command stand in wire order", () => {
    assert.deepStrictEqual(Object.keys(compose(IDS, "global", reversed(content({ ...rich, type: 4, handler: 1 })))), [
      "id",
      "application_id",
      "version",
      "default_member_permissions",
      "type",
      "name",
      "name_localizations",
      "description",
      "description_localizations",
      "dm_permission",
      "contexts",
      "integration_types",
      "options",
      "nsfw",
      "handler",
      "default_permission"
    ])
  })

  it("keys of a guild command stand in wire order, without those of global commands", () => {
    assert.deepStrictEqual(Object.keys(compose(IDS, GUILD, content({ options: [option()] }))), [
      "id",
      "application_id",
      "version",
      "default_member_permissions",
      "type",
      "name",
      "name_localizations",
      "description",
      "description_localizations",
      "guild_id",
      "options",
      "nsfw"
    ])
  })

  it("keys of options and choices stand in wire order", () => {
    const command = compose(IDS, "global", reversed(rich))
    const at = (name: string) => Object.keys(command.options?.find((o) => o.name === name) ?? {})
    const start = ["type", "name", "name_localizations", "description", "description_localizations"]
    assert.deepStrictEqual(at("animal"), [...start, "required", "choices"])
    assert.deepStrictEqual(at("group"), [...start, "options"])
    assert.deepStrictEqual(at("text"), [...start, "autocomplete", "min_length", "max_length"])
    assert.deepStrictEqual(at("count"), [...start, "min_value", "max_value"])
    assert.deepStrictEqual(at("where"), [...start, "channel_types"])
    assert.deepStrictEqual(Object.keys(command.options?.[0]?.choices?.[0] ?? {}), [
      "name",
      "name_localizations",
      "value"
    ])
  })

  it("options in wire order are kept as they are, others are arranged at any depth", () => {
    const sub = (leaf: CommandOption) => [
      option({ type: 2, options: [option({ type: 1, options: [option(), leaf] })] })
    ]
    const leaf = option({ choices: [{ name: "Dog", name_localizations: null, value: "dog" }] })
    const kept = sub(leaf)
    assert.strictEqual(compose(IDS, "global", content({ options: kept })).options?.[0], kept[0])
    const arranged = compose(IDS, "global", content({ options: sub(reversed(leaf)) })).options
    assert.strictEqual(JSON.stringify(arranged), JSON.stringify(kept))
  })

  it("options are absent when there are none", () => {
    assert.notProperty(compose(IDS, "global", content()), "options")
  })

  it("a global command made of a guild command's content is in no guild", () => {
    assert.notProperty(compose(IDS, "global", stored(1, {}, GUILD)), "guild_id")
  })

  it("a bare USER command is the text seen on the wire", () => {
    const command = compose(IDS, "global", content({ type: 2, name: "High Five", contexts: [0, 1, 2] }))
    assert.strictEqual(
      JSON.stringify(command),
      `{"id":"10","application_id":"${APPLICATION}","version":"11","default_member_permissions":null,"type":2,` +
        `"name":"High Five","name_localizations":null,"description":"","description_localizations":null,` +
        `"dm_permission":true,"contexts":[0,1,2],"integration_types":[0],"nsfw":false}`
    )
  })

  it("dictionaries keep the order in which they were given", () => {
    const dictionary = { fr: "a", de: "b" }
    const command = compose(IDS, "global", content({ name_localizations: dictionary }))
    assert.strictEqual(JSON.stringify(command.name_localizations), JSON.stringify(dictionary))
  })

  it("the order of the wire is kept whatever order the content came in", () => {
    const sent = content({ ...rich, description_localizations: null })
    assert.strictEqual(
      JSON.stringify(compose(IDS, "global", reversed(sent))),
      JSON.stringify(compose(IDS, "global", sent))
    )
  })
})

describe("plain lists", () => {
  const command = compose(IDS, "global", rich)

  it("a plain list has no dictionaries at command, option and choice level", () => {
    const keys = paths(listed(command, "de"))
    assert.notInclude(keys, "name_localizations")
    assert.notInclude(keys, "description_localizations")
  })

  it("localized texts of the requester's locale stand right after their defaults", () => {
    const list = listed(command, "de")
    assert.deepStrictEqual(Object.keys(list).slice(5, 9), [
      "name",
      "name_localized",
      "description",
      "description_localized"
    ])
    assert.deepInclude(list, { name_localized: "blep-de", description_localized: "Ein Tier" })
    assert.strictEqual(
      JSON.stringify(list.options?.[0]),
      `{"type":3,"name":"animal","name_localized":"tier","description":"The type of animal","required":true,` +
        `"choices":[{"name":"Dog","name_localized":"Hund","value":"dog"},{"name":"Cat","value":"cat"}]}`
    )
  })

  it("if the requester's locale is absent, these fields are omitted", () => {
    const keys = paths(listed(command, "fr"))
    assert.notInclude(keys, "name_localized")
    assert.notInclude(keys, "description_localized")
  })

  it("the fallback table does not fill a list", () => {
    assert.notProperty(listed(command, "en-US"), "description_localized")
    assert.strictEqual(listed(command, "en-GB").description_localized, "An animal")
  })

  it("a localized value equal to the default is answered", () => {
    const same = compose(IDS, "global", content({ name_localizations: { de: "blep" } }))
    assert.strictEqual(listed(same, "de").name_localized, "blep")
  })

  it("nested options are localized too", () => {
    const leaf = option({ name: "leaf", description_localizations: { de: "Blatt" } })
    const tree = content({ options: [option({ type: 2, options: [option({ type: 1, options: [leaf] })] })] })
    const list = listed(compose(IDS, "global", tree), "de")
    assert.strictEqual(list.options?.[0]?.options?.[0]?.options?.[0]?.description_localized, "Blatt")
  })

  it("everything else is as in the full answer", () => {
    const bare = stored(1, { options: [option({ type: 4, min_value: 0, max_value: 3 })] }, GUILD)
    const list = { ...listed(bare, "de"), name_localizations: null, description_localizations: null }
    const options = list.options?.map((o) => ({ ...o, name_localizations: null, description_localizations: null }))
    assert.deepStrictEqual({ ...list, options }, { ...bare, options: [...(bare.options ?? [])] })
  })
})

describe("the plain text of a stored command", () => {
  const looksLike = ',"name_localizations":null'
  it.each([
    ["bare", {}],
    [
      "with options and choices",
      { options: [option({ choices: [{ name: looksLike, name_localizations: null, value: "x" }] })] }
    ],
    ["with a last option key without a value", { options: [option(), option({ name: "b" })] }],
    ["whose texts look like dictionaries", { description: `${looksLike}"description_localizations":{}` }],
    ["whose texts end like keys", { description: '"name_localizations', default_member_permissions: "8" }]
  ])("of a command %s is that of its listed form", (_, fields) => {
    for (const scope of ["global", GUILD] as const) {
      const command = compose(IDS, scope, content(fields))
      assert.strictEqual(plainText(JSON.stringify(command)), JSON.stringify(listed(command, "de")))
    }
  })

  it.each([
    ["its name", { name_localizations: { de: "a" } }],
    ["a choice", { options: [option({ choices: [{ name: "a", name_localizations: { de: "b" }, value: "c" }] })] }]
  ])("is none when %s has a dictionary", (_, fields) => {
    assert.isUndefined(plainText(JSON.stringify(compose(IDS, "global", content(fields)))))
  })
})

describe("same content", () => {
  const command: ApplicationCommand = compose(IDS, "global", rich)

  it("id, version, application and guild do not count", () => {
    const other = { ...command, id: "1", version: "2", application_id: "3", guild_id: "4" }
    assert.isTrue(sameContent(command, other))
  })

  it("the order of keys does not count", () => {
    assert.isTrue(sameContent(command, reversed(command)))
  })

  const changed: ReadonlyArray<[string, Partial<CommandContent>]> = [
    ["name", { name: "other" }],
    ["type", { type: 2 }],
    ["description", { description: "other" }],
    ["a dictionary", { name_localizations: { de: "anders" } }],
    ["a further locale", { name_localizations: { de: "blep-de", fr: "blep-fr" } }],
    ["no dictionary", { name_localizations: null }],
    ["default_member_permissions", { default_member_permissions: "0" }],
    ["dm_permission", { dm_permission: false }],
    ["contexts", { contexts: null }],
    ["the order of contexts", { contexts: [2, 0] }],
    ["integration_types", { integration_types: [0, 1] }],
    ["nsfw", { nsfw: true }],
    ["handler", { handler: 1 }],
    ["default_permission", { default_permission: true }],
    ["the order of options", { options: [...(rich.options ?? [])].reverse() }],
    ["a choice", { options: [option({ choices: [{ name: "Dog", name_localizations: null, value: "cat" }] })] }]
  ]
  it.each(changed)("it differs by %s", (_, fields) => {
    assert.isFalse(sameContent(command, { ...command, ...fields }))
  })

  it("a bound of 0 is not the absence of one", () => {
    const bound = (fields: object) => content({ options: [option({ type: 4, ...fields })] })
    assert.isFalse(sameContent(bound({ min_value: 0 }), bound({})))
  })

  it("content is the command without what the service minted", () => {
    assert.deepStrictEqual(contentOf(stored(1, rich)), contentOf(rich))
    assert.deepStrictEqual(
      ["id", "application_id", "version", "guild_id"].filter((key) => key in contentOf(stored(1, {}, GUILD))),
      []
    )
  })
})
