/** Files of `multipart/form-data` bodies, also in the older fields. Source: wire-interactions.md §4.1, §4.3. */

/** A file as received, before it has an id. */
export interface FormFile {
  /** n of `files[n]`. */
  readonly index: number
  readonly filename: string
  readonly content_type?: string
  /** In bytes. */
  readonly size: number
  readonly base64: string
  /** In pixels; for images. */
  readonly width?: number
  readonly height?: number
}

/** The number of a file by the name of its form field; undefined for a field that is not a file of a message. */
export const fileIndex = (field: string): number | undefined => {
  const match = /^(?:files\[(\d{1,9})\]|file(\d{0,9}))$/.exec(field)
  return match === null ? undefined : Number(match[1] ?? (match[2] || "0"))
}
