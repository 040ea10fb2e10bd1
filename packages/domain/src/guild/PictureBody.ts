/**
 * A picture in a body: a data URI. The field keeps its hash, and the bytes are kept beside. Our choice: docs/choices.md
 * "Pictures". Source: the platform's documentation, "Image Data", "Image Hashes".
 */

import { bytesOf, pictureOf, uriOf } from "../base/Picture.ts"
import * as FormError from "../error/FormError.ts"
import type { UploadedPicture } from "../record/UploadedPicture.ts"

export interface SentPicture {
  /** Null takes the picture away; undefined leaves it. */
  readonly hash: string | null | undefined
  readonly error: FormError.FormError | undefined
  /** What is kept of it, in a list of at most one. */
  readonly kept: ReadonlyArray<UploadedPicture>
}

/** The hash of a picture that moves begins with `a_`. */
export const sentPicture = (
  uri: string | null | undefined,
  maxBytes: number,
  sha256: (text: string) => string
): SentPicture => {
  if (uri == null) return { hash: uri, error: undefined, kept: [] }
  // Four characters for three bytes, and the type before them.
  const bytes = uri.length > (maxBytes * 4) / 3 + 200 ? undefined : bytesOf(uri)
  const isLong = uri.length > (maxBytes * 4) / 3 + 200 || (bytes?.length ?? 0) > maxBytes
  if (isLong) return { hash: undefined, error: FormError.binaryTooLarge(maxBytes / 1024), kept: [] }
  const picture = bytes && pictureOf(bytes)
  if (picture === undefined) return { hash: undefined, error: NO_PICTURE, kept: [] }
  const hash = `${picture.animated ? "a_" : ""}${pictureHash(uri, sha256)}`
  return { hash, error: undefined, kept: [{ hash, image: uriOf(picture) }] }
}

/** The hash of a picture: of its address, or of its data. */
export const pictureHash = (picture: string, sha256: (text: string) => string): string =>
  sha256(picture).slice(0, HASH_LENGTH)

const HASH_LENGTH = 32

/** Code and text are our choice: docs/choices.md "Pictures". */
const NO_PICTURE = FormError.of("IMAGE_INVALID", "Must be a picture as a data URI, such as data:image/png;base64,…")
