/** The limits of stickers. Source: the platform's documentation of stickers; others as noted. */
export const sticker = {
  nameMin: 2,
  nameMax: 30,
  descriptionMax: 100,
  tagsMin: 1,
  tagsMax: 200,
  /** The most that boosts give: of a guild with the feature MORE_STICKERS, and over the control plane. */
  held: 60,
  pictureBytes: 512 * 1024
} as const

/** Guilds with one of these features may have Lottie stickers. */
export const LOTTIE_FEATURES: ReadonlyArray<string> = ["VERIFIED", "PARTNERED"]
