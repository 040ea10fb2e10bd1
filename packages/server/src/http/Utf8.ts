const decoder = new TextDecoder("utf-8", { fatal: true })

/** The text of bytes; undefined where they are not UTF-8. */
export const utf8Of = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
