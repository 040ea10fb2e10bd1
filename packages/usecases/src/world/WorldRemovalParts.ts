/** Loads what goes with a removed element, or prevents its removal. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target, WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { Secrets } from "@backlot/ports/Secrets"
import * as Collections from "../store/Collections.ts"
import { joined, type Part } from "./PartReads.ts"
import { belongingTo, LISTS } from "./WorldLists.ts"
import { dependentsOf, forEdit, heldBy } from "./WorldParts.ts"

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = function* (target: WorldTarget) {
  const { now, automatic_launch, ...near } = yield* forEdit({ target })
  // Both parts have the records of their lists.
  return { now, automatic_launch, ...joined(near, yield* besideOf(target, near)) } as World
}

const besideOf = (
  target: WorldTarget,
  { applications }: Pick<World, "applications">
): Body.Body<Part, never, Secrets> => {
  const bots = applications.map(({ bot }) => bot.id)
  switch (target.kind) {
    case "application":
      return removedApplication(target.application_id, bots[0] ?? target.application_id)
    case "user":
      return ofAccount(target.user_id)
    case "channel":
      return besideChannel(target)
    case "member":
      return besideMember(
        target,
        applications.map(({ id }) => id)
      )
    default:
      return "guild_id" in target ? dependentsOf(target.kind, target.guild_id, { members: bots }) : Body.succeed({})
  }
}

const besideChannel = function* (target: Target<"channel">) {
  const { guild_id, channel_id } = target
  return joined({ channels: yield* heldBy(target) }, yield* dependentsOf("channel", guild_id, { channel_id }))
}

/** The installation of a bot makes it a member. */
const besideMember = function* ({ guild_id, user_id }: Target<"member">, applications: ReadonlyArray<Snowflake>) {
  const keys = applications.map((id) => [guild_id, id])
  const guild_installs = yield* Collections.guildInstalls.existing(keys)
  return { ...(yield* dependentsOf("member", guild_id, { members: [user_id] })), guild_installs }
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

const removedApplication = function* (applicationId: Snowflake, bot: Snowflake) {
  return joined(yield* ofAccount(bot), yield* belongingTo("application", applicationId), {
    // Those of other applications, and emojis, may name the role of its bot.
    command_permissions: yield* LISTS.command_permissions.all,
    emojis: yield* Collections.emojis.list([]),
    auto_moderation_rules: yield* LISTS.auto_moderation_rules.all
  })
}
