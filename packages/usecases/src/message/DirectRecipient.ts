/** Whether the other side of a direct channel takes messages. Source: the platform's documentation of its error codes. */
import { ClosedToMessages, NoMutualGuild } from "@backlot/domain/error/ServiceError"
import { isDirect } from "@backlot/domain/record/World"
import { bringsBot } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import type { Speaker } from "./Speaker.ts"

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
  const [application] = "bot" in author ? yield* Collections.applications.by("bot", author.id) : []
  if (application === undefined) return
  if ((yield* Collections.userInstalls.get(user.id, application.id)) !== undefined) return
  const guilds = yield* Collections.members.by("user", user.id)
  const shared = yield* Collections.guildInstalls.existing(guilds.map(({ guild_id }) => [guild_id, application.id]))
  if (shared.some(bringsBot)) return
  const because = `${user.username} is in no guild of ${application.name}, and has not installed it`
  yield* new NoMutualGuild({ because })
}
