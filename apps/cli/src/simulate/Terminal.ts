/** Where a run is shown: lines that stay, and on a terminal below them lines that are drawn anew. */
import type { Variables } from "../given/Given.ts"

export interface Terminal {
  readonly colours: boolean
  /** Whether lines can be drawn anew. */
  readonly isLive: boolean
  readonly width: number
  readonly write: (text: string) => void
}

/** `NO_COLOR` and `FORCE_COLOR` as everywhere. */
export const terminalOf = (stream: NodeJS.WriteStream, variables: Variables): Terminal => {
  const isLive = stream.isTTY === true && (variables["CI"] ?? "") === ""
  const forced = (variables["FORCE_COLOR"] ?? "0") !== "0"
  return {
    colours: (variables["NO_COLOR"] ?? "") === "" && (stream.isTTY === true || forced),
    isLive,
    width: stream.columns ?? 80,
    write: (text) => void stream.write(text)
  }
}
