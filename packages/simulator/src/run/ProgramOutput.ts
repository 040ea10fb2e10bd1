/** Collects the output of a program under test: the text, and each line with its time. Bounded. */
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
  /** Characters of all lines. */
  #size = 0
  #text = ""

  /** `now` in real milliseconds; times of lines use it. */
  constructor(now: () => number) {
    this.#now = now
  }

  take(stream: StreamName, bytes: Uint8Array): void {
    this.#put(stream, this.#decoders[stream].write(Buffer.from(bytes)))
    // A copy: a listener may register again at once.
    for (const listener of [...this.#listeners]) listener()
  }

  /** The stream ended: an unfinished line is a line. */
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

  /** Listens until the returned function is called. */
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
    // Trims in bulk, so that much output does not cost per line.
    if (this.#lines.length <= 2 * LINES && this.#size <= 2 * KEPT) return
    let first = Math.max(0, this.#lines.length - LINES)
    this.#size = this.#lines.slice(first).reduce((sum, line) => sum + line.text.length, 0)
    while (this.#size > KEPT) this.#size -= this.#lines[first++]?.text.length ?? 0
    this.#lines = this.#lines.slice(first)
  }
}

/** Trims at twice the limit, so that not every chunk copies the text. */
const cut = (text: string): string => (text.length > 2 * KEPT ? `… ${text.slice(-KEPT)}` : text)

/**
 * At most `most` lines, plus lines that count the omitted ones. An error prints its details below its message, so the
 * excerpt starts at the last error.
 */
export const excerptOf = (lines: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  if (lines.length <= most) return lines
  const error = lines.findLastIndex((line) => ERROR.test(line))
  const tail = lines.length - most
  if (error === -1 || error >= tail) return [leftOut(tail, "before"), ...lines.slice(tail)]
  const head = Math.min(HEAD, Math.floor(most / 2))
  const rest = lines.length - (most - head)
  return [
    ...(error === 0 ? [] : [leftOut(error, "before")]),
    ...lines.slice(error, error + head),
    // Without a gap if both parts touch.
    ...(rest <= error + head
      ? lines.slice(error + head)
      : [leftOut(rest - error - head, "between"), ...lines.slice(rest)])
  ]
}

/** The message and the top of the stack. Our choice: docs/choices.md "Command line". */
const HEAD = 8

/**
 * Not indented: `DiscordAPIError[10062]: …`, `Uncaught TypeError: …`, `Traceback (most recent call last):`, `panic: …`.
 */
const ERROR =
  /^(?:Uncaught (?:exception )?|Exception in thread "[^"]*" |Unhandled )?(?:[\w$.]*(?:Error|Exception)(?:\b[\w$.]*)?(?:\s?\[\w+\])?(?::|\s*$)|Traceback \(most recent|panic: |thread '[^']*' panicked)/

const leftOut = (count: number, where: "before" | "between"): string =>
  `… ${count} ${count === 1 ? "line" : "lines"} ${where}`
