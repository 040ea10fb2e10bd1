/** Finds one element of a world. Source: product.md "Control plane", "World file". */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { elementsOf, type FileElement, slotOf, type WorldTarget } from "../element/WorldTarget.ts"
import { UnknownApplication, UnknownGuild, UnknownUser } from "../error/ServiceError.ts"
import type { World } from "../record/World.ts"
import { exportWorld } from "./WorldExport.ts"

/** The element as the world file has it, secrets in clear; undefined when the world has none. */
export const elementOf = (world: World, target: WorldTarget): FileElement | undefined => {
  const { list, key, id, holder } = slotOf(target)
  const file = exportWorld(world)
  const around = holder === undefined ? file : elementsOf(file, holder.list).find((e) => e["id"] === holder.id)
  return elementsOf(around, list).find((element) => element[key] === id)
}

/** What the path names beside the element itself: a guild, a user, an application that must be there. */
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
