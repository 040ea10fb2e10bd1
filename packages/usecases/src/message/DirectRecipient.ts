/** Whether the other side of a direct channel takes messages. Source: the platform's documentation of its error codes. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { ClosedToMessages, NoMutualGuild } from "@backlot/domain/error/ServiceError"
import { isQuiet } from "@backlot/domain/guild/ScreenBody"
import { isDirect, type User } from "@backlot/domain/record/World"
import { bringsBot } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import { clockTime } from "../store/Transact.ts"
import type { Speaker } from "./Speaker.ts"

/** Two people write to each other unless every guild that they share has stopped that for a while. */
const requireNoise = function* (authorId: Snowflake, { id, username }: User) {
  const own = yield* Collections.members.by("user", authorId)
  const shared = yield* Collections.members.existing(own.map(({ guild_id }) => [guild_id, id]))
  if (shared.length === 0) return
  const now = yield* clockTime
  const guilds = yield* Collections.guilds.existing(shared.map(({ guild_id }) => [guild_id]))
  if (!guilds.every((guild) => isQuiet(guild, now))) return
  const because = `${username} shares only guilds that have stopped direct messages (dms_disabled_until)`
  yield* new ClosedToMessages({ because })
}

/**
 * Fails with 50007 for a user who has closed their direct messages, and with 50278 for a bot that shares no guild with the
 * user and is not installed on them. Groups and bots are always open. Inside a transaction.
 */
export const requireOpen = function* ({ channel, author }: Speaker) {
  if (!isDirect(channel) || channel.recipients.length !== 2) return
  const [other = ""] = channel.recipients.filter((id) => id !== author.id)
  const user = yield* Collections.users.get(other)
  if (user === undefined) return
  if (user.closed_dms === true)
    return yield* new ClosedToMessages({ because: `${user.username} has closed their direct messages (closed_dms)` })
  if (!("bot" in author)) return yield* requireNoise(author.id, user)
  const [application] = yield* Collections.applications.by("bot", author.id)
  if (application === undefined) return
  if ((yield* Collections.userInstalls.get(user.id, application.id)) !== undefined) return
  const guilds = yield* Collections.members.by("user", user.id)
  const shared = yield* Collections.guildInstalls.existing(guilds.map(({ guild_id }) => [guild_id, application.id]))
  if (shared.some(bringsBot)) return
  const because = `${user.username} is in no guild of ${application.name}, and has not installed it`
  yield* new NoMutualGuild({ because })
}
