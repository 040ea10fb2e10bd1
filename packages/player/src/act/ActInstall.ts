/** Applications: installed, removed, authorized; their commands permitted. */
import type { Path } from "@backlot/domain/error/Fault"
import { BITS, isPermissionName } from "@backlot/domain/permission/Permission"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { guildNamed, guildOf } from "../turn/Guild.ts"
import { applicationOf, outcomeOfCall, outcomeOfNothing, type Playing, unplayable } from "../turn/Playing.ts"
import { asUser, decide, grant } from "../turn/Tokens.ts"
import type { Act } from "../turn/Turn.ts"

export const install: Act<NonNullable<Step["install"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const user = yield* turn.user
  const { application, guild: named, scopes, permissions } = typeof given === "string" ? { application: given } : given
  const wanted = yield* applicationOf(playing, application, ["install", "application"])
  const guild = yield* guildNamed(playing, named, ["install", "guild"])
  const answer = yield* decide(playing, {
    application: wanted,
    user,
    scopes: scopes ?? (guild === undefined ? ["applications.commands"] : ["applications.commands", "bot"]),
    guild,
    permissions: permissions === undefined ? undefined : yield* bitsOf(permissions),
    integration_type: guild === undefined ? 1 : 0
  })
  doubtGuild(playing, guild)
  return outcomeOfNothing(answer)
})

/** The control plane removes it, as the platform's own client does, and does not ask for permissions. */
export const uninstall: Act<NonNullable<Step["uninstall"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const named = typeof given === "string" ? { application: given } : given
  const { id } = yield* applicationOf(playing, named.application, ["uninstall", "application"])
  const guild = yield* guildNamed(playing, named.guild, ["uninstall", "guild"])
  const holder = guild === undefined ? `/users/${yield* turn.user}` : `/guilds/${guild}`
  const answer = yield* playing.control("DELETE", `${holder}/installs/${id}`)
  doubtGuild(playing, guild)
  return outcomeOfNothing(answer)
})

export const authorize: Act<NonNullable<Step["authorize"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const application = yield* applicationOf(playing, given.application, ["authorize", "application"])
  const user = yield* turn.user
  const guild = yield* guildNamed(playing, given.guild, ["authorize", "guild"])
  const outcome = yield* grant(playing, { ...given, application, user, guild })
  doubtGuild(playing, guild)
  return outcome
})

/** An installation brings the bot and its role into the guild; one on a user changes no name. */
const doubtGuild = ({ names }: Playing, guild: string | undefined): void => {
  if (guild !== undefined) names.doubt(`/guilds/${guild}`)
}

const PERMIT = ["applications.commands.permissions.update"]

export const permit: Act<NonNullable<Step["permit"]>> = Effect.fnUntraced(function* (turn, given) {
  const { playing } = turn
  const user = yield* turn.user
  const guild_id = yield* guildOf(turn, given.guild, ["permit", "guild"])
  const { command } = given
  const wanted = yield* applicationOf(playing, given.application, ["permit", "application"])
  const target =
    command === undefined
      ? { id: wanted.id, application_id: wanted.id }
      : yield* playing.names.find(
          (names) => names.command(command, { guild_id, application_id: wanted.id }),
          ["permit", "command"]
        )
  const application = yield* applicationOf(playing, target.application_id, ["permit", "application"])
  const permissions = yield* Effect.forEach(given.overwrites, (one, index) =>
    overwriteOf(playing, one, guild_id, user, ["permit", "overwrites", index])
  )
  const path = `/applications/${application.id}/guilds/${guild_id}/commands/${target.id}/permissions`
  const call = { method: "PUT", path, body: { permissions } }
  return outcomeOfCall(yield* asUser(playing, { application, user, scopes: PERMIT }, call, ["permit"]))
})

type Overwrite = NonNullable<Step["permit"]>["overwrites"][number]

/** wire-interactions.md §5.5: @everyone has the guild's id, all channels have the id before it. */
const overwriteOf = Effect.fnUntraced(function* (
  { names }: Playing,
  { role, user, channel, allow }: Overwrite,
  guildId: string,
  actor: string,
  path: Path
) {
  if (role !== undefined) {
    const { id } = yield* names.find((known) => known.role(role, guildId), [...path, "role"])
    return { id, type: 1, permission: allow }
  }
  if (user !== undefined) {
    return { id: yield* names.find((known) => known.user(user), [...path, "user"]), type: 2, permission: allow }
  }
  if (channel === undefined) return yield* unplayable(path, "an overwrite needs a role, a user or a channel")
  if (channel === "all") return { id: String(BigInt(guildId) - 1n), type: 3, permission: allow }
  const place = yield* names.find((known) => known.channel(channel, actor), [...path, "channel"])
  if (!("id" in place)) return yield* unplayable([...path, "channel"], "direct messages have no command permissions")
  return { id: place.id, type: 3, permission: allow }
})

const bitsOf = Effect.fnUntraced(function* (given: string | ReadonlyArray<string>) {
  if (typeof given === "string" && /^\d+$/.test(given)) return given
  let bits = 0n
  for (const name of [given].flat()) {
    if (!isPermissionName(name)) return yield* unplayable(["install", "permissions"], `there is no permission ${name}`)
    bits |= BITS[name]
  }
  return String(bits)
})
