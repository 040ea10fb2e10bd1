/** Standard emojis. One grapheme that contains a pictograph counts as one. Our choice: docs/choices.md "Messages". */
import * as CodePoints from "./CodePoints.ts"
import { component } from "./Limits.ts"

export const isUnicodeEmoji = (text: string): boolean =>
  CodePoints.count(text) <= component.emojiNameMax &&
  PICTOGRAPH.test(text) &&
  [...CHARACTERS.segment(text)].length === 1

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" })
