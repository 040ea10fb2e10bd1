/** A cell above a column that needs no name is no header: readers of screens would announce nothing. */
import type { MarkdownRenderer } from "vitepress"

export const withoutEmptyHeaders = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push("site_empty_headers", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const [content, close] = [tokens[at + 1], tokens[at + 2]]
      if (token.type === "th_open" && content?.content === "" && close !== undefined) token.tag = close.tag = "td"
    }
  })
}
