/** Events of the stickers of guilds. Source: the platform's documentation of gateway events. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { stickerObjects } from "@backlot/domain/guild/StickerWire"
import * as Collections from "../store/Collections.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfSticker {
  readonly guild_id: Snowflake
}

/** All stickers of the guild, whichever changed. */
const updated = Audience.on<OfSticker>(
  function* ({ guild_id }, hearing) {
    const listeners = yield* Audience.listenersIn(guild_id, hearing)
    if (listeners.length === 0) return []
    const d = { guild_id, stickers: stickerObjects(yield* Collections.stickers.list([guild_id])) }
    return Audience.toEach(listeners, "GUILD_EXPRESSIONS", { t: "GUILD_STICKERS_UPDATE", guild_id, d })
  },
  ["GUILD_EXPRESSIONS"]
)

export const HANDLERS: Audience.Handlers = {
  "sticker.created": updated,
  "sticker.updated": updated,
  "sticker.deleted": updated
}
