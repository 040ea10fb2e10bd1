/**
 * What goes with an element of a world when it goes, list by list. Everything else stays the very same object, so that
 * who compares two worlds sees at once what changed. Ours, after what users of the platform see.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { isThread, type World } from "../record/World.ts"

type Ids = ReadonlySet<Snowflake>

/** Bot users that an installation makes members of a guild. */
export const installedBots = (
  { guild_installs, applications }: Pick<World, "guild_installs" | "applications">,
  guildId: Snowflake
): ReadonlyArray<Snowflake> => {
  const installed = guild_installs.filter((i) => i.guild_id === guildId && i.scopes.includes("bot"))
  return applications.flatMap((a) => (installed.some((i) => i.application_id === a.id) ? [a.bot.id] : []))
}

/** Roles leave their members, the channels' overwrites and the commands' permissions. */
export const withoutRoles = (world: World, guildId: Snowflake, ids: Ids): World => ({
  ...world,
  roles: world.roles.filter((r) => r.guild_id !== guildId || !ids.has(r.id)),
  members: world.members.map((m) =>
    m.guild_id === guildId && m.roles.some((id) => ids.has(id))
      ? { ...m, roles: m.roles.filter((id) => !ids.has(id)) }
      : m
  ),
  channels: withoutOverwrites(world, guildId, 0, ids),
  command_permissions: withoutTargets(world, guildId, 1, ids)
})

/** Channels take their threads and messages along; what stood in a category stands in none. */
export const withoutChannels = (world: World, guildId: Snowflake, ids: Ids): World => {
  const inside = world.channels.filter((c) => c.guild_id === guildId)
  const threads = inside.filter((c) => isThread(c) && c.parent_id !== null && ids.has(c.parent_id))
  const gone = new Set([...ids, ...threads.map((c) => c.id)])
  return {
    ...world,
    channels: world.channels
      .filter((c) => c.guild_id !== guildId || !gone.has(c.id))
      .map((c) =>
        c.guild_id === guildId && c.parent_id !== null && gone.has(c.parent_id) ? { ...c, parent_id: null } : c
      ),
    command_permissions: withoutTargets(world, guildId, 3, gone),
    messages: withoutMessages(world, gone)
  }
}

/** Members leave the channels' overwrites. Permissions of commands stay: their users need not be members. */
export const withoutMembers = (world: World, guildId: Snowflake, ids: Ids): World => ({
  ...world,
  members: world.members.filter((m) => m.guild_id !== guildId || !ids.has(m.user_id)),
  channels: withoutOverwrites(world, guildId, 1, ids)
})

/**
 * Applications leave a guild with their bots and the permissions of their commands. Their commands of this guild stay,
 * hidden until the application is installed again.
 */
export const withoutInstalls = (world: World, guildId: Snowflake, ids: Ids): World => {
  const leaving = world.applications.filter((a) => ids.has(a.id)).map((a) => a.bot.id)
  return withoutMembers(
    {
      ...world,
      guild_installs: world.guild_installs.filter((i) => i.guild_id !== guildId || !ids.has(i.application_id)),
      command_permissions: world.command_permissions.filter((p) => p.guild_id !== guildId || !ids.has(p.application_id))
    },
    guildId,
    new Set(leaving)
  )
}

export const withoutGuild = (world: World, guildId: Snowflake): World => {
  const elsewhere = ({ guild_id }: { readonly guild_id?: Snowflake }) => guild_id !== guildId
  const gone = new Set(world.channels.filter((c) => c.guild_id === guildId).map((c) => c.id))
  return {
    ...world,
    guilds: world.guilds.filter((g) => g.id !== guildId),
    roles: world.roles.filter(elsewhere),
    channels: world.channels.filter(elsewhere),
    members: world.members.filter(elsewhere),
    guild_installs: world.guild_installs.filter(elsewhere),
    commands: world.commands.filter(elsewhere),
    command_permissions: world.command_permissions.filter(elsewhere),
    messages: withoutMessages(world, gone)
  }
}

export const withoutDirectChannels = (world: World, ids: Ids): World => ({
  ...world,
  direct_channels: world.direct_channels.filter((c) => !ids.has(c.id)),
  messages: withoutMessages(world, ids)
})

/** Of a user who owns nothing. */
export const withoutUser = (world: World, userId: Snowflake): World =>
  withoutAccount(
    {
      ...world,
      users: world.users.filter((u) => u.id !== userId),
      user_installs: world.user_installs.filter((i) => i.user_id !== userId),
      tokens: world.tokens.filter((t) => t.user_id !== userId),
      lobbies: world.lobbies.map((l) =>
        l.members.some((m) => m.id === userId) ? { ...l, members: l.members.filter((m) => m.id !== userId) } : l
      )
    },
    userId
  )

/** With its bot user, commands, tokens, installations and lobbies. */
export const withoutApplication = (world: World, applicationId: Snowflake): World => {
  const others = ({ application_id }: { readonly application_id: Snowflake }) => application_id !== applicationId
  const bot = world.applications.find((a) => a.id === applicationId)?.bot.id ?? applicationId
  const lobbies = new Set(world.lobbies.filter((l) => !others(l)).map((l) => l.id))
  return withoutAccount(
    {
      ...world,
      applications: world.applications.filter((a) => a.id !== applicationId),
      user_installs: world.user_installs.filter(others),
      guild_installs: world.guild_installs.filter(others),
      tokens: world.tokens.filter(others),
      rate_limits: world.rate_limits.filter(others),
      commands: world.commands.filter(others),
      command_permissions: world.command_permissions.filter(others),
      lobbies: world.lobbies.filter(others),
      messages: withoutMessages(world, lobbies)
    },
    bot
  )
}

/**
 * A user or a bot leaves every guild and direct channel. A group goes on while two are left; a thread then belongs to
 * the owner of its guild, as one without an owner does in a world file.
 */
const withoutAccount = (world: World, id: Snowflake): World => {
  const left = world.members.filter((m) => m.user_id === id).map((m) => m.guild_id)
  const outside = left.reduce((next, guildId) => withoutMembers(next, guildId, new Set([id])), world)
  const shrunk = outside.direct_channels.map((c) =>
    c.recipients.includes(id) ? { ...c, recipients: c.recipients.filter((r) => r !== id) } : c
  )
  const ended = shrunk.filter((c) => c.recipients.length < 2).map((c) => c.id)
  return withoutDirectChannels(
    {
      ...outside,
      direct_channels: shrunk,
      channels: outside.channels.map((c) =>
        c.owner_id === id
          ? { ...c, owner_id: outside.guilds.find((g) => g.id === c.guild_id)?.owner_id ?? c.owner_id }
          : c
      )
    },
    new Set(ended)
  )
}

const withoutOverwrites = (world: World, guildId: Snowflake, type: 0 | 1, ids: Ids): World["channels"] =>
  world.channels.map((c) => {
    const gone = (o: (typeof c.permission_overwrites)[number]) => o.type === type && ids.has(o.id)
    return c.guild_id === guildId && c.permission_overwrites.some(gone)
      ? { ...c, permission_overwrites: c.permission_overwrites.filter((o) => !gone(o)) }
      : c
  })

/** An entry without a target is none; a command without entries has no permissions of its own. */
const withoutTargets = (world: World, guildId: Snowflake, type: 1 | 3, ids: Ids): World["command_permissions"] =>
  world.command_permissions.flatMap((held) => {
    if (held.guild_id !== guildId) return [held]
    const permissions = held.permissions.filter((p) => p.type !== type || !ids.has(p.id))
    if (permissions.length === held.permissions.length) return [held]
    return permissions.length === 0 ? [] : [{ ...held, permissions }]
  })

const withoutMessages = ({ messages }: World, channels: Ids): World["messages"] =>
  messages.some((m) => channels.has(m.channel_id)) ? messages.filter((m) => !channels.has(m.channel_id)) : messages
