/** Terminal colours, or none. */

const CODES = {
  bold: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39]
} as const

export type Tone = keyof typeof CODES
export type Paint = (tone: Tone, text: string) => string

export const paintWith = (colours: boolean): Paint =>
  colours ? (tone, text) => `\u001b[${CODES[tone][0]}m${text}\u001b[${CODES[tone][1]}m` : (_, text) => text
