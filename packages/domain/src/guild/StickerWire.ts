/**
 * Stickers as answers, dispatches and messages carry them. Source: official OpenAPI document, `GuildStickerResponse`,
 * `StandardStickerResponse`, `MessageStickerItemResponse`.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { StickerFormat } from "../base/StickerFile.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import type { Sticker } from "../record/World.ts"
import type { UserObject } from "./GuildWire.ts"

/** `user`: who made it, for those who may know. */
export const stickerObject = (sticker: Sticker, user?: UserObject) => {
  const { image: _, user_id: __, available = DEFAULTS.sticker.available, ...own } = sticker
  return { ...own, type: 2 as const, available, ...(user === undefined ? {} : { user }) }
}

/** As guilds and events show them: without users. */
export const stickerObjects = (stickers: ReadonlyArray<Sticker>) => stickers.map((sticker) => stickerObject(sticker))

/** A sticker as a message shows it. */
export interface StickerItem {
  readonly id: Snowflake
  readonly name: string
  readonly format_type: StickerFormat
}

export const stickerItem = ({ id, name, format_type }: StickerItem): StickerItem => ({ id, name, format_type })
