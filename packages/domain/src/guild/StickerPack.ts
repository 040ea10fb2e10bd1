/**
 * The packs of stickers that everyone may use. They are invented: names and pictures of the platform's own are not ours.
 * Source: official OpenAPI document, `StickerPackResponse`; our choice: docs/choices.md "Stickers".
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { FORMAT } from "../base/StickerFile.ts"

const sticker = (
  pack_id: Snowflake,
  id: Snowflake,
  name: string,
  {
    tags,
    description,
    sort_value
  }: { readonly tags: string; readonly description: string; readonly sort_value: number }
) => ({ id, pack_id, name, description, tags, type: 1 as const, format_type: FORMAT.PNG, sort_value })

const HARBOUR = "700000000000000100"
const WEATHER = "700000000000000200"

/** The packs, in their order. */
export const PACKS = [
  {
    id: HARBOUR,
    sku_id: "700000000000000101",
    name: "Harbour",
    description: "Ships, and what is around them.",
    cover_sticker_id: "700000000000000111",
    stickers: [
      sticker(HARBOUR, "700000000000000111", "Lighthouse", {
        tags: "light, tower",
        description: "A lighthouse that is lit",
        sort_value: 1
      }),
      sticker(HARBOUR, "700000000000000112", "Anchor", {
        tags: "anchor, stay",
        description: "An anchor on a chain",
        sort_value: 2
      }),
      sticker(HARBOUR, "700000000000000113", "Tug", {
        tags: "tug, pull",
        description: "A small tug at work",
        sort_value: 3
      })
    ]
  },
  {
    id: WEATHER,
    sku_id: "700000000000000201",
    name: "Weather",
    description: "What the sky does.",
    cover_sticker_id: "700000000000000211",
    stickers: [
      sticker(WEATHER, "700000000000000211", "Drizzle", {
        tags: "rain, drizzle",
        description: "A cloud with a few drops",
        sort_value: 1
      }),
      sticker(WEATHER, "700000000000000212", "Gale", {
        tags: "wind, gale",
        description: "A tree in the wind",
        sort_value: 2
      })
    ]
  }
] as const

const STICKERS = new Map(PACKS.flatMap(({ stickers }) => stickers.map((one) => [one.id as Snowflake, one] as const)))

/** The sticker of a pack; undefined for any other id. */
export const standardSticker = (id: Snowflake) => STICKERS.get(id)

/** The sticker of a pack with this name, in any case. */
export const standardNamed = (name: string) =>
  [...STICKERS.values()].find((one) => one.name.toLowerCase() === name.toLowerCase())
