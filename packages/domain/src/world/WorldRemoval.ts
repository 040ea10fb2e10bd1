/**
 * Taking an element out of a world with all that hangs on it, so that what is left breaks no rule; refused where that
 * cannot be. Ours throughout, after what users of the platform see. Source: product.md "Control plane".
 */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { WorldTarget } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import type { World } from "../record/World.ts"
import * as Cascade from "./WorldCascade.ts"
import * as WorldEditError from "./WorldEditError.ts"

/** The world without an element that it has. The fault says in words what stands against it. */
export const remove = (world: World, target: WorldTarget): Result.Result<World, ReadonlyArray<Fault>> => {
  const because = obstacleTo(world, target)
  return because === undefined
    ? Result.succeed(without(world, target))
    : Result.fail([fault([], WorldEditError.stillNeeded(because))])
}

const without = (world: World, target: WorldTarget): World => {
  switch (target.kind) {
    case "application":
      return Cascade.withoutApplication(world, target.application_id)
    case "user":
      return Cascade.withoutUser(world, target.user_id)
    case "user_install":
      return {
        ...world,
        user_installs: world.user_installs.filter(
          (i) => i.user_id !== target.user_id || i.application_id !== target.application_id
        )
      }
    case "guild":
      return Cascade.withoutGuild(world, target.guild_id)
    case "role":
      return Cascade.withoutRoles(world, target.guild_id, new Set([target.role_id]))
    case "channel":
      return Cascade.withoutChannels(world, target.guild_id, new Set([target.channel_id]))
    case "member":
      return Cascade.withoutMembers(world, target.guild_id, new Set([target.user_id]))
    case "guild_install":
      return Cascade.withoutInstalls(world, target.guild_id, new Set([target.application_id]))
    case "direct_channel":
      return Cascade.withoutDirectChannels(world, new Set([target.channel_id]))
  }
}

/** Why it cannot be removed, in one sentence. */
const obstacleTo = (world: World, target: WorldTarget): string | undefined => {
  switch (target.kind) {
    case "user":
      return ownedBy(world, target.user_id)
    case "role":
      return target.role_id === target.guild_id ? "Every guild has its @everyone role." : undefined
    case "member":
      return memberNeeded(world, target.guild_id, target.user_id)
    default:
      return undefined
  }
}

const ownedBy = ({ guilds, applications }: World, userId: Snowflake): string | undefined => {
  const owned = [
    ...guilds.filter((g) => g.owner_id === userId).map((g) => `the guild ${g.name} (${g.id})`),
    ...applications.filter((a) => a.owner_id === userId).map((a) => `the application ${a.name} (${a.id})`)
  ]
  return owned.length === 0
    ? undefined
    : `This user owns ${owned.join(", ")}; give it another owner, or delete it first.`
}

const memberNeeded = (world: World, guildId: Snowflake, userId: Snowflake): string | undefined => {
  if (world.guilds.some((g) => g.id === guildId && g.owner_id === userId)) {
    return "The owner of a guild is a member of it; give the guild another owner first."
  }
  return Cascade.installedBots(world, guildId).includes(userId)
    ? "The bot of an application that is installed with the bot scope is a member; remove the installation instead."
    : undefined
}
