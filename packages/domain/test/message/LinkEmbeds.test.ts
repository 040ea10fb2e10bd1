/** Which links of a text get embeds. */
import { describe, expect, it } from "vitest"
import { addressesIn } from "../../src/message/LinkEmbeds.ts"
import { MessageFlag } from "../../src/message/Message.ts"

const A = "https://example.com/a"

const TEXTS: ReadonlyArray<readonly [text: string, addresses: ReadonlyArray<string>]> = [
  ["no link", []],
  ["://", []],
  [A, [A]],
  [`see ${A}, and ${A}?b=1.`, [A, `${A}?b=1`]],
  [`${A} ${A}`, [A]],
  [`<${A}> <http://b.example>`, []],
  [`<${A}`, [A]],
  [`${A}>`, [A]],
  [`[boats](${A})`, [A]],
  ["https://example.com/a_(b)", ["https://example.com/a_(b)"]],
  ["(https://example.com/a_(b))", ["https://example.com/a_(b)"]],
  [`||${A}|| **${A}/b**`, [A, `${A}/b`]],
  [`\`${A}\` and \`\`\`\n${A}\n\`\`\``, []],
  [`\`${A}`, [A]],
  [`\`\`\`${A}`, [A]],
  [`_${A}_ and ${A}_`, [A, `${A}_`]],
  ["ftp://example.com https:// http://", []],
  [[1, 2, 3, 4, 5, 6].map((n) => `${A}${n}`).join(" "), [1, 2, 3, 4, 5].map((n) => `${A}${n}`)]
]

describe("the links of a message", () => {
  it.each(TEXTS)("%s", (content, addresses) => {
    expect(addressesIn({ content, flags: 0 })).toEqual(addresses)
  })

  it.each([MessageFlag.SUPPRESS_EMBEDS, MessageFlag.IS_COMPONENTS_V2])("are none with the flag %d", (flags) => {
    expect(addressesIn({ content: A, flags })).toEqual([])
  })

  it.each(["(", ")", "`", "<", "https://", `${A}))`])("are found in little time among many %s", (part) => {
    const content = `${part.repeat(400_000 / part.length)} ${A}`
    const begin = performance.now()
    addressesIn({ content, flags: 0 })
    expect(performance.now() - begin).toBeLessThan(1_000)
  })
})
