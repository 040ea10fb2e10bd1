/** Events of the custom emojis of guilds. Source: wire-interactions.md §3.9; the platform's documentation of gateway events. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { emojiObjects } from "@backlot/domain/guild/EmojiWire"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfEmoji {
  readonly guild_id: Snowflake
}

/** All emojis of the guild, whichever changed. */
const updated = Audience.on<OfEmoji>(
  function* ({ guild_id }, hearing) {
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    if (listeners.length === 0) return []
    const d = { guild_id, emojis: emojiObjects(yield* Collections.emojis.list([guild_id])) }
    return Audience.toEach(listeners, "GUILD_EXPRESSIONS", { t: "GUILD_EMOJIS_UPDATE", guild_id, d })
  },
  ["GUILD_EXPRESSIONS"]
)

export const HANDLERS: Audience.Handlers = {
  "emoji.created": updated,
  "emoji.updated": updated,
  "emoji.deleted": updated
}
