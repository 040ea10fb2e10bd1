/** Terminal colours, or none. */
import { styleText } from "node:util"

const STYLES = { bold: "bold", faint: "dim", red: "red", green: "green", yellow: "yellow", cyan: "cyan" } as const

export type Tone = keyof typeof STYLES
export type Paint = (tone: Tone, text: string) => string

/** Callers decide on colours, so the stream is not asked. */
export const paintWith = (colours: boolean): Paint =>
  colours ? (tone, text) => styleText(STYLES[tone], text, { validateStream: false }) : (_, text) => text
