/** What a program under test writes: the text as it came, and each line with its moment. Bounded. */
import { StringDecoder } from "node:string_decoder"
import { BOUNDS } from "@backlot/scenario/Bounds"
import type { OutputLine } from "./RunResult.ts"

type StreamName = OutputLine["stream"]

const KEPT = BOUNDS.output.value
const LINE = BOUNDS.outputLine.value
const LINES = BOUNDS.outputLines.value

export class ProgramOutput {
  readonly #now: () => number
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") }
  readonly #begun = { stdout: "", stderr: "" }
  readonly #listeners = new Set<() => void>()
  #lines: Array<OutputLine> = []
  /** Characters of the lines. */
  #size = 0
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
    this.#size += text.length
    // In bulk, so that a program that writes much is not held up by each line.
    if (this.#lines.length <= 2 * LINES && this.#size <= 2 * KEPT) return
    let first = Math.max(0, this.#lines.length - LINES)
    this.#size = sizeOf(this.#lines.slice(first))
    while (this.#size > KEPT) this.#size -= this.#lines[first++]?.text.length ?? 0
    this.#lines = this.#lines.slice(first)
  }
}

const sizeOf = (lines: ReadonlyArray<OutputLine>): number => lines.reduce((sum, { text }) => sum + text.length, 0)

/** Beyond twice the bound, so that it is not copied for each piece. */
const cut = (text: string): string => (text.length > 2 * KEPT ? `… ${text.slice(-KEPT)}` : text)
