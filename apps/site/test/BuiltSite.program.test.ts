/** The built site: `turbo run site` makes it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type BuiltSite, linkFaults, linksOf, readBuilt } from "../build/LinkCheck.ts"
import { BUILT, placeOf, ROOT } from "../build/Places.ts"
import { commandPages } from "../build/reference/CommandPages.ts"
import { pagesOf } from "../pages.ts"
import { SETTINGS } from "../settings.ts"

const { base, repository } = SETTINGS

const site: BuiltSite = readBuilt(BUILT, base)

const htmlOf = (path: string): string => site.pages.get(path) ?? ""

const addressOf = (file: string): string => placeOf(file).replace(/\.md$/, ".html")

describe("the built site", () => {
  const pages = pagesOf(ROOT)

  it("has links that lead somewhere, anchors included", () => {
    expect(site.pages.size).toBeGreaterThan(pages.length)
    expect(linkFaults(site)).toEqual([])
  })

  it("has every page in its sidebar once, in the order of the list", () => {
    const html = htmlOf("world.html")
    const sidebar = html.slice(html.indexOf('class="VPSidebar'), html.indexOf('id="VPContent"'))
    const links = linksOf(sidebar).map((link) => link.replace(/\/$/, "/index.html").slice(base.length))
    const wanted = pages.map(({ file }) => addressOf(file))
    expect(links.filter((link) => wanted.includes(link))).toEqual(wanted)
    expect(links).toEqual(expect.arrayContaining(["reference/commands.html", "reference/control/the-clock.html"]))
    expect(links).toHaveLength(new Set(links).size)
  })

  it("has the title and the sentence of each page in its head", () => {
    for (const { file, title, description } of pages) {
      const html = htmlOf(addressOf(file))
      const shown = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replaceAll("&amp;", "&")
      expect(shown, file).toBe(title === "Backlot" ? title : `${title} | Backlot`)
      const meta = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? ""
      expect(meta.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&"), file).toBe(description)
    }
  })

  it("lists its pages for language models, and has them whole", () => {
    const [listed, whole] = ["llms.txt", "llms-full.txt"].map((name) => readFileSync(join(BUILT, name), "utf8"))
    const given = Array.from((listed ?? "").matchAll(/^- \[.+\]\((.+)\): .+$/gm), ([, link = ""]) => link)
    expect(given.filter((link) => !link.startsWith(base))).toEqual([])
    const links = given.map((link) => link.slice(base.length))
    expect(links.toSorted()).toEqual(pages.map(({ file }) => addressOf(file)).toSorted())
    expect(links.filter((link) => !site.pages.has(link))).toEqual([])
    for (const { file } of pages) expect(whole, file).toContain(`<!-- ${file} -->`)
  })

  it("allows scripts of its own only, and no page loads anything from another host", () => {
    for (const [path, html] of site.pages) {
      expect(html, path).toMatch(
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'/
      )
      const loaded = html.matchAll(
        /<(?:script|img|iframe|source|video|audio)[^>]*\ssrc="([^"]*)"|<link[^>]*\shref="([^"]*)"/g
      )
      for (const [, source, href] of loaded) {
        const address = source ?? href ?? ""
        const isOwn = address.startsWith(base) && !address.startsWith("//")
        expect(isOwn || address.startsWith("data:"), `${path}: ${address}`).toBe(true)
      }
    }
  })

  it("leads to a file that is no page, or shows its path where the repository has no address", () => {
    const shown =
      repository === undefined ? '<span class="file" title="tests/wire/test/' : `<a href="${repository}tests/wire/test/`
    expect(htmlOf("coverage.html")).toContain(shown)
    expect(htmlOf("coverage.html")).not.toContain('href="../tests')
  })

  it("says first that the package is not in the registry yet, with the line that works, until the project has an address", () => {
    const home = htmlOf("index.html")
    expect(home.includes("not in the registry yet")).toBe(repository === undefined)
    if (repository !== undefined) return
    const [missing, works, init] = ["not in the registry yet", "npm run pack", "npx backlot init"].map((text) =>
      home.replaceAll(/<[^>]*>/g, "").indexOf(text)
    )
    expect(missing).toBeGreaterThan(0)
    expect([missing, works, init].map(Number).toSorted((a, b) => a - b)).toEqual([missing, works, init])
  })

  it("has every command with every flag that its --help shows", async () => {
    const [commands] = await commandPages()
    expect(commands?.text.match(/^## `backlot/gm)?.length).toBeGreaterThan(20)
    const shown = htmlOf("reference/commands.html").replaceAll(/<[^>]*>/g, "")
    for (const flag of ["--ready-file", "--control-token", "--intercept", "--random", "--dry-run", "--help"])
      expect(shown).toContain(flag)
  })
})
