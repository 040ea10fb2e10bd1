/**
 * A picture in a body: a data URI, of which only the hash is kept. Our choice: docs/choices.md "Guilds and members". Source:
 * the platform's documentation, "Image Data", "Image Hashes".
 */

import { bytesOf, pictureOf } from "../base/Picture.ts"
import * as FormError from "../error/FormError.ts"
import { NO_PICTURE, pictureHash } from "./WebhookBody.ts"

export interface KeptPicture {
  /** Null takes the picture away; undefined leaves it. */
  readonly hash: string | null | undefined
  readonly error: FormError.FormError | undefined
}

/** The hash of a picture that moves begins with `a_`. */
export const keptPicture = (
  uri: string | null | undefined,
  maxBytes: number,
  sha256: (text: string) => string
): KeptPicture => {
  if (uri == null) return { hash: uri, error: undefined }
  // Four characters for three bytes, and the type before them.
  const bytes = uri.length > (maxBytes * 4) / 3 + 200 ? undefined : bytesOf(uri)
  const isLong = uri.length > (maxBytes * 4) / 3 + 200 || (bytes?.length ?? 0) > maxBytes
  if (isLong) return { hash: undefined, error: FormError.binaryTooLarge(maxBytes / 1024) }
  const picture = bytes && pictureOf(bytes)
  if (picture === undefined) return { hash: undefined, error: NO_PICTURE }
  return { hash: `${picture.animated ? "a_" : ""}${pictureHash(uri, sha256)}`, error: undefined }
}
