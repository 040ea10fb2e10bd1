/**
 * A moderator: `/ban` bans, whatever moderators do stands in #mod-log, the log says who came by whose invite, whoever joins
 * the voice channel "Join to create" gets a room of their own, and the forum "tickets" has what people ask for help with.
 */
import {
  AuditLogEvent,
  ChannelType,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  type Guild,
  MessageFlags,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type VoiceState,
  type Webhook
} from "discord.js"
import * as Tickets from "./tickets.ts"

const LOG = "mod-log"
const LOBBY = "Join to create"

// The only line about Backlot: where the REST API is. Without the variable, the bot talks to the platform itself.
const api = process.env["BACKLOT_APP_REST_URL"]
const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildModeration,
    GatewayIntentBits.GuildInvites,
    GatewayIntentBits.GuildVoiceStates
  ],
  ...(api && { rest: { api } })
})

const commands = [
  new SlashCommandBuilder()
    .setName("ban")
    .setDescription("Ban somebody")
    .setDefaultMemberPermissions(PermissionFlagsBits.BanMembers)
    .addUserOption((option) => option.setName("who").setDescription("Whom to ban").setRequired(true))
    .addStringOption((option) => option.setName("why").setDescription("The reason").setMaxLength(200)),
  Tickets.command
]

/** The webhook that writes the log, made when it is first needed. */
const hooks = new Map<string, Promise<Webhook>>()

const hookOf = (guild: Guild): Promise<Webhook> => {
  const known = hooks.get(guild.id) ?? makeHook(guild)
  hooks.set(guild.id, known)
  return known
}

const makeHook = async (guild: Guild): Promise<Webhook> => {
  const channel = guild.channels.cache.find(({ name }) => name === LOG)
  if (channel?.type !== ChannelType.GuildText) throw new Error(`${guild.name} has no text channel ${LOG}`)
  const own = (await channel.fetchWebhooks()).find(({ owner }) => owner?.id === client.user?.id)
  return own ?? channel.createWebhook({ name: "Log", reason: "writes the log" })
}

const log = async (guild: Guild, content: string): Promise<void> => {
  const hook = await hookOf(guild)
  await hook.send({ content, username: "Harbour log", allowedMentions: { parse: [] } })
}

const ban = async (interaction: ChatInputCommandInteraction<"cached">): Promise<void> => {
  const who = interaction.options.getUser("who", true)
  const why = interaction.options.getString("why") ?? "no reason given"
  const member = interaction.options.getMember("who")
  if (member !== null && !member.bannable) {
    await interaction.reply({ content: `I may not ban ${who.username}.`, flags: MessageFlags.Ephemeral })
    return
  }
  await interaction.guild.bans.create(who, {
    reason: `${interaction.user.username}: ${why}`,
    deleteMessageSeconds: 86_400
  })
  await interaction.reply({ content: `${who.username} is banned.`, flags: MessageFlags.Ephemeral })
}

/** Uses of each invite, by code: the one that has grown brought the new member. */
const uses = new Map<string, number>()

const learnInvites = async (guild: Guild): Promise<string | undefined> => {
  const invites = await guild.invites.fetch()
  const grown = invites.find((invite) => (invite.uses ?? 0) > (uses.get(invite.code) ?? 0))
  for (const invite of invites.values()) uses.set(invite.code, invite.uses ?? 0)
  return grown && `the invite ${grown.code} of ${grown.inviter?.username ?? "nobody"}`
}

/** Rooms that the bot made, which go when the last one leaves. */
const rooms = new Set<string>()

const keepRooms = async (before: VoiceState, after: VoiceState): Promise<void> => {
  const { channel: left } = before
  if (left !== null && left.id !== after.channelId && rooms.has(left.id) && left.members.size === 0) {
    rooms.delete(left.id)
    await left.delete("nobody is there")
  }
  if (after.channel?.name !== LOBBY || after.member === null) return
  const room = await after.guild.channels.create({
    name: `${after.member.displayName}'s room`,
    type: ChannelType.GuildVoice,
    parent: after.channel.parentId
  })
  rooms.add(room.id)
  await after.setChannel(room, "a room of their own")
}

client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.inCachedGuild()) return
  if (interaction.isChatInputCommand()) await (interaction.commandName === "ban" ? ban : Tickets.open)(interaction)
  if (interaction.isButton() && interaction.customId === Tickets.CLOSE) await Tickets.close(interaction)
})

client.on(Events.ThreadCreate, async (thread, isNew) => {
  if (isNew) await Tickets.receive(thread)
})

client.on(Events.GuildAuditLogEntryCreate, async ({ action, executor, target, reason }, guild) => {
  const name = target !== null && "username" in target ? target.username : undefined
  if (executor === null || typeof name !== "string") return
  if (action === AuditLogEvent.MemberBanAdd) await log(guild, `${name} was banned. ${reason ?? "No reason."}`)
  if (action === AuditLogEvent.MemberBanRemove)
    await log(guild, `${name} is no longer banned, says ${executor.username}.`)
  if (action === AuditLogEvent.MemberKick) await log(guild, `${name} was kicked by ${executor.username}.`)
})

client.on(Events.InviteCreate, ({ code, uses: used }) => void uses.set(code, used ?? 0))

client.on(Events.GuildMemberAdd, async ({ guild, user }) => {
  const by = await learnInvites(guild)
  await log(guild, `${user.username} came${by === undefined ? "" : ` by ${by}`}.`)
})

client.on(Events.VoiceStateUpdate, keepRooms)

client.once(Events.ClientReady, async ({ application, guilds, user }) => {
  await application.commands.set(commands)
  await Promise.all(guilds.cache.map(learnInvites))
  console.log(`${user.tag} is ready in ${guilds.cache.size} guilds`)
})

// One failed call is no reason to end.
client.on(Events.Error, (error) => console.error(error))

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => client.destroy())

// Without an argument the library takes the token from DISCORD_TOKEN.
await client.login(process.env["BACKLOT_APP_TOKEN"])
