/**
 * Pictures of users, guilds and others, which name them by hash. Source: the platform's documentation of image formatting.
 * Our choice: docs/choices.md "Pictures".
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { NotFound } from "@backlot/domain/error/ServiceError"
import { settingsOf } from "@backlot/domain/record/GuildSettings"
import { isDirect } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import * as KeptPictures from "../store/KeptPictures.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"

/** A picture: of what it is, the ids in its address, and its hash. */
export interface Address {
  readonly of: keyof typeof HASHES
  readonly id: string
  /** Of pictures of members. */
  readonly guild_id?: string | undefined
  readonly hash: string
}

/** The data URI of a picture; null for one of which only the hash is known. */
export const get = operation(
  "NamedPictures.get",
  Effect.fnUntraced(function* ({ of, id, guild_id = "0", hash }: Address) {
    if (!isSnowflake(id) || !isSnowflake(guild_id)) return yield* new NotFound()
    return yield* inTransaction(function* () {
      const hashes = yield* HASHES[of](id, guild_id)
      if (!hashes.includes(hash) && !hashes.includes(ANY)) return yield* new NotFound()
      return (yield* KeptPictures.get(hash))?.image ?? null
    })
  })
)

type Hashes = Body.Body<ReadonlyArray<string | null | undefined>>

/** In place of hashes that nobody keeps. */
const ANY = "any"

const guild = (id: Snowflake) =>
  Body.map(Collections.guilds.get(id), (found) => (found === undefined ? undefined : settingsOf(found)))

/** The user or the bot with this id, in a list of at most one. */
const profiles = function* (id: Snowflake) {
  const bots = yield* Collections.applications.by("bot", id)
  return [...(yield* Collections.users.existing([[id]])), ...bots.map(({ bot }) => bot)]
}

/** Each message of a webhook may have a picture of its own, whose hash is known from the message alone. */
const avatars = function* (id: Snowflake) {
  const webhooks = yield* Collections.webhooks.existing([[id]])
  return [...(yield* profiles(id)).map(({ avatar }) => avatar), ...webhooks.map(() => ANY)]
}

const banners = function* (id: Snowflake) {
  return [...(yield* profiles(id)).map(({ banner }) => banner), (yield* guild(id))?.banner]
}

const roleIcons = function* (id: Snowflake) {
  const guilds = yield* Collections.guilds.list([])
  return (yield* Collections.roles.existing(guilds.map((one) => [one.id, id]))).map(({ icon }) => icon)
}

/** By what has the picture: the hashes of those that one has. */
const HASHES = {
  avatar: (id: Snowflake): Hashes => Body.gen(() => avatars(id)),
  banner: (id: Snowflake): Hashes => Body.gen(() => banners(id)),
  member_avatar: (id: Snowflake, guildId: Snowflake): Hashes =>
    Body.map(Collections.members.get(guildId, id), (member) => [member?.avatar]),
  member_banner: (id: Snowflake, guildId: Snowflake): Hashes =>
    Body.map(Collections.members.get(guildId, id), (member) => [member?.banner]),
  guild_icon: (id: Snowflake): Hashes => Body.map(guild(id), (found) => [found?.icon]),
  guild_splash: (id: Snowflake): Hashes => Body.map(guild(id), (found) => [found?.splash]),
  discovery_splash: (id: Snowflake): Hashes => Body.map(guild(id), (found) => [found?.discovery_splash]),
  home_header: (id: Snowflake): Hashes => Body.map(guild(id), (found) => [found?.home_header]),
  role_icon: (id: Snowflake): Hashes => Body.gen(() => roleIcons(id)),
  application: (id: Snowflake): Hashes =>
    Body.map(Collections.applications.get(id), (found) => [found?.icon, found?.cover_image]),
  team_icon: (id: Snowflake): Hashes =>
    Body.map(Collections.applications.list([]), (all) =>
      all.flatMap(({ team }) => (team?.id === id ? [team.icon] : []))
    ),
  group_icon: (id: Snowflake): Hashes =>
    Body.map(Collections.channels.get(id), (found) => [found && isDirect(found) ? found.icon : undefined]),
  event_cover: (id: Snowflake): Hashes => Body.map(Collections.scheduledEvents.get(id), (found) => [found?.image])
}
