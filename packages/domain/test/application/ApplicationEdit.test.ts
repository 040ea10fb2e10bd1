import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { editApplication } from "../../src/application/ApplicationEdit.ts"
import { privateApplication } from "../../src/application/ApplicationWire.ts"
import { formatPath } from "../../src/error/Fault.ts"
import { petShop } from "../fixture/Harbour.ts"

const fire = "\u{1F525}"

const sha256 = (text: string) => `${text.length}`.padStart(64, "0")
const PIXEL = "data:image/png;base64,iVBORw0KGgo="

const faults = (body: unknown) =>
  Result.match(editApplication(petShop, body, sha256), {
    onSuccess: () => [],
    onFailure: (found) => found.map(({ path, code }) => `${formatPath(path)} [${code}]`)
  })

const edited = (body: unknown, before = petShop) => Result.getOrThrow(editApplication(before, body, sha256))

/** The application object after an edit. */
const shown = (body: unknown, before = petShop) =>
  privateApplication({
    application: edited(body, before),
    people: new Map(),
    verify_key: "00".repeat(32),
    guilds: 0,
    user_installs: 0
  })

const install = { scopes: ["bot", "applications.commands"], permissions: "2048" }

describe("a picture of the application", () => {
  it.each(["icon", "cover_image"] as const)("is kept as its hash, and removed by null: %s", (name) => {
    const after = edited({ [name]: PIXEL })
    expect(shown({ [name]: PIXEL })).toMatchObject({ [name]: "0".repeat(32) })
    expect(edited({ [name]: null }, after)).toEqual(petShop)
    expect(edited({ tags: [] }, after)).toMatchObject({ [name]: "0".repeat(32) })
    expect(faults({ [name]: "a.png" })).toEqual([`${name} [IMAGE_INVALID]`])
    expect(faults({ [name]: 5 })).toEqual([`${name} [STRING_TYPE_CONVERT]`])
  })
})

describe("what a bot may not change is refused", () => {
  it.each([
    [{ team_id: "5" }, ["team_id [APPLICATION_TEAM_FIXED]"]],
    [{ team_id: null }, []],
    [
      { description: { default: "Pets", localizations: { de: "Tiere" } } },
      ["description.localizations [DESCRIPTION_LOCALIZED]"]
    ],
    [{ description: { default: "Pets", localizations: {} } }, []]
  ])("in %j", (body, expected) => expect(faults(body)).toEqual(expected))
})

describe("every field that an edit may set is kept and answered", () => {
  it.each([
    ["custom_install_url", "https://pets.example/install"],
    ["role_connections_verification_url", "https://pets.example/verify"],
    ["event_webhooks_url", "https://pets.example/events"],
    ["event_webhooks_types", ["LOBBY_MESSAGE_CREATE", "APPLICATION_AUTHORIZED"]],
    ["event_webhooks_status", 2],
    ["install_params", install],
    ["max_participants", -1],
    ["max_participants", 8],
    ["explicit_content_filter", 1],
    ["integration_types_config", { "1": {} }],
    ["integration_types_config", { "0": { oauth2_install_params: install }, "1": {} }]
  ])("%s %j", (field, value) => {
    expect(shown({ [field]: value })).toMatchObject({ [field]: value })
    expect(shown({}, edited({ [field]: value }))).toMatchObject({ [field]: value })
  })
})

describe("null takes the default", () => {
  const full = edited({
    custom_install_url: "https://pets.example",
    role_connections_verification_url: "https://pets.example",
    install_params: install,
    max_participants: 4,
    explicit_content_filter: 1,
    event_webhooks_types: ["LOBBY_MESSAGE_CREATE"],
    event_webhooks_status: 2,
    integration_types_config: { "0": { oauth2_install_params: install } }
  })
  it.each([
    ["role_connections_verification_url", null],
    ["max_participants", null],
    ["explicit_content_filter", 0],
    ["event_webhooks_types", []],
    ["event_webhooks_status", 1]
  ])("%s", (field, expected) => expect(shown({ [field]: null }, full)).toMatchObject({ [field]: expected }))
  it.each(["custom_install_url", "install_params"])("%s, which is then left out", (field) =>
    expect(shown({ [field]: null }, full)).not.toHaveProperty(field)
  )
  it("for the parameters of an installation context", () =>
    expect(shown({ integration_types_config: { "0": null } }, full).integration_types_config).toEqual({ "0": {} }))
  it("but installation contexts stay, because an application has one at least", () =>
    expect(edited({ integration_types_config: null }, full)).toEqual(full))
})

describe("installation parameters are scopes and a bit set of permissions", () => {
  const shownOf = (install_params: unknown) => edited({ install_params }).install_params
  it.each([
    [
      { scopes: ["bot"], permissions: 8 },
      { scopes: ["bot"], permissions: "8" }
    ],
    [
      { scopes: null, permissions: null },
      { scopes: [], permissions: "0" }
    ],
    [{}, { scopes: [], permissions: "0" }]
  ])("%j", (sent, expected) => expect(shownOf(sent)).toEqual(expected))
})

describe("lengths count code points", () => {
  it("of a tag", () => {
    expect(faults({ tags: [fire.repeat(20)] })).toEqual([])
    expect(faults({ tags: ["a", fire.repeat(21)] })).toEqual(["tags[1] [BASE_TYPE_MAX_LENGTH]"])
  })
  it("of a URL", () => {
    const url = (length: number) => `https://${fire.repeat(length - "https://".length)}`
    expect(faults({ custom_install_url: url(2048) })).toEqual([])
    expect(faults({ custom_install_url: url(2049) })).toEqual(["custom_install_url [BASE_TYPE_MAX_LENGTH]"])
  })
  it("of a description", () => {
    expect(faults({ description: fire.repeat(400) })).toEqual([])
    expect(faults({ description: fire.repeat(401) })).toEqual(["description [BASE_TYPE_MAX_LENGTH]"])
  })
})

describe("what is no value of its field is at fault there", () => {
  it.each<[body: object, faults: ReadonlyArray<string>]>([
    [{ max_participants: -2 }, ["max_participants [NUMBER_TYPE_MIN]"]],
    [{ max_participants: "many" }, ["max_participants [NUMBER_TYPE_COERCE]"]],
    [{ explicit_content_filter: 2 }, ["explicit_content_filter [BASE_TYPE_CHOICES]"]],
    [{ install_params: { scopes: ["bot", "identify"] } }, ["install_params.scopes[1] [BASE_TYPE_CHOICES]"]],
    [{ install_params: { scopes: ["bot", "bot"] } }, ["install_params.scopes [SET_TYPE_CONTAINS_DUPLICATE]"]],
    [
      { integration_types_config: { "1": { oauth2_install_params: { scopes: ["guilds"] } } } },
      ["integration_types_config.1.oauth2_install_params.scopes[0] [BASE_TYPE_CHOICES]"]
    ],
    [{ flags: -1 }, ["flags [NUMBER_TYPE_MIN]"]],
    [{ event_webhooks_status: 3 }, ["event_webhooks_status [BASE_TYPE_CHOICES]"]],
    [{ event_webhooks_types: ["ENTITLEMENT_CREATE"] }, ["event_webhooks_types[0] [BASE_TYPE_CHOICES]"]],
    [
      { event_webhooks_types: ["LOBBY_MESSAGE_CREATE", "LOBBY_MESSAGE_CREATE"] },
      ["event_webhooks_types [SET_TYPE_CONTAINS_DUPLICATE]"]
    ],
    [{ install_params: "x" }, ["install_params [MODEL_TYPE_CONVERT]"]],
    [{ install_params: { scopes: "bot" } }, ["install_params.scopes [LIST_TYPE_CONVERT]"]],
    [{ install_params: { permissions: -1 } }, ["install_params.permissions [NUMBER_TYPE_MIN]"]],
    [{ install_params: { permissions: "18014398509481984" } }, ["install_params.permissions [NUMBER_TYPE_MAX]"]],
    [{ integration_types_config: "x" }, ["integration_types_config [DICT_TYPE_CONVERT]"]],
    [{ integration_types_config: { "0": 5 } }, ["integration_types_config.0 [MODEL_TYPE_CONVERT]"]],
    [{ integration_types_config: { "2": 5 } }, ["integration_types_config.2 [BASE_TYPE_CHOICES]"]],
    [{ integration_types_config: {} }, ["integration_types_config [BASE_TYPE_BAD_LENGTH]"]],
    [
      { integration_types_config: { "0": { oauth2_install_params: { scopes: [5], permissions: -1 } }, "1": [] } },
      [
        "integration_types_config.0.oauth2_install_params.scopes[0] [STRING_TYPE_CONVERT]",
        "integration_types_config.0.oauth2_install_params.permissions [NUMBER_TYPE_MIN]",
        "integration_types_config.1 [MODEL_TYPE_CONVERT]"
      ]
    ],
    [{ custom_install_url: 5 }, ["custom_install_url [STRING_TYPE_CONVERT]"]],
    [{ custom_install_url: "pets" }, ["custom_install_url [URL_TYPE_INVALID_URL]"]]
  ])("%j", (body, expected) => expect(faults(body)).toEqual(expected))
})

describe("type is null or a known application type, and ignored", () => {
  it.each([null, 1, 5])("%j", (type) => expect(edited({ type })).toEqual(petShop))
  it.each([0, 6])("%j is refused", (type) => expect(faults({ type })).toEqual(["type [BASE_TYPE_CHOICES]"]))
  it("text is refused", () => expect(faults({ type: "game" })).toEqual(["type [NUMBER_TYPE_COERCE]"]))
})

describe("a bot may change the limited privileged intents of its flags", () => {
  const embedded = { ...petShop, flags: ["EMBEDDED", "GATEWAY_PRESENCE_LIMITED"] }
  it("and no others", () =>
    expect(edited({ flags: (1 << 15) | (1 << 19) | (1 << 23) }, embedded).flags).toEqual([
      "EMBEDDED",
      "GATEWAY_GUILD_MEMBERS_LIMITED",
      "GATEWAY_MESSAGE_CONTENT_LIMITED"
    ]))
  it("null leaves them alone", () => expect(edited({ flags: null }, embedded)).toEqual(embedded))
})

it("an edit of nothing changes nothing", () => expect(JSON.stringify(edited({}))).toBe(JSON.stringify(petShop)))
