/** What a user shows beside their name and picture. Source: official OpenAPI document, `UserResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

/** Source: official OpenAPI document, `NameplatePalette`; without `black`, which the published types lack. */
export const PALETTES = [
  ...(["crimson", "berry", "sky", "teal", "forest", "bubble_gum"] as const),
  ...(["violet", "cobalt", "clover", "lemon", "white"] as const)
] as const

/** Our choice: docs/choices.md "Guilds and members". */
export const limits = { tag: 4, nameplateAsset: 200, nameplateLabel: 200 } as const

/** The hashes of the pictures of a profile; absent means none. */
export interface Pictures {
  readonly avatar?: string
  readonly banner?: string
}

export interface AvatarDecoration {
  /** The hash of its picture. */
  readonly asset: string
  readonly sku_id: Snowflake
}

/** The tag of a guild that a user shows. */
export interface PrimaryGuild {
  readonly identity_guild_id: Snowflake | null
  readonly identity_enabled: boolean
  readonly tag: string | null
  /** The hash of a picture. */
  readonly badge: string | null
}

export interface Nameplate {
  readonly sku_id: Snowflake
  /** A path. */
  readonly asset: string
  readonly label: string
  readonly palette: (typeof PALETTES)[number]
}

/** Absent means none. */
export interface Adornments {
  readonly avatar_decoration_data?: AvatarDecoration
  readonly primary_guild?: PrimaryGuild
  readonly collectibles?: { readonly nameplate: Nameplate }
}

/** As every user object has them. The platform names the tag twice. */
export const adornmentsOf = ({ avatar_decoration_data, primary_guild, collectibles }: Adornments) => ({
  avatar_decoration_data: avatar_decoration_data ?? null,
  clan: primary_guild ?? null,
  collectibles: collectibles ?? null,
  primary_guild: primary_guild ?? null
})
