/** What the server logs, kept for failures; its warnings are told at once, because they are about the app. */
import { Effect, Logger, LogLevel } from "effect"

export interface ServerLog {
  /** The last warnings and errors, oldest first. */
  readonly warnings: () => ReadonlyArray<string>
  /** Whatever runs in it logs here, and nowhere else. */
  readonly capture: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Each request that was answered with 5xx: whoever asked knows it, and faults that a test plans do so on purpose. */
const ANSWERED = "A request is finished"

/** Ours. */
const KEPT = 50

/** `warn` is told each warning and error. */
export const make = (warn: (line: string) => void): ServerLog => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>((options) => {
    if (!LogLevel.isGreaterThanOrEqualTo(options.logLevel, "Warn")) return
    const { level, message, annotations, cause } = Logger.formatStructured.log(options)
    const texts = (Array.isArray(message) ? message : [message]).map((one) =>
      typeof one === "string" ? one : JSON.stringify(one)
    )
    if (texts[0] === ANSWERED) return
    const told = Object.entries(annotations).map(([name, value]) => `${name}=${String(value)}`)
    const line = [level, ...texts, ...told, ...(cause === undefined ? [] : [cause])].join(" ")
    lines.push(line)
    if (lines.length > KEPT) lines.shift()
    warn(line)
  })
  return { warnings: () => [...lines], capture: Effect.provideService(Logger.CurrentLoggers, new Set([logger])) }
}
