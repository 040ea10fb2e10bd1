/** Loads what goes with a removed element, or prevents its removal. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target, TargetKind, WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { Listed, Lists, World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { Secrets } from "@backlot/ports/Secrets"
import { Record } from "effect"
import * as Collections from "../store/Collections.ts"
import { eventsOfChannel } from "./EventParts.ts"
import { found } from "./PartReads.ts"
import { voiceOf } from "./VoiceParts.ts"
import { belongingTo, LISTS } from "./WorldLists.ts"
import { channelsOf, forEdit, heldBy } from "./WorldParts.ts"

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = function* (target: WorldTarget) {
  const near = yield* forEdit({ target })
  return { ...near, ...(yield* dependentsOf(target, near)) } satisfies World
}

const dependentsOf = <K extends TargetKind>(
  target: Target<K>,
  near: World
): Body.Body<Partial<World>, never, Secrets> => DEPENDENTS[target.kind as K]?.(target, near) ?? Body.succeed({})

/** The kinds that others depend on. */
const DEPENDENTS: {
  readonly [K in TargetKind]?: (target: Target<K>, near: World) => Body.Body<Partial<World>, never, Secrets>
} = {
  application: ({ application_id }) => removedApplication(application_id),
  user: ({ user_id }) => ofAccount(user_id),
  guild: ({ guild_id }) => Body.map(LISTS.commands.of("guild", guild_id), (commands) => ({ commands })),
  role: (target, near) => besideInGuild(target, near),
  channel: (target, near) => besideInGuild(target, near),
  member: (target, near) => besideInGuild(target, near),
  guild_install: (target, near) => besideInGuild(target, near),
  emoji: ({ guild_id }) =>
    Body.map(LISTS.soundboard_sounds.of("guild", guild_id), (soundboard_sounds) => ({ soundboard_sounds })),
  scheduled_event: ({ guild_id }) =>
    Body.map(Collections.stageInstances.by("guild", guild_id), (stage_instances) => ({ stage_instances }))
}

const besideInGuild = function* (
  target: Extract<WorldTarget, { readonly guild_id: Snowflake }>,
  { members, channels, applications: [bot] }: World
) {
  const { kind, guild_id } = target
  const botIds = kind === "guild_install" && bot !== undefined ? [bot.bot.id] : []
  return {
    channels: kind === "channel" ? [...channels, ...(yield* heldBy(target))] : yield* channelsOf(guild_id),
    webhooks: kind === "channel" ? yield* Collections.webhooks.by("channel", target.channel_id) : [],
    command_permissions: kind === "member" ? [] : yield* LISTS.command_permissions.of("guild", guild_id),
    emojis: kind === "role" || kind === "guild_install" ? yield* LISTS.emojis.of("guild", guild_id) : [],
    auto_moderation_rules: kind === "member" ? [] : yield* Collections.autoModerationRules.list([guild_id]),
    invites: kind === "role" || kind === "channel" ? yield* LISTS.invites.of("guild", guild_id) : [],
    members: kind === "role" ? yield* LISTS.members.of("guild", guild_id) : members,
    ...(kind === "channel" ? yield* eventsOfChannel(target.channel_id) : {}),
    ...(kind === "member" ? { scheduled_events: yield* LISTS.scheduled_events.of("guild", guild_id) } : {}),
    voice_states:
      kind === "channel"
        ? yield* Collections.voiceStates.by("channel", target.channel_id)
        : yield* voiceOf(guild_id, kind === "member" ? [target.user_id] : botIds),
    guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, guild_id, bot.id)
  }
}

/** What a user or a bot has, and all guilds, channels and applications, which it can belong to. */
const ofAccount = function* (accountId: Snowflake) {
  const { users: _, ...own } = yield* belongingTo("user", accountId)
  return {
    ...own,
    guilds: yield* LISTS.guilds.all,
    applications: yield* LISTS.applications.all,
    channels: yield* LISTS.channels.all,
    direct_channels: yield* LISTS.direct_channels.all,
    invites: yield* LISTS.invites.all,
    scheduled_events: yield* LISTS.scheduled_events.all
  }
}

const removedApplication = function* (applicationId: Snowflake) {
  const application = yield* Collections.applications.get(applicationId)
  const bot = application?.bot.id ?? applicationId
  const ofBot = yield* ofAccount(bot)
  const own = {
    ...(yield* belongingTo("application", applicationId)),
    // Those of other applications, and emojis, may name the role of its bot.
    command_permissions: yield* LISTS.command_permissions.all,
    emojis: (yield* Collections.emojis.list([])).filter(({ user_id }) => user_id !== bot),
    auto_moderation_rules: (yield* Collections.autoModerationRules.list([])).filter((r) => r.creator_id !== bot)
  }
  return Record.map(ofBot as Readonly<Record<Listed, ReadonlyArray<object>>>, (records, list) => [
    ...records,
    ...own[list]
  ]) as unknown as Partial<Lists>
}
