/** Loads the stored elements that go with a removed element or prevent its removal. Inside a transaction. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import type { Listed, Lists, World } from "@backlot/domain/record/World"
import type { Secrets } from "@backlot/ports/Secrets"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect, Record } from "effect"
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { belongingTo, LISTS } from "./WorldLists.ts"
import { channelsOf, forEdit, found } from "./WorldParts.ts"

/** The messages of channels are not loaded: `WorldChanges` deletes them with their channel. */
export const forRemoval = Effect.fnUntraced(function* (target: WorldTarget) {
  const near = yield* forEdit({ target })
  return { ...near, ...(yield* dependentsOf(target, near)) } satisfies World
})

const dependentsOf = (
  target: WorldTarget,
  near: World
): Effect.Effect<Partial<World>, never, Transaction | Secrets> => {
  switch (target.kind) {
    case "application":
      return ofApplication(target.application_id)
    case "user":
      return ofAccount(target.user_id)
    case "guild":
      return Effect.map(LISTS.commands.of("guild", target.guild_id), (commands) => ({ commands }))
    case "role":
    case "channel":
    case "member":
    case "guild_install":
      return inGuild(target, near)
    case "user_install":
    case "direct_channel":
      return Effect.succeed({})
  }
}

const inGuild = Effect.fnUntraced(function* (
  { kind, guild_id }: Extract<WorldTarget, { readonly guild_id: Snowflake }>,
  { members, applications: [bot] }: World
) {
  return {
    channels: yield* channelsOf(guild_id),
    command_permissions: kind === "member" ? [] : yield* LISTS.command_permissions.of("guild", guild_id),
    members: kind === "role" ? yield* LISTS.members.of("guild", guild_id) : members,
    guild_installs: bot === undefined ? [] : yield* found(Collections.guildInstalls, id(guild_id), id(bot.id))
  }
})

/** What a user or a bot has, and all guilds, channels and applications, which it can belong to. */
const ofAccount = Effect.fnUntraced(function* (accountId: Snowflake) {
  const { users: _, ...own } = yield* belongingTo("user", accountId)
  return {
    ...own,
    guilds: yield* LISTS.guilds.all,
    applications: yield* LISTS.applications.all,
    channels: yield* LISTS.channels.all,
    direct_channels: yield* LISTS.direct_channels.all
  }
})

const ofApplication = Effect.fnUntraced(function* (applicationId: Snowflake) {
  const application = yield* Collections.applications.get(id(applicationId))
  const ofBot = yield* ofAccount(application?.bot.id ?? applicationId)
  const own = yield* belongingTo("application", applicationId)
  return Record.map(ofBot as Readonly<Record<Listed, ReadonlyArray<object>>>, (records, list) => [
    ...records,
    ...own[list]
  ]) as unknown as Partial<Lists>
})
