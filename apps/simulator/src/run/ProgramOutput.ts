/** What a program under test writes: the text as it came, and each line with its moment. Bounded. */
import { StringDecoder } from "node:string_decoder"
import type { OutputLine } from "./RunResult.ts"

type StreamName = OutputLine["stream"]

/** Ours: characters that are kept of one program; the oldest go first. */
const KEPT = 1_000_000

/** Ours: a line without an end is told in pieces of this length. */
const LINE = 16_000

export class ProgramOutput {
  readonly #now: () => number
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") }
  readonly #begun = { stdout: "", stderr: "" }
  readonly #listeners = new Set<() => void>()
  #lines: Array<OutputLine> = []
  #text = ""

  /** `now` in real milliseconds, from wherever lines shall count. */
  constructor(now: () => number) {
    this.#now = now
  }

  take(stream: StreamName, bytes: Uint8Array): void {
    this.#put(stream, this.#decoders[stream].write(Buffer.from(bytes)))
    // As they are now: one that is told may listen anew at once.
    for (const listener of [...this.#listeners]) listener()
  }

  /** No more comes: what was begun is a line. */
  end(stream: StreamName): void {
    this.#put(stream, this.#decoders[stream].end())
    if (this.#begun[stream] !== "") this.#line(stream, this.#begun[stream])
    this.#begun[stream] = ""
  }

  get text(): string {
    return this.#text
  }

  get lines(): ReadonlyArray<OutputLine> {
    return this.#lines
  }

  /** Until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #put(stream: StreamName, text: string): void {
    this.#text = cut(this.#text + text)
    const [begun = "", ...rest] = (this.#begun[stream] + text).split(/\r?\n/).reverse()
    for (const line of rest.reverse()) this.#line(stream, line)
    this.#begun[stream] = begun
    if (begun.length <= LINE) return
    this.#line(stream, begun)
    this.#begun[stream] = ""
  }

  #line(stream: StreamName, text: string): void {
    this.#lines.push({ at_ms: this.#now(), stream, text })
    // In bulk, so that a program that writes much is not held up by each line.
    if (this.#lines.length > 2 * LINES) this.#lines = this.#lines.slice(-LINES)
  }
}

/** Ours: lines that are kept, of a program that writes short ones. */
const LINES = 10_000

/** Beyond twice the bound, so that it is not copied for each piece. */
const cut = (text: string): string => (text.length > 2 * KEPT ? `… ${text.slice(-KEPT)}` : text)
