import { describe, expect, it } from "vitest"
import { isJumbo, type Mark, wordsOf } from "../src/chat/markdown/Mark.ts"
import { marksOf } from "../src/chat/markdown/Markdown.ts"

/** A short notation of a tree: `strong(a)`. */
const shown = (marks: ReadonlyArray<Mark>): string =>
  marks
    .map((mark) => {
      if (mark.type === "text") return mark.text
      const { type, ...rest } = mark
      const inside = "children" in mark ? shown(mark.children) : Object.values(rest).join(",")
      const more = "level" in mark ? mark.level : "href" in mark ? `<${mark.href}>` : ""
      return type === "paragraph" ? `[${inside}]` : `${type}${more}(${inside})`
    })
    .join("")

describe("Markdown", () => {
  it.each([
    ["a **b** *c* _d_ __e__ ~~f~~", "[a strong(b) em(c) em(d) underline(e) strike(f)]"],
    ["***both*** and `code`", "[em(strong(both)) and code(code)]"],
    ["||hidden **b**|| and || not", "[spoiler(hidden strong(b)) and || not]"],
    ["# One\n## Two\n### Three\n#### Four\n#five", "heading1(One)heading2(Two)heading3(Three)[#### Four\n#five]"],
    ["-# small\nrest", "subtext(small)[rest]"],
    ["> a\n> b\nc", "quote([a\nb])[c]"],
    ["x\n>>> a\n\n# b", "[x]quote([a]heading1(b))"],
    ["- a\n- b\n  - c\nd", "list(item([a])item([b]list(item([c]))))[d]"],
    ["3. a\n4. b", "list(item([a])item([b]))"],
    ["a\n\n\nb", "[a\n\n\nb]"],
    ["see ```js\n# no\n- no\n``` ok", "[see fence(# no\n- no,js) ok]"],
    ["```only```", "[fence(only,)]"],
    ["``` never closed\n# head", "[``` never closed]heading1(head)"],
    ["[a](https://x.example/y)", "[link<https://x.example/y>(a)]"],
    ["[a](javascript:alert(1))", "[[a](javascript:alert(1))]"],
    ["(https://x.example/a_(b)). end", "[(link<https://x.example/a_(b)>(https://x.example/a_(b))). end]"],
    [
      "**https://x.example** <https://y.example>",
      "[strong(link<https://x.example/>(https://x.example)) link<https://y.example/>(https://y.example)]"
    ],
    [
      "<@1> <@!2> <@&3> <#4> </a b:5> <:e:6> <a:f:7>",
      "[user(1) user(2) role(3) channel(4) command(a b,5) emoji(e,6) emoji(f,7)]"
    ],
    ["<t:1700000000:R> <t:5>", "[time(1700000000,R) time(5,f)]"],
    ["@everyone @here @nobody", "[everyone(@everyone) everyone(@here) @nobody]"],
    [
      "`<@1>` \\*a\\* <b>&amp;</b> ![i](https://x.example)",
      "[code(<@1>) *a* <b>&amp;</b> !link<https://x.example/>(i)]"
    ]
  ])("reads %j", (source, expected) => {
    expect(shown(marksOf(source))).toBe(expected)
  })

  it("reads hostile texts in a moment", () => {
    const begun = performance.now()
    for (const part of [
      "*",
      "_",
      "[",
      "](",
      "||",
      "`",
      "```",
      "<",
      "> ",
      "- ",
      "~~",
      "**a ",
      "[a](",
      "<@",
      "https://",
      ")",
      "\\"
    ])
      marksOf(part.repeat(3_000))
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it("knows texts of emoji alone, and the words of a text", () => {
    expect(isJumbo(marksOf("🎉 👩‍👩‍👧 <:cat:1>"))).toBe(true)
    expect(isJumbo(marksOf("1 🎉"))).toBe(false)
    expect(wordsOf(marksOf("**a** ||b|| `c`"))).toBe("a ▇▇▇ c")
  })
})
