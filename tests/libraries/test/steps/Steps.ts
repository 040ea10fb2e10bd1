/** Forty steps that a bot takes on any library: what it knows, answers, hears, writes and changes, and what it survives. */
import { expect } from "vitest"
import { BEACH, CATEGORY, ISLAND, VAULT } from "../bot/BotWorld.ts"
import type { controlOf, Used } from "../ControlClient.ts"
import type { LiveServer } from "../LiveServer.ts"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, MODERATOR } from "../World.ts"
import type { StepBot, StepLibrary } from "./StepBot.ts"

export interface Steppers {
  readonly server: LiveServer
  readonly control: ReturnType<typeof controlOf>
  readonly bot: StepBot
  readonly library: StepLibrary
  /** Commands by name, once they are registered. */
  readonly commands: Map<string, string>
}

type Step = readonly [name: string, take: (steppers: Steppers) => Promise<void>]

const use = async ({ control, commands }: Steppers, name: string, more: object = {}): Promise<Used> =>
  control.use(ALICE, GENERAL, { command_id: commands.get(name), ...more }, "?until=responded")

const option = (name: string, value: string, more: object = {}) => ({ options: [{ name, value, ...more }] })

/** What a user sees of a message. */
const seen = async ({ control }: Steppers, id: string, channel = GENERAL) =>
  (await control.messages(ALICE, channel)).find((message: { readonly id: string }) => message.id === id)

const heard = ({ bot }: Steppers, event: string, fits: object) =>
  expect.poll(() => bot.heard(event)).toContainEqual(expect.objectContaining(fits))

const KNOWS: ReadonlyArray<Step> = [
  ["knows itself", async ({ bot }) => expect(await bot.act("self")).toEqual({ id: APP, name: "Pet Shop" })],
  [
    "knows its guilds",
    async ({ bot }) =>
      expect(await bot.act("guilds")).toEqual([
        { id: GUILD, name: "Harbour", owner: ALICE, members: 4 },
        { id: ISLAND, name: "Island", owner: BOB, members: 3 }
      ])
  ],
  [
    "knows the channels",
    async ({ bot }) =>
      expect(await bot.act("channels")).toEqual({
        names: ["Docks", "below", "general", "vault"],
        below: { parent: CATEGORY, topic: "What lies below" }
      })
  ],
  [
    "knows the roles",
    async ({ bot }) =>
      expect(await bot.act("roles", { id: MODERATOR })).toEqual({
        names: ["@everyone", "Moderator", "Pet Shop"],
        permissions: String(1 << 13)
      })
  ],
  [
    "works out what it may do in a channel",
    async ({ bot }) => {
      expect(await bot.act("permissions", { channel: GENERAL })).toEqual({ view: true, manage: true, kick: false })
      expect(await bot.act("permissions", { channel: VAULT })).toMatchObject({ view: false })
    }
  ],
  ["knows the active threads", async ({ bot }) => expect(await bot.act("threads")).toEqual(["fish"])],
  [
    "asks the gateway for every member",
    async ({ bot }) => expect(await bot.act("members")).toEqual(["Other", "Pet Shop", "alice", "bob"])
  ],
  ["asks for a user", async ({ bot }) => expect(await bot.act("user", { id: BOB })).toEqual({ id: BOB, name: "bob" })],
  [
    "asks for its application",
    async ({ bot }) => expect(await bot.act("application")).toEqual({ id: APP, name: "Pet Shop", owner: ALICE })
  ],
  [
    "registers its commands and lists them",
    async ({ bot, commands }) => {
      for (const [name, id] of Object.entries<string>(await bot.act("register"))) commands.set(name, id)
      const names = ["Inspect", "Quote", "form", "gone", "greet", "more", "panel", "secret", "slow", "suggest"]
      expect([...commands.keys()].sort()).toEqual(names)
      expect(await bot.act("registered")).toEqual(names)
    }
  ]
]

const ANSWERS: ReadonlyArray<Step> = [
  [
    "answers a slash command with a text",
    async (steppers) =>
      expect(await use(steppers, "greet", option("text", "ahoy"))).toMatchObject({
        state: "responded",
        message: { content: "ahoy to all by alice" }
      })
  ],
  [
    "answers a slash command with a user",
    async (steppers) => {
      const options = [
        { name: "text", value: "ahoy" },
        { name: "who", value: BOB }
      ]
      expect(await use(steppers, "greet", { options })).toMatchObject({ message: { content: "ahoy to bob by alice" } })
    }
  ],
  [
    "offers choices",
    async (steppers) => {
      const typed = option("query", "fi", { focused: true })
      const { choices } = await use(steppers, "suggest", { ...typed, autocomplete: true })
      expect(choices).toMatchObject([
        { name: "fi one", value: "fi1" },
        { name: "fi two", value: "fi2" }
      ])
    }
  ],
  [
    "defers and edits later",
    async (steppers) =>
      expect(await use(steppers, "slow")).toMatchObject({ response: { type: 5 }, message: { content: "done" } })
  ],
  [
    "follows up",
    async (steppers) => {
      const { message } = await use(steppers, "more")
      expect(message).toMatchObject({ content: "one" })
      const after = async () => (await steppers.control.messages(ALICE, GENERAL)).at(-1)
      await expect.poll(after).toMatchObject({ content: "two", message_reference: { message_id: message.id } })
    }
  ],
  [
    "answers in secret",
    async (steppers) =>
      expect(await use(steppers, "secret")).toMatchObject({
        response: { ephemeral: true },
        message: { content: "psst", flags: 64 }
      })
  ],
  [
    "reads its answer back and deletes it",
    async (steppers) => {
      const { message } = await use(steppers, "gone")
      await heard(steppers, "original", { id: message.id, content: "soon gone" })
      await expect.poll(() => seen(steppers, message.id)).toBeUndefined()
    }
  ],
  [
    "updates the message of a button",
    async (steppers) => {
      const { message } = await use(steppers, "panel")
      expect(message).toMatchObject({ content: "Choose", components: [{ type: 1 }, { type: 1 }] })
      const pressed = await steppers.control.press(BOB, message.id, { custom_id: "wave" })
      expect(pressed).toMatchObject({ state: "responded", response: { type: 7 } })
      expect(await seen(steppers, message.id)).toMatchObject({ content: "waved by bob", components: [] })
    }
  ],
  [
    "reads the values of a select",
    async (steppers) => {
      const { message } = await use(steppers, "panel")
      const picked = await steppers.control.press(BOB, message.id, { custom_id: "pick", values: ["red", "blue"] })
      expect(picked).toMatchObject({ response: { type: 4 }, message: { content: "picked blue, red" } })
    }
  ],
  [
    "opens a modal and reads what was filled in",
    async (steppers) => {
      const opened = await use(steppers, "form")
      expect(opened).toMatchObject({ response: { type: 9 }, modal: { title: "Form" } })
      const submitted = await steppers.control.submit(ALICE, opened.interaction_id, { fields: { name: "Rex" } })
      expect(submitted).toMatchObject({ state: "responded", message: { content: "hello Rex" } })
    }
  ],
  [
    "answers a user's context menu",
    async (steppers) =>
      expect(await use(steppers, "Inspect", { target_id: BOB })).toMatchObject({ message: { content: "bob" } })
  ],
  [
    "answers a message's context menu",
    async (steppers) => {
      const said = await steppers.control.say(BOB, GENERAL, "quote me")
      const used = await use(steppers, "Quote", { target_id: said.id })
      expect(used).toMatchObject({ message: { content: "bob: quote me" } })
    }
  ]
]

const WRITES: ReadonlyArray<Step> = [
  [
    "hears a message, its edit and its end",
    async (steppers) => {
      const said = await steppers.control.say(BOB, GENERAL, "ahoi")
      const { id } = said
      await heard(steppers, "message", { id, content: "ahoi", author: "bob", channel: GENERAL, guild: GUILD })
      const path = `/users/${BOB}/channels/${GENERAL}/messages/${id}`
      await steppers.control.call("PATCH", path, { content: "ahoy" })
      await heard(steppers, "edited", { id, content: "ahoy" })
      await steppers.control.call("DELETE", path)
      await heard(steppers, "deleted", { id })
    }
  ],
  [
    "sends an embed",
    async (steppers) => {
      const { id } = await steppers.bot.act("send", { channel: GENERAL, content: "look", embed: "Fish" })
      expect(await seen(steppers, id)).toMatchObject({ content: "look", embeds: [{ title: "Fish" }] })
    }
  ],
  [
    "edits its message",
    async (steppers) => {
      const { id } = await steppers.bot.act("send", { channel: GENERAL, content: "first" })
      const edited = await steppers.bot.act("edit", { channel: GENERAL, id, content: "second" })
      expect(edited).toEqual({ content: "second", edited: true })
      expect(await seen(steppers, id)).toMatchObject({ content: "second" })
    }
  ],
  [
    "replies",
    async (steppers) => {
      const said = await steppers.control.say(BOB, GENERAL, "anybody?")
      const { id } = await steppers.bot.act("reply", { channel: GENERAL, id: said.id, content: "me" })
      expect(await seen(steppers, id)).toMatchObject({ type: 19, referenced_message: { id: said.id } })
    }
  ],
  [
    "sends a file",
    async (steppers) => {
      const { id } = await steppers.bot.act("file", { channel: GENERAL, name: "fish.txt", text: "a fish" })
      const { attachments } = await seen(steppers, id)
      expect(attachments).toMatchObject([{ filename: "fish.txt", size: 6 }])
      expect(await (await fetch(attachments[0].url)).text()).toBe("a fish")
    }
  ],
  [
    "reacts, hears its reaction and takes it back",
    async (steppers) => {
      const { id } = await steppers.bot.act("send", { channel: GENERAL, content: "like me" })
      await steppers.bot.act("react", { channel: GENERAL, id, emoji: "👍" })
      await heard(steppers, "reaction", { message: id, emoji: "👍", user: APP })
      expect(await seen(steppers, id)).toMatchObject({ reactions: [{ emoji: { name: "👍" }, count: 1 }] })
      await steppers.bot.act("unreact", { channel: GENERAL, id, emoji: "👍" })
      expect((await seen(steppers, id)).reactions ?? []).toEqual([])
    }
  ],
  [
    "pins a message and lists it",
    async (steppers) => {
      const { id } = await steppers.bot.act("send", { channel: GENERAL, content: "keep" })
      expect(await steppers.bot.act("pin", { channel: GENERAL, id })).toContain(id)
      expect(await seen(steppers, id)).toMatchObject({ pinned: true })
    }
  ],
  [
    "deletes several messages at once",
    async (steppers) => {
      const ids = []
      for (const content of ["one", "two"]) {
        ids.push((await steppers.bot.act("send", { channel: GENERAL, content })).id)
      }
      await steppers.bot.act("bulk", { channel: GENERAL, ids })
      for (const id of ids) expect(await seen(steppers, id)).toBeUndefined()
    }
  ],
  [
    "reads the last messages",
    async ({ bot, control }) => {
      for (const content of ["low", "high"]) await control.say(BOB, BEACH, content)
      expect(await bot.act("history", { channel: BEACH, limit: 2 })).toEqual(["high", "low"])
    }
  ],
  [
    "hears and writes direct messages",
    async (steppers) => {
      const said = await steppers.control.say(ALICE, BOT_DM, "between us")
      await heard(steppers, "message", { id: said.id, content: "between us", channel: BOT_DM, guild: null })
      expect(await steppers.bot.act("direct", { user: ALICE, content: "and back" })).toEqual({ channel: BOT_DM })
      expect((await steppers.control.messages(ALICE, BOT_DM)).at(-1)).toMatchObject({ content: "and back" })
    }
  ],
  ["types", async ({ bot }) => expect(await bot.act("typing", { channel: GENERAL })).toBe(null)]
]

const CHANGES: ReadonlyArray<Step> = [
  [
    "starts a thread, speaks in it, archives and deletes it",
    async (steppers) => {
      const { id, said } = await steppers.bot.act("thread", { channel: GENERAL, name: "talk", content: "here" })
      expect(await seen(steppers, said, id)).toMatchObject({ content: "here" })
      expect(await steppers.bot.act("archive", { id })).toEqual({ archived: true, parent: GENERAL })
      await steppers.bot.act("remove", { id })
      expect(await steppers.bot.act("threads")).toEqual(["fish"])
    }
  ],
  [
    "makes a role, gives it, renames and deletes it",
    async ({ bot }) => {
      const { id } = await bot.act("role", { name: "Captain" })
      expect(await bot.act("give", { user: BOB, role: id })).toEqual([id, MODERATOR].sort())
      expect(await bot.act("rename", { role: id, name: "Skipper" })).toEqual({ name: "Skipper" })
      await bot.act("unrole", { role: id })
      expect(await bot.act("roles", { id: MODERATOR })).toMatchObject({ names: ["@everyone", "Moderator", "Pet Shop"] })
    }
  ],
  [
    "makes a channel with an overwrite, changes and deletes it",
    async ({ bot, control }) => {
      const { id } = await bot.act("channel", { name: "cabin", parent: CATEGORY, denied: BOB })
      expect((await control.call("GET", `/world`)).body.guilds[0].channels).toContainEqual(
        expect.objectContaining({
          id,
          parent_id: CATEGORY,
          permission_overwrites: [expect.objectContaining({ id: BOB, type: 1 })]
        })
      )
      expect(await bot.act("topic", { id, topic: "quiet" })).toEqual({ topic: "quiet" })
      expect(await bot.act("allow", { id, user: BOB })).toEqual({ overwrites: 0 })
      await bot.act("remove", { id })
      expect(await bot.act("channels")).toMatchObject({ names: ["Docks", "below", "general", "vault"] })
    }
  ],
  [
    "is refused what it may not do, with the code",
    async ({ bot }) => expect(await bot.act("refused", { channel: VAULT })).toEqual({ status: 403, code: 50001 })
  ]
]

const SURVIVES: ReadonlyArray<Step> = [
  [
    "goes on with its session after its connection was cut",
    async (steppers) => {
      const { bot, control } = steppers
      await control.fault({ match: { surface: "gateway", application: APP }, disconnect: true, times: 1 })
      await control.say(BOB, GENERAL, "you missed this")
      await expect.poll(() => bot.heard("resumed").length).toBe(1)
      await heard(steppers, "message", { content: "you missed this" })
      expect(bot.heard("ready")).toHaveLength(1)
    }
  ],
  [
    "begins a new session when the one it had is invalid, and answers",
    async (steppers) => {
      const { bot, control } = steppers
      await control.fault({ match: { surface: "gateway", application: APP }, invalid_session: true, times: 1 })
      await expect.poll(() => bot.heard("ready").length).toBe(2)
      const used = await use(steppers, "greet", option("text", "again"))
      expect(used).toMatchObject({ message: { content: "again to all by alice" } })
    }
  ],
  [
    "logs in on two shards, each with its guild",
    async ({ server, library }) => {
      const sharded = await library.start(server, 2)
      expect(await sharded.act("shards")).toEqual({ [GUILD]: 0, [ISLAND]: 1 })
      expect(sharded.troubles()).toEqual([])
      await sharded.stop()
    }
  ]
]

export const STEPS: ReadonlyArray<Step> = [...KNOWS, ...ANSWERS, ...WRITES, ...CHANGES, ...SURVIVES]
