/** Loads what an edit of webhooks needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import * as Collections from "../store/Collections.ts"
import { accountsOf, field, found, idsIn } from "./PartReads.ts"
import { isInGuild } from "./WorldLists.ts"

/** Another guild can have the id of a new webhook. */
export const ofWebhook = function* ({ guild_id, webhook_id }: Target<"webhook">, body: unknown) {
  const webhooks = yield* found(Collections.webhooks, webhook_id)
  const own = webhooks.filter((webhook) => webhook.guild_id === guild_id)
  const channels = [...own.map((w) => w.channel_id), ...idsIn(field(body, "channel_id"))]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    channels: (yield* Collections.channels.existing([...new Set(channels)].map((id) => [id]))).filter(isInGuild),
    webhooks,
    ...(yield* accountsOf([...own.flatMap(({ user_id }) => idsIn(user_id)), ...idsIn(field(body, "user_id"))]))
  }
}

/** Webhooks of a guild, and those of elsewhere that have an id already that the guild gives. */
export const withTakenWebhooks = function* (own: World["webhooks"], given: ReadonlyArray<Snowflake>) {
  const fresh = new Set(given)
  for (const { id } of own) fresh.delete(id)
  return [...own, ...(yield* Collections.webhooks.existing([...fresh].map((id) => [id])))]
}
