/** The bot of the forty steps on discord.js. */
import { once } from "node:events"
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  Client,
  DiscordAPIError,
  Events,
  type GuildTextBasedChannel,
  type Interaction,
  type Message,
  type MessageComponentInteraction,
  MessageFlags,
  Partials
} from "discord.js"
import { expect } from "vitest"
import { ALL_INTENTS } from "../bot/Bot.ts"
import { GUILD } from "../World.ts"
import type { StepBot, StepLibrary } from "./StepBot.ts"

export const discordJs: StepLibrary = {
  name: "discord.js",
  start: async ({ ready: { rest_url, applications } }, shards) => {
    const client = new Client<true>({
      intents: ALL_INTENTS,
      partials: [Partials.Channel],
      rest: { api: rest_url },
      shards: Array.from({ length: shards }, (_, shard) => shard),
      shardCount: shards
    })
    const events: Array<{ readonly event: string; readonly data: unknown }> = []
    const tell = (event: string, data: unknown) => events.push({ event, data })
    listen(client, tell)
    const begun = once(client, Events.ClientReady)
    await client.login(applications[0]?.bot_token)
    await begun
    const acts = actsOf(client)
    const heard = (event: string) => events.filter((one) => one.event === event).map(({ data }) => data)
    return {
      act: async (name, args = {}) => (await acts[name]?.(args as Args)) ?? null,
      heard,
      troubles: () => heard("trouble").map(String),
      stop: () => client.destroy()
    } satisfies StepBot
  }
}

const listen = (client: Client<true>, tell: (event: string, data: unknown) => void): void => {
  client.on(Events.Error, (error) => tell("trouble", error))
  client.on(Events.Warn, (line) => tell("trouble", line))
  client.on(Events.ShardReady, () => tell("ready", null))
  client.on(Events.ShardResume, () => tell("resumed", null))
  client.on(Events.MessageCreate, ({ id, content, author, channelId: channel, guildId: guild }) =>
    tell("message", { id, content, author: author.username, channel, guild })
  )
  client.on(Events.MessageUpdate, (_, { id, content }) => tell("edited", { id, content }))
  client.on(Events.MessageDelete, ({ id }) => tell("deleted", { id }))
  client.on(Events.MessageReactionAdd, ({ message, emoji }, user) =>
    tell("reaction", { message: message.id, emoji: emoji.name, user: user.id })
  )
  client.on(Events.InteractionCreate, async (interaction) => {
    const original = await answer(interaction)
    if (original !== undefined) tell("original", { id: original.id, content: original.content })
  })
}

const answer = async (interaction: Interaction): Promise<Message | undefined> => {
  if (interaction.isAutocomplete()) await suggest(interaction)
  else if (interaction.isChatInputCommand()) return COMMANDS[interaction.commandName]?.(interaction)
  else if (interaction.isUserContextMenuCommand()) await interaction.reply(interaction.targetUser.username)
  else if (interaction.isMessageContextMenuCommand()) {
    const { author, content } = interaction.targetMessage
    await interaction.reply(`${author.username}: ${content}`)
  } else if (interaction.isMessageComponent()) await component(interaction)
  else if (interaction.isModalSubmit()) {
    await interaction.reply(`hello ${interaction.fields.getTextInputValue("name")}`)
  }
  return undefined
}

const suggest = (interaction: AutocompleteInteraction) => {
  const typed = interaction.options.getFocused()
  return interaction.respond(
    [1, 2].map((number) => ({ name: `${typed} ${number === 1 ? "one" : "two"}`, value: `${typed}${number}` }))
  )
}

const component = (interaction: MessageComponentInteraction) =>
  interaction.isStringSelectMenu()
    ? interaction.reply(`picked ${interaction.values.toSorted().join(", ")}`)
    : interaction.update({ content: `waved by ${interaction.user.username}`, components: [] })

const row = (component: object) => ({ type: 1, components: [component] })

const PANEL = {
  content: "Choose",
  components: [
    row({ type: 2, style: 1, label: "Wave", custom_id: "wave" }),
    row({
      type: 3,
      custom_id: "pick",
      max_values: 2,
      options: ["red", "green", "blue"].map((value) => ({ label: value, value }))
    })
  ]
}

const FORM = {
  custom_id: "form",
  title: "Form",
  components: [row({ type: 4, custom_id: "name", label: "Name", style: 1 })]
}

type Answer = (interaction: ChatInputCommandInteraction) => Promise<Message | undefined>

const COMMANDS: Readonly<Record<string, Answer>> = {
  greet: async (interaction) => {
    const who = interaction.options.getUser("who")?.username ?? "all"
    await interaction.reply(`${interaction.options.getString("text")} to ${who} by ${interaction.user.username}`)
    return undefined
  },
  slow: async (interaction) => {
    await interaction.deferReply()
    await interaction.editReply("done")
    return undefined
  },
  more: async (interaction) => {
    await interaction.reply("one")
    await interaction.followUp("two")
    return undefined
  },
  secret: async (interaction) => {
    await interaction.reply({ content: "psst", flags: MessageFlags.Ephemeral })
    return undefined
  },
  gone: async (interaction) => {
    await interaction.reply("soon gone")
    const original = await interaction.fetchReply()
    await interaction.deleteReply()
    return original
  },
  panel: async (interaction) => {
    // In wire shape, which the library takes as it is.
    await interaction.reply(PANEL as never)
    return undefined
  },
  form: async (interaction) => {
    await interaction.showModal(FORM as never)
    return undefined
  }
}

const slash = (name: string, options: ReadonlyArray<object> = []) => ({ name, description: name, options })

const DEFINITIONS = [
  slash("greet", [
    { type: 3, name: "text", description: "What", required: true },
    { type: 6, name: "who", description: "Whom" }
  ]),
  slash("suggest", [{ type: 3, name: "query", description: "What", required: true, autocomplete: true }]),
  ...["slow", "more", "secret", "gone", "panel", "form"].map((name) => slash(name)),
  { name: "Inspect", type: 2 },
  { name: "Quote", type: 3 }
]

/** What an act is told; each takes what it needs. */
interface Args {
  readonly id: string
  readonly ids: ReadonlyArray<string>
  readonly channel: string
  readonly user: string
  readonly role: string
  readonly parent: string
  readonly denied: string
  readonly name: string
  readonly content: string
  readonly text: string
  readonly topic: string
  readonly emoji: string
  readonly embed?: string
  readonly limit: number
}

const actsOf = (client: Client<true>): Readonly<Record<string, (args: Args) => Promise<unknown>>> => {
  const home = () => client.guilds.cache.get(GUILD) ?? expect.fail("no guild")
  const place = (id: string): GuildTextBasedChannel => {
    const channel = client.channels.cache.get(id)
    return channel?.isTextBased() && !channel.isDMBased() ? channel : expect.fail(`no channel ${id}`)
  }
  const cabin = (id: string) => {
    const channel = home().channels.cache.get(id)
    return channel?.isThread() === false ? channel : expect.fail(`no channel ${id}`)
  }
  const message = (channel: string, id: string) => place(channel).messages.fetch(id)
  const role = (id: string) => home().roles.cache.get(id) ?? expect.fail(`no role ${id}`)
  const names = (things: { readonly values: () => Iterable<{ readonly name: string }> }) =>
    [...things.values()].map(({ name }) => name).sort()
  const until = (gone: () => boolean) => expect.poll(gone, { interval: 5 }).toBe(true)
  return {
    self: async () => ({ id: client.user.id, name: client.user.username }),
    guilds: async () =>
      client.guilds.cache.map(({ id, name, ownerId: owner, memberCount: members }) => ({ id, name, owner, members })),
    channels: async () => {
      const channels = home().channels.cache.filter((channel) => !channel.isThread())
      const below = channels.find(({ name }) => name === "below")
      return {
        names: names(channels),
        below: { parent: below?.parentId, topic: below && "topic" in below && below.topic }
      }
    },
    roles: async ({ id }) => ({ names: names(home().roles.cache), permissions: String(role(id).permissions.bitfield) }),
    permissions: async ({ channel }) => {
      const may = home().members.me?.permissionsIn(channel)
      return { view: may?.has("ViewChannel"), manage: may?.has("ManageChannels"), kick: may?.has("KickMembers") }
    },
    threads: async () => names(home().channels.cache.filter((channel) => channel.isThread() && !channel.archived)),
    members: async () => (await home().members.fetch()).map(({ user }) => user.username).sort(),
    user: async ({ id }) => {
      const user = await client.users.fetch(id, { force: true })
      return { id: user.id, name: user.username }
    },
    application: async () => {
      const { id, name, owner } = await client.application.fetch()
      return { id, name, owner: owner?.id }
    },
    // The library's types list every form of a command's body.
    register: async () =>
      Object.fromEntries(
        (await client.application.commands.set(DEFINITIONS as never)).map(({ name, id }) => [name, id])
      ),
    registered: async () => names(await client.application.commands.fetch()),
    send: async ({ channel, content, embed }) => {
      const { id } = await place(channel).send({ content, embeds: embed === undefined ? [] : [{ title: embed }] })
      return { id, content }
    },
    edit: async ({ channel, id, content }) => {
      const edited = await (await message(channel, id)).edit(content)
      return { content: edited.content, edited: edited.editedAt !== null }
    },
    reply: async ({ channel, id, content }) => ({ id: (await (await message(channel, id)).reply(content)).id }),
    file: async ({ channel, name, text }) => {
      const { id } = await place(channel).send({ files: [{ name, attachment: Buffer.from(text) }] })
      return { id }
    },
    react: async ({ channel, id, emoji }) => void (await (await message(channel, id)).react(emoji)),
    unreact: async ({ channel, id, emoji }) =>
      void (await (await message(channel, id)).reactions.cache.get(emoji)?.users.remove()),
    pin: async ({ channel, id }) => {
      await (await message(channel, id)).pin()
      return (await place(channel).messages.fetchPins()).items.map((pin) => pin.message.id)
    },
    bulk: async ({ channel, ids }) => void (await place(channel).bulkDelete(ids)),
    history: async ({ channel, limit }) =>
      (await place(channel).messages.fetch({ limit, cache: false })).map(({ content }) => content),
    direct: async ({ user, content }) => ({ channel: (await client.users.send(user, content)).channelId }),
    typing: async ({ channel }) => void (await place(channel).sendTyping()),
    thread: async ({ channel, name, content }) => {
      const parent = place(channel)
      if (!("threads" in parent)) return expect.fail("no threads there")
      const thread = await parent.threads.create({ name })
      return { id: thread.id, said: (await thread.send(content)).id }
    },
    archive: async ({ id }) => {
      const thread = place(id)
      if (!thread.isThread()) return expect.fail("no thread")
      const { archived, parentId: parent } = await thread.setArchived(true)
      return { archived, parent }
    },
    remove: async ({ id }) => {
      await client.channels.cache.get(id)?.delete()
      await until(() => !client.channels.cache.has(id))
    },
    role: async ({ name }) => ({ id: (await home().roles.create({ name })).id }),
    give: async ({ user, role }) => {
      await home().members.addRole({ user, role })
      const { roles } = await home().members.fetch({ user, force: true })
      return [...roles.cache.keys()].filter((id) => id !== GUILD).sort()
    },
    rename: async ({ role: id, name }) => ({ name: (await role(id).setName(name)).name }),
    unrole: async ({ role: id }) => {
      await role(id).delete()
      await until(() => !home().roles.cache.has(id))
    },
    channel: async ({ name, parent, denied }) => {
      const permissionOverwrites = [{ id: denied, deny: ["SendMessages"] as const }]
      return { id: (await home().channels.create({ name, parent, permissionOverwrites })).id }
    },
    topic: async ({ id, topic }) => {
      const channel = cabin(id)
      return { topic: "setTopic" in channel && (await channel.setTopic(topic)).topic }
    },
    allow: async ({ id, user }) => {
      const channel = cabin(id)
      if ("permissionOverwrites" in channel) await channel.permissionOverwrites.delete(user)
      const after = await client.channels.fetch(id, { force: true })
      return { overwrites: after && "permissionOverwrites" in after && after.permissionOverwrites.cache.size }
    },
    refused: async ({ channel }) => {
      const refusal = await place(channel)
        .send("let me in")
        .catch((error: unknown) => error)
      return refusal instanceof DiscordAPIError && { status: refusal.status, code: refusal.code }
    },
    shards: async () => Object.fromEntries(client.guilds.cache.map(({ id, shardId }) => [id, shardId]))
  }
}
