/** The configuration of VitePress. What the pages are, the gathering has decided: build/Pages.ts. */
import { createHash } from "node:crypto"
import { join, relative } from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import { withoutEmptyHeaders } from "../build/EmptyHeaders.ts"
import { slugOf, withLinks } from "../build/Links.ts"
import { readOutline } from "../build/Outline.ts"
import { BUILT, GATHERED, SITE } from "../build/Places.ts"
import { SETTINGS } from "../settings.ts"

const { pages, places, sidebar } = readOutline()

/** Nothing comes from elsewhere and no script is inline, but for those of VitePress, which are known by their hashes. */
const policyOf = (html: string): string => {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text)
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(" ")}`,
    // Colours of code are attributes of its words.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
}

export default defineConfig({
  title: "Backlot",
  lang: "en",
  base: SETTINGS.base,
  srcDir: relative(SITE, GATHERED),
  outDir: BUILT,
  cacheDir: "dist/cache",
  // The pages say when they were made by what they describe.
  lastUpdated: false,
  metaChunk: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${SETTINGS.base}icon.svg` }]],
  markdown: {
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => {
      withLinks(markdown, { pages, places, repository: SETTINGS.repository })
      withoutEmptyHeaders(markdown)
    }
  },
  transformPageData: ({ relativePath }) => {
    const description = pages[relativePath]?.description ?? ""
    return description === "" ? {} : { description }
  },
  transformHtml: (html) =>
    html.replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`),
  // The theme names a search service that pnpm-workspace.yaml leaves out.
  vite: {
    // The index of the search is one file, which is loaded when somebody searches.
    build: { chunkSizeWarningLimit: 2000 },
    resolve: {
      alias: ["@docsearch/css", "@docsearch/js"].map((find) => ({
        find,
        replacement: join(SITE, ".vitepress/theme/nothing.css")
      }))
    }
  },
  themeConfig: {
    // The outline has the same form, without what may change.
    sidebar: sidebar as unknown as Array<DefaultTheme.SidebarItem>,
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/init.html" },
      { text: "Scenarios", link: "/scenarios.html" },
      { text: "Reference", link: "/reference/commands.html" },
      { text: "Libraries", link: "/libraries/" }
    ],
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" }
  }
})
