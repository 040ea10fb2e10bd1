/** Texts that break careless reports: markup, controls, halves of characters. */
import * as fc from "fast-check"

const NASTY = [
  "</script>",
  "<!--",
  "<script>",
  "]]>",
  "&amp;",
  "&",
  "<",
  '"',
  "'",
  "`",
  "${x}",
  "\\",
  "/",
  ":",
  "- ",
  "#",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "\u001b[31m",
  "\u0085",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\uffff",
  "\ud800",
  "\udc00",
  "🐕",
  "__proto__",
  "a"
]

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

export const hostileText = (maxLength = 12): fc.Arbitrary<string> =>
  fc.array(fc.oneof(fc.constantFrom(...NASTY), unit), { maxLength }).map((parts) => parts.join(""))
