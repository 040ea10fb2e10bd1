/** Pictures that were uploaded, by their hashes. Users, guilds and others name the hash alone. */

export interface UploadedPicture {
  readonly hash: string
  /** A data URI. */
  readonly image: string
}

/** Our choice: docs/choices.md "Pictures". */
export const limits = {
  pictures: 1_000,
  /** Of one picture, as the largest profile pictures. */
  pictureBytes: 10 * 1024 * 1024,
  /** All pictures in memory, in bytes. */
  weight: 128 * 1024 * 1024
} as const
