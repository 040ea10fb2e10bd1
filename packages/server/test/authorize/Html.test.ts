import { describe, expect, it } from "vitest"
import { html } from "../../src/authorize/Html.ts"
import { initial } from "../../src/authorize/Page.ts"

describe("whatever stands in a template of HTML is text", () => {
  it.each([
    ["markup", "<b>", "&lt;b&gt;"],
    ["both quotes", `"'`, "&quot;&#39;"],
    ["an entity", "&lt;", "&amp;lt;"],
    ["a null character", "a\0b", "a\ufffdb"],
    ["half of a character", "a\ud83d", "a\ufffd"]
  ])("%s", (_, text, shown) => {
    expect(html`<i title="${text}">${text}</i>`.html).toBe(`<i title="${shown}">${shown}</i>`)
  })

  it("unless it came from another one", () => {
    expect(html`<ul>${[html`<li>${"<"}</li>`]}${undefined}${false}</ul>`.html).toBe("<ul><li>&lt;</li></ul>")
  })
})

describe("the initial of a name is its first letter as a person counts them", () => {
  it.each([
    ["alice", "A"],
    [" bob", "B"],
    ["👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦"],
    ["", "?"]
  ])("of '%s'", (name, letter) => expect(initial(name)).toBe(letter))
})
