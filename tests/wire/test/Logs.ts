/** Collects the log of everything that runs with `layer`, as text. */
import { Cause, Layer, Logger } from "effect"

export const collect = () => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message, cause }) => {
    lines.push(`${logLevel} ${JSON.stringify(message)} ${Cause.pretty(cause)}`)
  })
  return { lines, layer: Layer.fresh(Logger.layer([logger])) }
}
