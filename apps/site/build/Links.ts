/**
 * Links of pages as they are in the repository, relative and to files, become links of the site. A link to a file that is
 * no page leads to the repository, or shows the path where that has no address.
 */
import { dirname, join } from "node:path/posix"
import type { MarkdownRenderer } from "vitepress"
import type { Entry } from "./Outline.ts"

export interface LinkSettings {
  readonly pages: Readonly<Record<string, Entry>>
  readonly places: Readonly<Record<string, string>>
  readonly repository: string | undefined
}

export const withLinks = (markdown: MarkdownRenderer, settings: LinkSettings): void => {
  markdown.core.ruler.push("site_links", ({ tokens, env, Token }) => {
    const source = settings.pages[String(env["relativePath"])]?.source
    if (source === undefined) return
    for (const { children } of tokens) {
      let shown: string | undefined
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type === "link_open") {
          const target = targetOf(source, token.attrGet("href") ?? "", settings)
          shown = target.file
          if (target.href !== undefined) token.attrSet("href", target.href)
        }
        if (shown === undefined || children === null || !/^link_(?:open|close)$/.test(token.type)) continue
        const replaced = new Token("html_inline", "", 0)
        replaced.content =
          token.type === "link_open" ? `<span class="file" title="${markdown.utils.escapeHtml(shown)}">` : "</span>"
        children[at] = replaced
        if (token.type === "link_close") shown = undefined
      }
    }
  })
}

/** `file`: it is no page, and the repository has no address. */
export const targetOf = (
  source: string,
  href: string,
  { places, repository }: Omit<LinkSettings, "pages">
): { readonly href?: string; readonly file?: string } => {
  if (/^(?:[a-z][\w+.-]*:|#|\/)/i.test(href)) return { href }
  const [path = "", anchor] = href.split("#")
  const file = join(dirname(source), decodeURI(path)).replace(/\/$/, "")
  const place = places[file] ?? places[`${file}/README.md`]
  const suffix = anchor === undefined ? "" : `#${anchor}`
  if (place !== undefined) return { href: `/${place}${suffix}` }
  return repository === undefined ? { file } : { href: `${repository}${file}${suffix}` }
}

/** The anchor of a heading, as hosts of repositories make it: the pages name these. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-")
