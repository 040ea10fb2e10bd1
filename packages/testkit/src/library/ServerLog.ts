/** The log of the server: kept for failures. Warnings are reported at once, because they are about the app. */
import { Effect, Logger, LogLevel } from "effect"

/** Requests that were answered with 5xx: the caller sees them, and planned faults cause them on purpose. */
const ANSWERED = "A request is finished"

const KEPT = 50

/** `warn` receives each warning and error. */
export const make = (warn: (line: string) => void) => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>((options) => {
    if (!LogLevel.isGreaterThanOrEqualTo(options.logLevel, "Warn")) return
    const { level, message, annotations, cause } = Logger.formatStructured.log(options)
    const texts = (Array.isArray(message) ? message : [message]).map((one) =>
      typeof one === "string" ? one : JSON.stringify(one)
    )
    if (texts[0] === ANSWERED) return
    const noted = Object.entries(annotations).map(([name, value]) => `${name}=${String(value)}`)
    const line = [level, ...texts, ...noted, ...(cause === undefined ? [] : [cause])].join(" ")
    lines.push(line)
    if (lines.length > KEPT) lines.shift()
    warn(line)
  })
  return {
    /** The last warnings and errors, oldest first. */
    warnings: (): ReadonlyArray<string> => [...lines],
    /** Effects in it log here, and nowhere else. */
    capture: Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
  }
}
