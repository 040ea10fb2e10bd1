/** An app on `discord-interactions` answers what a scripted user does: at once, deferred, with follow-ups. */
import {
  API,
  ApplicationCommandOptionType,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody
} from "@discordjs/core"
import { REST } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { type EndpointApp, startEndpoint } from "./EndpointApp.ts"
import { FROZEN, type LiveProgram, STORAGES, startProgram } from "./LiveServer.ts"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, MODERATOR, world } from "./World.ts"

const ADOPT: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  name: "adopt",
  description: "Adopt a pet",
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: "animal",
      description: "Which",
      required: true,
      autocomplete: true
    },
    { type: ApplicationCommandOptionType.Integer, name: "age", description: "How old", min_value: 0, max_value: 30 },
    { type: ApplicationCommandOptionType.User, name: "for", description: "For whom" },
    { type: ApplicationCommandOptionType.Role, name: "team", description: "For which role" },
    { type: ApplicationCommandOptionType.Channel, name: "where", description: "Where" }
  ]
}

const PETS: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  name: "pets",
  description: "Your pets",
  options: [
    {
      type: ApplicationCommandOptionType.SubcommandGroup,
      name: "of",
      description: "Whose",
      options: [{ type: ApplicationCommandOptionType.Subcommand, name: "mine", description: "Mine" }]
    }
  ]
}

describe.each(STORAGES)("a command used, on %s storage", (storage) => {
  let server: LiveProgram
  let app: EndpointApp
  let api: API
  let control: ReturnType<typeof controlOf>
  let adopt: { readonly id: string; readonly version: string }

  beforeAll(async () => {
    server = await startProgram({ storage, world, args: FROZEN })
    const [application] = server.ready.applications
    app = await startEndpoint(application?.public_key ?? "")
    api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
    control = controlOf(server.ready.control_url)
    const [first] = await api.applicationCommands.bulkOverwriteGlobalCommands(APP, [
      ADOPT,
      PETS,
      { name: "staff", description: "Staff only", default_member_permissions: "32" }
    ])
    adopt = first as typeof adopt
    await api.rest.patch("/applications/@me", { body: { interactions_endpoint_url: app.url } })
  })
  afterAll(async () => {
    await app.stop()
    expect(await server.stop()).toBe(0)
  })

  it("a new endpoint URL is probed with a good and a bad signature", () => {
    expect([app.pings(), app.refused()]).toEqual([1, 1])
  })

  it("an endpoint URL that does not answer is refused with a form error", async () => {
    const attempt = api.rest.patch("/applications/@me", { body: { interactions_endpoint_url: "http://127.0.0.1:9/" } })
    await expect(attempt).rejects.toMatchObject({
      status: 400,
      rawError: {
        code: 50035,
        errors: { interactions_endpoint_url: { _errors: [{ code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID" }] } }
      }
    })
  })

  it("the endpoint receives the interaction with all option types resolved, and answers at once", async () => {
    app.handle = ({ data }) => ({ json: { type: 4, data: { content: `You adopted a ${data.options[0].value}` } } })
    const used = await control.use(ALICE, GENERAL, {
      command_id: adopt.id,
      options: [
        { name: "animal", value: "dog" },
        { name: "age", value: 3 },
        { name: "for", value: BOB },
        { name: "team", value: MODERATOR },
        { name: "where", value: GENERAL }
      ]
    })
    expect(used).toMatchObject({ status: 200, state: "responded", message: { content: "You adopted a dog", type: 20 } })
    const { interaction, headers, body } = app.received.at(-1) as (typeof app.received)[number]
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Discord-Interactions/1.0 (+https://discord.com)"
    })
    expect(JSON.stringify(JSON.parse(body))).toBe(body)
    expect(interaction).toMatchObject({
      type: 2,
      version: 1,
      application_id: APP,
      guild_id: GUILD,
      channel_id: GENERAL,
      context: 0,
      authorizing_integration_owners: { "0": GUILD },
      entitlements: [],
      data: {
        name: "adopt",
        type: 1,
        options: [
          { name: "animal", type: 3, value: "dog" },
          { name: "age", type: 4, value: 3 },
          { name: "for", type: 6, value: BOB },
          { name: "team", type: 8, value: MODERATOR },
          { name: "where", type: 7, value: GENERAL }
        ],
        resolved: {
          users: { [BOB]: { username: "bob" } },
          members: { [BOB]: { roles: [MODERATOR] } },
          roles: { [MODERATOR]: { name: "Moderator" } },
          channels: { [GENERAL]: { name: "general" } }
        }
      },
      member: { user: { id: ALICE, username: "alice" } }
    })
    expect(interaction.data).not.toHaveProperty("guild_id")
    expect(interaction).not.toHaveProperty("user")
  })

  it("typed text leads to the same interaction, and nested subcommands nest", async () => {
    app.handle = () => ({ json: { type: 4, data: { content: "none yet", flags: MessageFlags.Ephemeral } } })
    const used = await control.use(ALICE, GENERAL, { text: "/pets of mine" })
    expect(used).toMatchObject({ state: "responded", message: { content: "none yet" } })
    expect(app.received.at(-1)?.interaction.data.options).toEqual([
      { name: "of", type: 2, options: [{ name: "mine", type: 1, options: [] }] }
    ])
  })

  it("an ephemeral answer is seen by its user alone", async () => {
    app.handle = () => ({ json: { type: 4, data: { content: "only for alice", flags: MessageFlags.Ephemeral } } })
    await control.use(ALICE, GENERAL, { text: "/adopt animal:cat" })
    const contents = async (user: string) =>
      (await control.messages(user, GENERAL)).map((m: { content: string }) => m.content)
    expect(await contents(ALICE)).toContain("only for alice")
    expect(await contents(BOB)).not.toContain("only for alice")
    expect(await contents(BOB)).toContain("You adopted a dog")
  })

  it("autocomplete offers the app's choices for what is typed", async () => {
    app.handle = ({ data }) => ({
      json: { type: 8, data: { choices: [{ name: `${data.options[0].value}og`, value: "dog" }] } }
    })
    const used = await control.use(ALICE, GENERAL, {
      command_id: adopt.id,
      autocomplete: true,
      options: [{ name: "animal", value: "d", focused: true }]
    })
    expect(used).toMatchObject({ state: "responded", choices: [{ name: "dog", value: "dog" }] })
    expect(app.received.at(-1)?.interaction).toMatchObject({
      type: 4,
      data: { version: adopt.version, options: [{ name: "animal", type: 3, value: "d", focused: true }] }
    })
  })

  it("a deferred answer is completed by an edit, and a follow-up comes after it", async () => {
    app.handle = async ({ token }) => {
      setImmediate(async () => {
        await api.interactions.editReply(APP, token, { content: "done thinking" })
        await api.interactions.followUp(APP, token, { content: "and one more" })
      })
      return { json: { type: 5 } }
    }
    const used = await control.use(ALICE, GENERAL, { text: "/adopt animal:snail" }, "?until=responded")
    expect(used).toMatchObject({ state: "responded", message: { content: "done thinking" } })
    await expect.poll(async () => (await control.messages(BOB, GENERAL)).at(-1)?.content).toBe("and one more")
  })

  it("an app may answer 202 and use the callback endpoint, once", async () => {
    let second: unknown
    app.handle = async ({ id, token }) => {
      const reply = await api.interactions.reply(id, token, { content: "by callback", with_response: true })
      expect(reply.resource?.message?.content).toBe("by callback")
      second = await api.interactions.reply(id, token, { content: "again" }).catch((e: unknown) => e)
      return { status: 202 }
    }
    const used = await control.use(ALICE, GENERAL, { text: "/adopt animal:bird" })
    expect(used).toMatchObject({ state: "responded", message: { content: "by callback" } })
    await expect.poll(() => second).toMatchObject({ status: 400, code: 40060 })
  })

  it("the original answer can be read, edited and deleted with the token", async () => {
    let token = ""
    app.handle = (interaction) => {
      token = interaction.token
      return { json: { type: 4, data: { content: "first" } } }
    }
    await control.use(ALICE, GENERAL, { text: "/adopt animal:newt" })
    expect((await api.interactions.getOriginalReply(APP, token)).content).toBe("first")
    expect((await api.interactions.editReply(APP, token, { content: "second" })).content).toBe("second")
    await api.interactions.deleteReply(APP, token)
    await expect(api.interactions.getOriginalReply(APP, token)).rejects.toMatchObject({ status: 404, code: 10008 })
  })

  it("a bad answer fails the interaction, and its trace says why", async () => {
    app.handle = () => ({ status: 500, json: {} })
    const used = await control.use(ALICE, GENERAL, { text: "/adopt animal:bat" })
    expect(used).toMatchObject({ state: "failed" })
    const { body } = await control.call("GET", `/interactions/${used.interaction_id}`)
    expect(body.trace).toContainEqual(
      expect.objectContaining({ what: "answered", detail: expect.objectContaining({ status: 500 }) })
    )
  })

  it("options that break their rules are refused before delivery", async () => {
    const before = app.received.length
    const used = await control.use(ALICE, GENERAL, {
      command_id: adopt.id,
      options: [
        { name: "animal", value: "dog" },
        { name: "age", value: 31 },
        { name: "wings", value: 2 }
      ]
    })
    expect(used).toMatchObject({ status: 400, reason: "options" })
    expect(app.received.length).toBe(before)
  })

  it("a stale version is refused with the current command", async () => {
    const used = await control.use(ALICE, GENERAL, {
      command_id: adopt.id,
      version: "1",
      options: [{ name: "animal", value: "x" }]
    })
    expect(used).toMatchObject({ status: 409, reason: "stale", command: { id: adopt.id, version: adopt.version } })
  })

  it("default_member_permissions hold back who lacks them", async () => {
    app.handle = () => ({ json: { type: 4, data: { content: "hello staff" } } })
    expect(await control.use(ALICE, GENERAL, { text: "/staff" })).toMatchObject({ state: "responded" })
    const commands = await api.applicationCommands.getGlobalCommands(APP)
    const staff = commands.find((c) => c.name === "staff")
    expect(await control.use(BOB, GENERAL, { command_id: staff?.id })).toMatchObject({
      status: 403,
      reason: "permission"
    })
    expect(await control.use(BOB, GENERAL, { text: "/staff" })).toMatchObject({ status: 403, reason: "permission" })
  })

  it("in the bot's direct messages the user stands in place of the member", async () => {
    app.handle = () => ({ json: { type: 4, data: { content: "hi" } } })
    expect(await control.use(ALICE, BOT_DM, { text: "/adopt animal:ant" })).toMatchObject({ state: "responded" })
    const { interaction } = app.received.at(-1) as (typeof app.received)[number]
    expect(interaction).toMatchObject({ context: 1, user: { id: ALICE }, channel: { type: 1 } })
    for (const absent of ["guild_id", "guild", "guild_locale", "member"]) expect(interaction).not.toHaveProperty(absent)
  })
})

describe.each(STORAGES)("deadlines on a frozen clock, on %s storage", (storage) => {
  let server: LiveProgram
  let app: EndpointApp
  let api: API
  let control: ReturnType<typeof controlOf>

  beforeAll(async () => {
    server = await startProgram({
      storage,
      world: { ...world, now: "2026-01-01T00:00:00Z" },
      args: FROZEN
    })
    app = await startEndpoint(server.ready.applications[0]?.public_key ?? "")
    api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
    control = controlOf(server.ready.control_url)
    await api.applicationCommands.bulkOverwriteGlobalCommands(APP, [ADOPT])
    await api.rest.patch("/applications/@me", { body: { interactions_endpoint_url: app.url } })
  })
  afterAll(async () => {
    await app.stop()
    await server.stop()
  })

  it("an interaction that is not answered within 3 seconds times out, and a later callback is unknown", async () => {
    let callback: { id: string; token: string } | undefined
    app.handle = (interaction) => {
      callback = interaction
      return { status: 202 }
    }
    const used = await control.use(ALICE, GENERAL, { text: "/adopt animal:sloth" }, "?wait=false")
    await expect.poll(() => callback).toBeDefined()
    await control.advance(3000)
    const { body } = await control.call("GET", `/interactions/${used.interaction_id}`)
    expect(body.state).toBe("timed_out")
    const late = api.interactions.reply(callback?.id ?? "", callback?.token ?? "", { content: "late" })
    await expect(late).rejects.toMatchObject({ status: 404, code: 10062 })
  })

  it("the token ends after 15 minutes", async () => {
    let token = ""
    app.handle = (interaction) => {
      token = interaction.token
      return { json: { type: 4, data: { content: "in time" } } }
    }
    await control.use(ALICE, GENERAL, { text: "/adopt animal:mouse" })
    await control.advance(15 * 60_000)
    const late = api.interactions.editReply(APP, token, { content: "late" })
    await expect(late).rejects.toMatchObject({ status: 401, code: 50027 })
  })
})
