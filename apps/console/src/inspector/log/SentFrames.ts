/** The frames of server-sent events, from text that comes in pieces. */

export interface SentFrame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

export class SentFrames {
  #rest = ""

  /** The frames that this piece completes. */
  read(text: string): ReadonlyArray<SentFrame> {
    const parts = `${this.#rest}${text}`.split("\n\n")
    this.#rest = parts.pop() ?? ""
    return parts.map(frameOf).filter(({ id, data }) => id !== undefined || data !== "")
  }
}

const frameOf = (text: string): SentFrame => {
  const fields = new Map<string, string>()
  for (const line of text.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value)
  }
  return { id: fields.get("id"), event: fields.get("event") ?? "message", data: fields.get("data") ?? "" }
}
