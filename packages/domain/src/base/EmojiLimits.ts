/** The limits of custom emojis. Source: the platform's documentation of emojis; others as noted. */
export const emoji = {
  nameMin: 2,
  nameMax: 32,
  /** Of a guild over the control plane: the most that boosts give. */
  held: 500,
  perApplication: 2_000,
  pictureBytes: 256 * 1024,
  /** Roles in one body. */
  roles: 1_521,
  /** All pictures of one application in memory, in bytes. Our choice: docs/choices.md "Emojis". */
  weight: 128 * 1024 * 1024
} as const
