/** The limits of profiles. Source: official OpenAPI document, `update_my_guild_member`; the platform's reference, "Image Data". */
export const profile = {
  bioMax: 190,
  /** Of an avatar or a banner. Our choice: docs/choices.md "Guilds and members". */
  pictureBytes: 10 * 1024 * 1024,
  /** Of a role. */
  iconBytes: 256 * 1024,
  /** Users who have left one guild, of whom it is known. Our choice: docs/choices.md "Guilds and members". */
  former: 10_000
} as const
