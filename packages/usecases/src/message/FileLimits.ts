/**
 * How many bytes the files of a message may have together: what the boosts of the guild allow. Nothing is refused here: where
 * there is no such place, the limit is that of a direct message. Source: the platform's pages on boosts.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { filesAt } from "@backlot/domain/guild/Boost"
import * as Body from "@backlot/ports/Body"
import { guildChannel } from "../access/ChannelObjects.ts"
import { findByToken } from "../access/InteractionToken.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"

/** In a channel or thread. */
export const inChannel = operation("FileLimits.inChannel", (channelId: Snowflake) =>
  inTransaction(() => Body.flatMap(guildChannel(channelId), (channel) => limitIn(channel?.guild_id)))
)

/** Of answers to the interaction with this token. */
export const ofInteraction = operation("FileLimits.ofInteraction", (token: string) =>
  inTransaction(() =>
    Body.flatMap(
      Body.gen(() => findByToken(token)),
      (record) => limitIn(record?.guild_id)
    )
  )
)

/** Of messages of a channel's webhook. */
export const ofWebhook = operation("FileLimits.ofWebhook", (webhookId: Snowflake) =>
  inTransaction(() => Body.flatMap(Collections.webhooks.get(webhookId), (webhook) => limitIn(webhook?.guild_id)))
)

const limitIn = (guildId: Snowflake | null | undefined) =>
  guildId == null ? Body.succeed(filesAt(undefined)) : Body.map(Collections.guilds.get(guildId), filesAt)
