/**
 * What unmodified clients cannot do without: wire-rest.md §0, one test for each row, by its number. Rows 3 and 4 are
 * about rate limits and are proved in RateLimits.test.ts, row 12 about command permissions in CommandPermissions.test.ts.
 */
import { API } from "@discordjs/core"
import { DiscordAPIError, REST } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, everyAnswer } from "./Answers.ts"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { type Wire, wireOf } from "./Wire.ts"
import { APP, BOT, FOREIGN_GUILD, GUILD, OTHER_APP, SECRET, world } from "./World.ts"

const GLOBAL = `/applications/${APP}/commands`
const IN_GUILD = `/applications/${APP}/guilds/${GUILD}/commands`
const FORM = { "content-type": "application/x-www-form-urlencoded" }

/** What discordgo writes into every option, filled or not. */
const DGO_OPTION = { channel_types: null, required: false, options: null, autocomplete: false, choices: null }

/** Every field of a request that may be null. */
const NULLS = {
  id: null,
  type: null,
  name_localizations: null,
  description_localizations: null,
  options: null,
  default_member_permissions: null,
  default_permission: null,
  dm_permission: null,
  contexts: null,
  integration_types: null,
  nsfw: null,
  handler: null
}
const NULL_OPTION = {
  name_localizations: null,
  description_localizations: null,
  required: null,
  autocomplete: null,
  choices: null,
  options: null,
  channel_types: null,
  min_value: null,
  max_value: null,
  min_length: null,
  max_length: null
}

/** The values of every key `name` in a JSON value. */
const valuesOf = (name: string, json: unknown): ReadonlyArray<unknown> =>
  typeof json === "object" && json !== null
    ? Object.entries(json).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)])
    : []

describe.each(STORAGES)("must-haves, on %s storage", (storage) => {
  let server: LiveServer
  let wire: Wire
  let answers: ReadonlyArray<Answer>

  beforeAll(async () => {
    server = await startServer({ storage, world })
    wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
    answers = await everyAnswer(server)
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const post = (body: unknown, path = GLOBAL) => wire("POST", path, { body })

  it("1: every JSON answer is exactly application/json, without a charset", () => {
    const bodies = answers.filter(({ exchange }) => exchange.text !== "")
    expect(bodies.map(({ what, exchange }) => [what, exchange.header("content-type")])).toEqual(
      answers.filter(({ status }) => status !== 204).map(({ what }) => [what, ["application/json"]])
    )
  })

  it("2: a 204 has no body and no content type", () => {
    const empty = answers.filter(({ exchange }) => exchange.status === 204)
    expect(empty.map(({ what, exchange }) => [what, exchange.text, exchange.header("content-type")])).toEqual(
      answers.filter(({ status }) => status === 204).map(({ what }) => [what, "", []])
    )
  })

  it("5: ids of all kinds are 17 to 19 decimal digits", () => {
    const kinds = new Set<string>()
    const others: Array<string> = []
    for (const { what, exchange } of answers) {
      for (const [, key = "", id = ""] of exchange.text.matchAll(/"(\w*id|version)":"(\w+)"/g)) {
        kinds.add(key)
        if (!/^\d{17,19}$/.test(id)) others.push(`${what}: ${key} ${id}`)
      }
    }
    expect(others).toEqual([])
    expect([...kinds]).toEqual(
      expect.arrayContaining(["id", "application_id", "guild_id", "channel_id", "webhook_id", "version"])
    )
  })

  it("6: a bot token is never refused with 401 for scope or permission", async () => {
    const statuses = [
      await wire("GET", `/applications/${OTHER_APP}/commands`),
      await wire("PUT", `/applications/${OTHER_APP}/commands`, { body: [] }),
      await wire("GET", `/applications/${APP}/guilds/${FOREIGN_GUILD}/commands`),
      await wire("PUT", `/applications/${APP}/guilds/${FOREIGN_GUILD}/commands`, { body: [] })
    ].map(({ status, json }) => [status, json.code])
    expect(statuses).toEqual([
      [403, 20012],
      [403, 20012],
      [403, 50001],
      [403, 50001]
    ])
    const api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
    await expect(api.applicationCommands.getGlobalCommands(OTHER_APP)).rejects.toMatchObject({ status: 403 })
    // discord.js would have dropped its token on a 401.
    await expect(api.applicationCommands.getGlobalCommands(APP)).resolves.toBeInstanceOf(Array)
  })

  it.each([
    ["none", {}],
    ["an empty list", { options: [] }],
    ["null", { options: null }]
  ])("7: options are absent from answers, never null, when the request has %s", async (_, options) => {
    const group = { type: 2, name: "group", description: "d", options: [{ type: 1, name: "sub", description: "d" }] }
    const bare = { name: "seven", description: "d", ...options }
    const nested = {
      name: "seven-nested",
      description: "d",
      options: [{ type: 1, name: "sub", description: "d", ...options }, group]
    }
    const created = (await post(bare)).json
    const answered = [
      created,
      (await wire("PATCH", `${GLOBAL}/${created.id}`, { body: options })).json,
      (await wire("GET", `${GLOBAL}/${created.id}`)).json,
      (await wire("PUT", GLOBAL, { body: [bare, nested] })).json,
      (await wire("GET", GLOBAL)).json,
      (await wire("GET", `${GLOBAL}?with_localizations=true`)).json
    ]
    expect(created).not.toHaveProperty("options")
    expect(answered[3][1].options[0]).not.toHaveProperty("options")
    expect(answered.flatMap((json) => valuesOf("options", json)).filter((value) => !Array.isArray(value))).toEqual([])
  })

  it.each([
    ["8192", "8192"],
    [8192, "8192"],
    ["0", "0"],
    [0, "0"],
    [null, null],
    [undefined, null],
    [2 ** 53 - 1, "9007199254740991"],
    ["18014398509481983", "18014398509481983"]
  ])("8: default_member_permissions %j are answered as %j", async (sent, answered) => {
    const body = { name: "eight", description: "d", default_member_permissions: sent }
    const { json } = await post(body)
    const found = [json, (await wire("PUT", GLOBAL, { body: [body] })).json[0], (await wire("GET", GLOBAL)).json[0]]
    expect(found.map((command) => command.default_member_permissions)).toEqual([answered, answered, answered])
  })

  it("9: null is accepted wherever a library writes it", async () => {
    const values = [3, 4, 5, 6, 7, 8, 9, 10, 11]
    const options = values.map((type) => ({ ...NULL_OPTION, type, name: `o${type}`, description: "d" }))
    const dgo = [
      {
        ...DGO_OPTION,
        type: 2,
        name: "group",
        description: "d",
        options: [{ ...DGO_OPTION, type: 1, name: "inner", description: "d" }]
      },
      { ...DGO_OPTION, type: 1, name: "outer", description: "d" }
    ]
    const choice = {
      type: 3,
      name: "s",
      description: "d",
      choices: [{ name: "c", name_localizations: null, value: "v" }]
    }
    const bodies = [
      { ...NULLS, name: "nine", description: "d" },
      { ...NULLS, name: "nine-options", description: "d", options },
      { ...NULLS, name: "nine-choices", description: "d", options: [choice] },
      { name: "nine-dgo", description: "d", options: dgo },
      { ...NULLS, type: 2, name: "Nine User", description: null },
      { type: 3, name: "Nine Message", options: null }
    ]
    for (const path of [GLOBAL, IN_GUILD]) {
      expect(await wire("PUT", path, { body: bodies })).toMatchObject({ status: 200 })
      for (const { id: _, ...body } of bodies.map((given) => ({ id: null, ...given }))) {
        expect(await post(body, path)).toMatchObject({ status: 200 })
      }
    }
    const { json } = await post({ name: "nine", description: "d" })
    const { name: _, type: __, description: ___, ...nulls } = { ...NULLS, name: "", description: "" }
    expect(await wire("PATCH", `${GLOBAL}/${json.id}`, { body: nulls })).toMatchObject({ status: 200, json })
  })

  it.each([2, 3])("10: a context menu command of type %i may have an empty description or none", async (type) => {
    const menu = { type, name: "Ten" }
    for (const description of ["", undefined, null]) {
      const { status, json } = await wire("PUT", GLOBAL, { body: [{ ...menu, description }] })
      expect([status, json[0]?.description]).toEqual([200, ""])
    }
    const { status, json } = await post({ ...menu, description: "d" })
    expect(status).toBe(400)
    expect(json.errors.description._errors[0].code).toBe("APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID")
  })

  it("11: guild endpoints ignore the fields of global commands and keep the version", async () => {
    const body = { name: "eleven", description: "d" }
    const before = (await post(body, IN_GUILD)).json
    for (const ignored of [
      { dm_permission: true, contexts: null, integration_types: null },
      { dm_permission: false, contexts: [0], integration_types: [0, 1] },
      { dm_permission: null, contexts: [2], integration_types: [1] }
    ]) {
      expect((await post({ ...body, ...ignored }, IN_GUILD)).json).toEqual(before)
      expect((await wire("PATCH", `${IN_GUILD}/${before.id}`, { body: ignored })).json).toEqual(before)
      expect((await wire("PUT", IN_GUILD, { body: [{ ...body, ...ignored }] })).json).toEqual([before])
    }
  })

  it("13: version 9 and no version serve the same as version 10", async () => {
    await wire("PUT", GLOBAL, { body: [{ name: "thirteen", description: "d" }] })
    const list = (await wire("GET", GLOBAL)).text
    const token = `grant_type=client_credentials&scope=identify&client_id=${APP}&client_secret=${SECRET}`
    for (const prefix of ["/v10", "/v9", ""]) {
      const at = wireOf(`${server.ready.rest_url}${prefix}`, { authorization: BOT })
      expect((await at("GET", GLOBAL)).text).toBe(list)
      expect(await at("POST", "/oauth2/token", { body: token, headers: { authorization: "", ...FORM } })).toMatchObject(
        {
          status: 200,
          json: { token_type: "Bearer" }
        }
      )
    }
    const gone = await wireOf(`${server.ready.rest_url}/v8`, { authorization: BOT })("GET", GLOBAL)
    expect([gone.status, gone.json.code]).toEqual([400, 50041])
  })

  it("14: success is 200, 201 or 204 alone, each where it belongs", () => {
    expect(answers.map(({ what, exchange }) => [what, exchange.status])).toEqual(
      answers.map(({ what, status }) => [what, status])
    )
    const successes = answers.map(({ exchange }) => exchange.status).filter((status) => status < 400)
    expect([...new Set(successes)].sort()).toEqual([200, 201, 204])
  })

  it("15: the locale header has two names, and the service's own comes first", async () => {
    await wire("PUT", GLOBAL, {
      body: [{ name: "fifteen", description: "d", name_localizations: { de: "fünfzehn", fr: "quinze" } }]
    })
    const localized = async (headers: Record<string, string>) =>
      (await wire("GET", GLOBAL, { headers })).json[0].name_localized
    expect(await localized({ "X-Discord-Locale": "de" })).toBe("fünfzehn")
    expect(await localized({ "X-Service-Locale": "fr" })).toBe("quinze")
    expect(await localized({ "X-Discord-Locale": "de", "X-Service-Locale": "fr" })).toBe("quinze")
    expect(await localized({ "X-Discord-Locale": "de", "X-Service-Locale": "tlh" })).toBe("fünfzehn")
    expect(await localized({})).toBe(undefined)
  })

  it("16: form errors are a tree of fields and indexes down to lists of code and message", async () => {
    const option = (name: string, more: object = {}) => ({ type: 3, name, description: "d", ...more })
    const long = { _errors: [{ code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 100 in length." }] }
    const missing = { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] }
    const single = await post({ description: "x".repeat(101) })
    expect(single.text).toBe(
      JSON.stringify({ message: "Invalid Form Body", code: 50035, errors: { name: missing, description: long } })
    )
    const options = [option("a"), option("b", { required: true }), { ...option("c"), description: "" }]
    const bulk = await wire("PUT", GLOBAL, {
      body: [
        { name: "ok", description: "d" },
        { name: "sixteen", description: "d", options }
      ]
    })
    expect(bulk.json).toEqual({
      message: "Invalid Form Body",
      code: 50035,
      errors: {
        "1": {
          options: {
            "1": {
              _errors: [
                {
                  code: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                  message: "Required options must be placed before non-required options"
                }
              ]
            },
            "2": { description: long }
          }
        }
      }
    })
    const api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
    const error = await api.applicationCommands
      .bulkOverwriteGlobalCommands(APP, [{ name: "sixteen", description: "", options: [] }])
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(DiscordAPIError)
    expect((error as DiscordAPIError).message).toContain(
      "0.description[BASE_TYPE_BAD_LENGTH]: Must be between 1 and 100 in length."
    )
  })

  it.each([
    [401, { error: "invalid_client" }, `grant_type=client_credentials&client_id=${APP}&client_secret=wrong`],
    [
      400,
      { error: "invalid_scope", error_description: "The requested scope is invalid, unknown, or malformed." },
      `grant_type=client_credentials&scope=nonsense&client_id=${APP}&client_secret=${SECRET}`
    ],
    [400, { error: "unsupported_grant_type" }, `client_id=${APP}&client_secret=${SECRET}`]
  ])("17: an OAuth error is %i %j, without a code", async (status, json, body) => {
    const answer = await wire("POST", "/oauth2/token", { body, headers: { authorization: "", ...FORM } })
    expect([answer.status, answer.json]).toEqual([status, json])
  })

  it.each([
    ["True", true],
    ["true", true],
    ["1", true],
    ["False", false],
    ["false", false],
    ["0", false]
  ])("18: the boolean query form %s is read as %j", async (form, whole) => {
    await wire("PUT", GLOBAL, { body: [{ name: "eighteen", description: "d" }] })
    const { status, json } = await wire("GET", `${GLOBAL}?with_localizations=${form}`)
    expect([status, "name_localizations" in json[0]]).toEqual([200, whole])
  })
})
