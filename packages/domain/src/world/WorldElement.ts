/** Finds one element of a world. Source: product.md "Control plane", "World file". */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { FileElement, WorldTarget } from "../element/WorldTarget.ts"
import { UnknownApplication, UnknownGuild, UnknownUser } from "../error/ServiceError.ts"
import type { World } from "../record/World.ts"
import { editable } from "./element/Elements.ts"

/** The element as the world file has it, secrets in clear; undefined when the world has none. */
export const elementOf = (world: World, target: WorldTarget): FileElement | undefined =>
  editable(target).find(world, target)

/** Fails where the path names a guild, a user or an application beside the element that does not exist. */
export const requireAround = (
  { guilds, users, applications }: Pick<World, "guilds" | "users" | "applications">,
  target: WorldTarget
): Result.Result<void, UnknownGuild | UnknownUser | UnknownApplication> => {
  const { kind } = target
  if ("guild_id" in target && kind !== "guild" && !guilds.some((g) => g.id === target.guild_id)) {
    return Result.fail(new UnknownGuild())
  }
  if (kind === "user_install" && !users.some((u) => u.id === target.user_id)) return Result.fail(new UnknownUser())
  if (kind === "member" && !isAccount(users, applications, target.user_id)) return Result.fail(new UnknownUser())
  if (
    (kind === "user_install" || kind === "guild_install") &&
    !applications.some((a) => a.id === target.application_id)
  ) {
    return Result.fail(new UnknownApplication())
  }
  return Result.void
}

const isAccount = (users: World["users"], applications: World["applications"], id: Snowflake): boolean =>
  users.some((u) => u.id === id) || applications.some((a) => a.bot.id === id)
