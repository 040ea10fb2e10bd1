/**
 * Every kind of interaction, in every kind of place, with an app on each library: what reached the app is read in what
 * it said to the user. Each payload on the way is judged by the published types too (tests/judges).
 */
import { judge, judgePayload } from "@backlot/test-judges/published/Judge"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { controlOf } from "./ControlClient.ts"
import { startDiscordJsApp } from "./kinds/DiscordJsApp.ts"
import { COMMANDS, type KindsApp, NOBODY, type StartKindsApp } from "./kinds/Kinds.ts"
import { ABROAD, FIRST_MESSAGE, GROUP, kindsWorld, PRIVATE, THREAD, VOICE } from "./kinds/KindsWorld.ts"
import { startPlainApp } from "./kinds/PlainApp.ts"
import { startSlashCreateApp } from "./kinds/SlashCreateApp.ts"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { wireOf } from "./Wire.ts"
import { ALICE, APP, BOB, BOT, BOT_DM, FOREIGN_GUILD, GENERAL, GUILD, MODERATOR } from "./World.ts"

const LIBRARIES: ReadonlyArray<readonly [name: string, start: StartKindsApp]> = [
  ["discord-interactions", startPlainApp],
  ["slash-create", startSlashCreateApp(false)],
  ["slash-create, posting its callbacks", startSlashCreateApp(true)],
  ["discord.js", startDiscordJsApp]
]

const deep = (process.env["BACKLOT_DEEP"] ?? "") !== ""

/** Each library on one storage and each storage with two libraries; all pairs for `BACKLOT_DEEP=1`. */
const STAGES = LIBRARIES.flatMap(([name, start], index) =>
  STORAGES.filter((_, at) => deep || at === index % STORAGES.length).map((storage) => ({ storage, name, start }))
)

const base64 = (text: string) => Buffer.from(text).toString("base64")

const RESPONDED = "?until=responded"

describe.each(STAGES)("an app on $name, on $storage storage", ({ storage, start }) => {
  let server: LiveServer
  let app: KindsApp
  let control: ReturnType<typeof controlOf>
  const idOf = new Map<string, string>()

  beforeAll(async () => {
    server = await startServer({ storage, world: kindsWorld })
    control = controlOf(server.ready.control_url)
    app = await start(server.ready)
    for (const { id, name } of (await registered()).json) idOf.set(name, id)
  })
  afterAll(async () => {
    await app.stop()
    await server.stop()
  })

  const registered = () =>
    wireOf(server.ready.rest_url, { authorization: BOT })("GET", `/v10/applications/${APP}/commands`)

  const command = (name: string, more: object = {}) => ({ command_id: idOf.get(name), ...more })

  const contents = async (user: string, channel = GENERAL) =>
    (await control.messages(user, channel)).map(({ content }: { readonly content: string }) => content)

  const textAt = async (url: string) => (await fetch(url)).text()

  it("its commands are registered, and again without a change", async () => {
    const before = await registered()
    expect(before.json).toHaveLength(COMMANDS.length)
    await app.register()
    expect((await registered()).text).toBe(before.text)
  })

  describe("slash commands", () => {
    it("every type of option arrives, below a group and a subcommand", async () => {
      const options = [
        { name: "text", value: "hi" },
        { name: "count", value: 3 },
        { name: "sure", value: false },
        { name: "who", value: BOB },
        { name: "where", value: GENERAL },
        { name: "rank", value: MODERATOR },
        { name: "whom", value: ALICE },
        { name: "size", value: 1.5 }
      ]
      const used = await control.use(ALICE, GENERAL, {
        ...command("show", { options: [{ name: "every", options: [{ name: "option", options }] }] }),
        attachments: [{ option: "file", filename: "fish.txt", content_type: "text/plain", base64: base64("fish") }]
      })
      expect(used.state).toBe("responded")
      const { path, options: got, files, ...entities } = JSON.parse(used.message.content)
      expect(path).toBe("every option")
      expect(got).toMatchObject(Object.fromEntries(options.map(({ name, value }) => [name, value])))
      expect(files).toEqual({ [got.file]: "fish.txt" })
      expect(entities).toEqual({
        users: { [ALICE]: "alice", [BOB]: "bob" },
        members: { [ALICE]: 0, [BOB]: 1 },
        roles: { [MODERATOR]: "Moderator" },
        channels: { [GENERAL]: "general" }
      })
    })

    it("a subcommand may have no options", async () => {
      const used = await control.use(ALICE, GENERAL, { text: "/show nothing" })
      expect(JSON.parse(used.message.content)).toEqual({ path: "nothing", options: {}, ...NOBODY })
    })

    it("choices are offered for what is being typed", async () => {
      const typed = { name: "option", options: [{ name: "text", value: "sal", focused: true }] }
      const options = [{ name: "every", options: [typed] }]
      const asked = await control.use(ALICE, GENERAL, command("show", { autocomplete: true, options }))
      expect(asked.choices).toMatchObject([{ name: "every option: sal", value: "suggested" }])
    })

    it("a guild's own command brings the guild", async () => {
      const used = await control.use(ALICE, GENERAL, { text: "/docked" })
      expect(used.message.content).toBe(`docked in ${GUILD}`)
    })

    it("embeds and a poll are shown as they were sent", async () => {
      const { message } = await control.use(ALICE, GENERAL, command("rich"))
      expect(message).toMatchObject({
        content: "Vote",
        embeds: [{ type: "rich", title: "Rex", fields: [{ name: "Age", value: "3", inline: true }] }],
        poll: { question: { text: "Adopt Rex?" }, answers: [{ answer_id: 1 }, { answer_id: 2 }] }
      })
    })

    it("a deferral is completed, and follow-ups come after it, an ephemeral one for its user alone", async () => {
      const used = await control.use(ALICE, GENERAL, command("slow"), RESPONDED)
      expect(used).toMatchObject({ state: "responded", response: { type: 5 }, message: { content: "done" } })
      await expect.poll(async () => (await contents(ALICE)).slice(-3)).toEqual(["done", "one more", "psst"])
      expect((await contents(BOB)).slice(-2)).toEqual(["done", "one more"])
    })

    it("an ephemeral answer is seen by its user alone", async () => {
      const used = await control.use(BOB, GENERAL, command("secret"))
      expect(used).toMatchObject({ response: { type: 4, ephemeral: true }, message: { flags: 64 } })
      expect(await contents(BOB)).toContain("for you alone")
      expect(await contents(ALICE)).not.toContain("for you alone")
    })

    it("files come with the first answer and with a follow-up, and can be downloaded", async () => {
      const used = await control.use(ALICE, GENERAL, command("post"))
      expect(used.message).toMatchObject({ content: "look", attachments: [{ filename: "first.txt", size: 5 }] })
      expect(await textAt(used.message.attachments[0].url)).toBe("first")
      await expect.poll(async () => (await contents(BOB)).at(-1)).toBe("more")
      const [attachment] = (await control.messages(BOB, GENERAL)).at(-1).attachments
      expect(attachment).toMatchObject({ filename: "second.txt", size: 6 })
      expect(await textAt(attachment.url)).toBe("second")
    })
  })

  describe("context menus", () => {
    it("a USER command brings the user and their membership", async () => {
      const used = await control.use(ALICE, GENERAL, command("Who is", { target_id: BOB }))
      expect(JSON.parse(used.message.content)).toEqual({
        ...NOBODY,
        target: BOB,
        users: { [BOB]: "bob" },
        members: { [BOB]: 1 }
      })
    })

    it("a MESSAGE command brings the message", async () => {
      const used = await control.use(ALICE, GENERAL, command("Quote", { target_id: FIRST_MESSAGE }))
      expect(JSON.parse(used.message.content)).toEqual({
        id: FIRST_MESSAGE,
        content: "The first fish",
        author: "bob"
      })
    })
  })

  describe("components", () => {
    const menu = async (kind: string) => {
      const options = [{ name: "kind", value: kind }]
      const { message } = await control.use(ALICE, GENERAL, command("menu", { options }), RESPONDED)
      expect(message.content).toBe("Which?")
      return message.id
    }
    const shown = async (id: string) =>
      (await control.messages(BOB, GENERAL)).find((message: { readonly id: string }) => message.id === id)

    it("a button updates its message", async () => {
      const id = await menu("buttons")
      const pressed = await control.press(BOB, id, { custom_id: "update" })
      expect(pressed).toMatchObject({ state: "responded", response: { type: 7 } })
      expect(await shown(id)).toMatchObject({ content: "updated by bob", components: [] })
    })

    it("a button acknowledges quietly, and its message is edited later", async () => {
      const id = await menu("buttons")
      const pressed = await control.press(BOB, id, { custom_id: "quiet" })
      expect(pressed).toMatchObject({ response: { type: 6 } })
      await expect.poll(async () => (await shown(id)).content).toBe("quietly edited")
    })

    it("a button beside a text updates a message of components alone", async () => {
      const { message } = await control.use(ALICE, GENERAL, command("card"))
      expect(message).toMatchObject({ content: "", flags: 1 << 15, components: [{ type: 17 }] })
      const pressed = await control.press(BOB, message.id, { custom_id: "adopt" })
      expect(pressed).toMatchObject({ response: { type: 7 } })
      expect(await shown(message.id)).toMatchObject({ components: [{ type: 10, content: "Rex is yours" }] })
    })

    it("a button is answered by a message of its own, also by an ephemeral one or a deferral", async () => {
      const id = await menu("buttons")
      expect(await control.press(BOB, id, { custom_id: "reply" })).toMatchObject({
        response: { type: 4, ephemeral: true },
        message: { content: "hello bob" }
      })
      expect(await control.press(BOB, id, { custom_id: "later" }, RESPONDED)).toMatchObject({
        response: { type: 5 },
        message: { content: "later" }
      })
    })

    it.each([
      ["strings", "colours", ["red", "blue"], {}],
      ["users", "users", [BOB], { users: { [BOB]: "bob" }, members: { [BOB]: 1 } }],
      ["roles", "roles", [MODERATOR], { roles: { [MODERATOR]: "Moderator" } }],
      [
        "mentionables",
        "anyone",
        [ALICE, MODERATOR],
        { users: { [ALICE]: "alice" }, members: { [ALICE]: 0 }, roles: { [MODERATOR]: "Moderator" } }
      ],
      ["channels", "channels", [GENERAL, THREAD], { channels: { [GENERAL]: "general", [THREAD]: "fish" } }]
    ])("a select of %s brings its values and what they are", async (_, custom_id, values, entities) => {
      const picked = await control.press(BOB, await menu("selects"), { custom_id, values })
      expect(JSON.parse(picked.message.content)).toEqual({ ...NOBODY, values, ...entities })
    })
  })

  describe("modals", () => {
    const fields = { name: "Rex", note: "barks", colour: ["red"], friend: [BOB] }
    const understood = { filled: { ...fields }, users: { [BOB]: "bob" }, members: { [BOB]: 1 } }

    it("a command opens one, and its submit brings what was filled in", async () => {
      const opened = await control.use(ALICE, GENERAL, command("survey"))
      expect(opened).toMatchObject({ state: "responded", response: { type: 9 }, modal: { title: "Survey" } })
      const attachments = [{ field: "proof", filename: "rex.txt", content_type: "text/plain", base64: base64("rex") }]
      const submitted = await control.submit(ALICE, opened.interaction_id, { fields, attachments })
      expect(submitted).toMatchObject({ state: "responded", response: { type: 4 } })
      const told = JSON.parse(submitted.message.content)
      expect(told).toMatchObject(understood)
      expect(told.files).toEqual({ [told.filled.proof[0]]: "rex.txt" })
    })

    it("a button opens one, and its submit updates the message of the button", async () => {
      const options = [{ name: "kind", value: "buttons" }]
      const { message } = await control.use(ALICE, GENERAL, command("menu", { options }), RESPONDED)
      const opened = await control.press(BOB, message.id, { custom_id: "ask" })
      const submitted = await control.submit(BOB, opened.interaction_id, { fields })
      expect(submitted).toMatchObject({ response: { type: 7 }, message: { id: message.id, components: [] } })
      expect(JSON.parse(submitted.message.content)).toMatchObject(understood)
    })
  })

  describe("an entry point", () => {
    it.each([
      ["a guild", GENERAL],
      ["the bot's direct messages", BOT_DM]
    ])("that the app handles launches the Activity in %s", async (_, channel) => {
      const used = await control.use(ALICE, channel, command("Launch"))
      expect(used).toMatchObject({ state: "responded", response: { type: 12 } })
      expect(used.activity_instance?.id).toMatch(/^i-/)
    })
  })

  describe("contexts", () => {
    it.each([
      ["a guild", GENERAL, { context: 0, guild: GUILD, owners: { "0": GUILD, "1": ALICE } }],
      ["the bot's direct messages", BOT_DM, { context: 1, guild: null, owners: { "0": "0", "1": ALICE } }],
      ["a thread", THREAD, { context: 0, guild: GUILD, owners: { "0": GUILD, "1": ALICE } }],
      ["a voice channel", VOICE, { context: 0, guild: GUILD, owners: { "0": GUILD, "1": ALICE } }],
      ["a guild without the app", ABROAD, { context: 0, guild: FOREIGN_GUILD, owners: { "1": ALICE } }],
      ["a conversation of two users", PRIVATE, { context: 2, guild: null, owners: { "1": ALICE } }],
      ["a group", GROUP, { context: 2, guild: null, owners: { "1": ALICE } }]
    ])("%s", async (_, channel, place) => {
      const used = await control.use(ALICE, channel, command("place"))
      expect(JSON.parse(used.message.content)).toEqual({ ...place, user: "alice" })
    })

    it("components and modals work in a conversation of two users", async () => {
      const options = [{ name: "kind", value: "buttons" }]
      const { message } = await control.use(ALICE, PRIVATE, command("menu", { options }), RESPONDED)
      expect(await control.press(BOB, message.id, { custom_id: "reply" })).toMatchObject({
        message: { content: "hello bob" }
      })
      const opened = await control.press(ALICE, message.id, { custom_id: "ask" })
      const fields = { name: "Rex", colour: ["green"], friend: [BOB] }
      const submitted = await control.submit(ALICE, opened.interaction_id, { fields })
      expect(JSON.parse(submitted.message.content)).toMatchObject({ users: { [BOB]: "bob" }, members: {} })
    })
  })

  // What comes to an endpoint is judged as it comes.
  if (start === startDiscordJsApp) {
    it("every interaction that came by the gateway is of the published types of its kind", () => {
      const payloads = app.payloads ?? []
      expect(payloads.length).toBeGreaterThan(30)
      for (const payload of payloads) expect(judgePayload(payload), JSON.stringify(payload)).toEqual([])
    })
  }

  it("every message of the app that its users have seen is of the published type", async () => {
    for (const [user, channel] of [
      [ALICE, GENERAL],
      [BOB, GENERAL],
      [ALICE, BOT_DM],
      [BOB, PRIVATE]
    ] as const) {
      const all = await control.messages(user, channel)
      // What a world says of its own messages stays as it says it.
      const messages = all.filter(({ id }: { readonly id: string }) => id !== FIRST_MESSAGE)
      expect(messages.length).toBeGreaterThan(0)
      for (const message of messages) expect(judge("APIMessage", message), message.content).toEqual([])
    }
  })
})
