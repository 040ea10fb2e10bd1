/** The limits of presences. Ours, where the platform publishes none: docs/choices.md "Control plane". */
export const presence = {
  activities: 5,
  textMax: 128,
  urlMax: 512,
  emojiMax: 100,
  buttons: 2,
  buttonMax: 32,
  /** The latest time that a date has, in milliseconds. */
  timeMax: 8_640_000_000_000_000,
  /** Of users who are not offline, and of bots that said something; as characters of JSON too. */
  kept: 10_000,
  keptSize: 16 * 1024 * 1024
} as const
