/** The output of a run: permanent lines, and on a terminal redrawn lines below them. */
import type { Variables } from "../given/Given.ts"

export interface Terminal {
  readonly colours: boolean
  /** Whether lines can be redrawn. */
  readonly isLive: boolean
  readonly width: number
  readonly write: (text: string) => void
}

/** Respects `NO_COLOR` and `FORCE_COLOR`. */
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
