/** The limits of soundboard sounds. Source: the platform's documentation of the soundboard; others as noted. */
export const sound = {
  nameMin: 2,
  nameMax: 32,
  emojiNameMin: 1,
  emojiNameMax: 32,
  /** The most that boosts give: of a guild with the feature MORE_SOUNDBOARD, and over the control plane. */
  held: 48,
  soundBytes: 512 * 1024,
  maxSeconds: 5.2,
  /** Guilds in one request over the gateway. Our choice: docs/choices.md "Soundboard". */
  requestedGuilds: 100
} as const
