/** The app as an ordinary bot on discord.js: it logs in, its interactions come by the gateway. */
import { once } from "node:events"
import type { Kind } from "@backlot/test-judges/published/Judge"
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  Client,
  type CommandInteractionOption,
  Events,
  GatewayIntentBits,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalData,
  type ModalSubmitInteraction
} from "discord.js"
import { GUILD } from "../World.ts"
import {
  ADOPTED,
  CARD,
  COMMANDS,
  GUILD_COMMAND,
  MENUS,
  type Named,
  RICH,
  type StartKindsApp,
  SURVEY,
  told
} from "./Kinds.ts"

export const startDiscordJsApp: StartKindsApp = async ({ rest_url, applications: [application] }) => {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: rest_url } })
  const payloads: Array<Kind> = []
  client.on("raw" as never, ({ t, d }: { readonly t: string; readonly d: Kind }) => {
    if (t === "INTERACTION_CREATE") payloads.push(d)
  })
  client.on(Events.InteractionCreate, answerKind)
  const ready = once(client, Events.ClientReady)
  await client.login(application?.bot_token)
  await ready
  // The library's types list every form of a command's body.
  const register = async () => {
    await client.application?.commands.set(COMMANDS as never)
    await client.application?.commands.set([GUILD_COMMAND] as never, GUILD)
  }
  await register()
  return { register, payloads, stop: () => client.destroy() }
}

/** Answers every interaction with a command or a component of the app. */
export const answerKind = async (interaction: Interaction): Promise<unknown> => {
  if (interaction.isAutocomplete()) return suggest(interaction)
  if (interaction.isChatInputCommand()) return COMMAND[interaction.commandName]?.(interaction)
  if (interaction.isUserContextMenuCommand()) {
    return interaction.reply(told({ target: interaction.targetId, ...named(interaction.options.resolved) }))
  }
  if (interaction.isMessageContextMenuCommand()) {
    const { id, content, author } = interaction.targetMessage
    return interaction.reply(told({ id, content, author: author.username }))
  }
  if (interaction.isPrimaryEntryPointCommand()) return interaction.launchActivity()
  if (interaction.isMessageComponent()) return (COMPONENT[interaction.customId] ?? selected)(interaction)
  return submitted(interaction)
}

const EPHEMERAL = { flags: MessageFlags.Ephemeral } as const

// The components and embeds of the app are in wire shape, which the library takes as they are.
const wire = (body: object): never => body as never

const survey = (interaction: ChatInputCommandInteraction | MessageComponentInteraction) =>
  interaction.showModal(wire({ custom_id: "survey", ...SURVEY }))

const COMMAND: Readonly<Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>>> = {
  show: (interaction) =>
    interaction.reply(told({ ...pathAndOptions(interaction.options.data), ...named(interaction.options.resolved) })),
  place: (interaction) => {
    const { context, guildId: guild, authorizingIntegrationOwners: owners, user } = interaction
    return interaction.reply(told({ context, guild, owners, user: user.username }))
  },
  menu: (interaction) =>
    interaction.reply(wire({ content: "Which?", components: MENUS[interaction.options.getString("kind", true)] })),
  slow: async (interaction) => {
    await interaction.deferReply()
    await interaction.editReply("done")
    await interaction.followUp("one more")
    await interaction.followUp({ content: "psst", ...EPHEMERAL })
  },
  secret: (interaction) => interaction.reply({ content: "for you alone", ...EPHEMERAL }),
  survey,
  post: async (interaction) => {
    await interaction.reply({ content: "look", files: [{ name: "first.txt", attachment: Buffer.from("first") }] })
    await interaction.followUp({ content: "more", files: [{ name: "second.txt", attachment: Buffer.from("second") }] })
  },
  card: (interaction) => interaction.reply(wire(CARD)),
  rich: (interaction) => {
    const { answers, ...poll } = RICH.poll
    const named = answers.map(({ poll_media }) => poll_media)
    return interaction.reply(wire({ ...RICH, poll: { ...poll, answers: named, allowMultiselect: false } }))
  },
  docked: (interaction) => interaction.reply(`docked in ${interaction.command?.guildId}`)
}

const suggest = (interaction: AutocompleteInteraction) => {
  const { options, path } = pathAndOptions(interaction.options.data)
  return interaction.respond([{ name: `${path}: ${options["text"]}`, value: "suggested" }])
}

const COMPONENT: Readonly<Record<string, (interaction: MessageComponentInteraction) => Promise<unknown>>> = {
  update: (interaction) => interaction.update({ content: `updated by ${interaction.user.username}`, components: [] }),
  adopt: (interaction) => interaction.update(wire({ components: ADOPTED })),
  quiet: async (interaction) => {
    await interaction.deferUpdate()
    await interaction.editReply("quietly edited")
  },
  ask: survey,
  reply: (interaction) => interaction.reply({ content: `hello ${interaction.user.username}`, ...EPHEMERAL }),
  later: async (interaction) => {
    await interaction.deferReply()
    await interaction.editReply("later")
  }
}

const selected = async (interaction: MessageComponentInteraction) => {
  if (!interaction.isAnySelectMenu()) throw new Error(`no answer to ${interaction.customId}`)
  return interaction.reply({ content: told({ values: interaction.values, ...named(interaction) }), ...EPHEMERAL })
}

const submitted = (interaction: ModalSubmitInteraction) => {
  const filled = Object.fromEntries(interaction.fields.fields.map((field, id) => [id, filledIn(field)]))
  const content = told({ filled, ...named(interaction.fields.resolved) })
  return interaction.isFromMessage() ? interaction.update({ content, components: [] }) : interaction.reply(content)
}

const filledIn = (field: ModalData): unknown =>
  "values" in field ? field.values : "value" in field ? field.value : null

/** The names of group and subcommand, and the values of the options below them. */
const pathAndOptions = (
  given: ReadonlyArray<CommandInteractionOption>
): { readonly path: string; readonly options: Readonly<Record<string, unknown>> } => {
  const [first] = given
  if (first === undefined || first.type > 2) {
    return { path: "", options: Object.fromEntries(given.map(({ name, value }) => [name, value])) }
  }
  const below = pathAndOptions(first.options ?? [])
  return { path: [first.name, below.path].join(" ").trim(), options: below.options }
}

/** What the library made of the entities that came along: members of a guild it knows have their roles in its caches. */
const named = (entities: object | null): Named => {
  // Interactions of different kinds hold the same collections, those that can be there.
  const { users, members, roles, channels, attachments } = (entities ?? {}) as Entities
  return {
    users: each(users, ({ username }) => username),
    members: each(members, rolesOf),
    roles: each(roles, ({ name }) => name),
    channels: each(channels, ({ name }) => name),
    files: each(attachments, ({ name }) => name)
  }
}

const each = <A, B>(kind: ReadonlyMap<string, A> | undefined, of: (item: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries([...(kind ?? [])].map(([id, item]) => [id, of(item)]))

/** Without @everyone, which only the library counts. */
const rolesOf = ({ roles }: SomeMember): number => ("cache" in roles ? roles.cache.size - 1 : roles.length)

interface SomeMember {
  readonly roles: { readonly cache: ReadonlyMap<string, unknown> } | ReadonlyArray<string>
}

interface WithName {
  readonly name: string
}

interface Entities {
  readonly users?: ReadonlyMap<string, { readonly username: string }>
  readonly members?: ReadonlyMap<string, SomeMember>
  readonly roles?: ReadonlyMap<string, WithName>
  readonly channels?: ReadonlyMap<string, WithName>
  readonly attachments?: ReadonlyMap<string, WithName>
}
