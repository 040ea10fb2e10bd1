/** Which pages the site has, and how its links are made of theirs. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { linkFaults } from "../build/LinkCheck.ts"
import { slugOf, targetOf } from "../build/Links.ts"
import { withPictures } from "../build/Pictures.ts"
import { placeOf, ROOT } from "../build/Places.ts"
import { GROUPS, pagesOf } from "../pages.ts"
import { SETTINGS, settingsOf } from "../settings.ts"

describe("the list of pages", () => {
  const listed = GROUPS.flatMap(({ files }) => files)

  it("has every page of docs, every example and every package, and none twice", () => {
    const pages = globSync(["docs/**/*.md", "examples/*/README.md", "packages/*/README.md"], { cwd: ROOT })
    expect(pages.length).toBeGreaterThan(70)
    expect(pages.filter((file) => listed.filter((one) => one === file).length !== 1)).toEqual([])
    expect(listed).toHaveLength(new Set(listed).size)
  })

  it("gives each page a place of its own", () => {
    expect(new Set(listed.map(placeOf)).size).toBe(listed.length)
  })

  it("has a title and a sentence for each page", () => {
    for (const { file, title, description } of pagesOf(ROOT)) {
      expect(title, file).toMatch(/^\S.{2,}$/)
      expect(title, file).not.toMatch(/[`*[\]]/)
      expect(description, file).toMatch(/^\S.{8,}[.!?]$/s)
    }
  })
})

describe("a link of a page", () => {
  const places = {
    "docs/world.md": "world.md",
    "packages/client/README.md": "packages/client.md",
    "README.md": "index.md"
  }
  const to = (source: string, href: string, repository?: string) => targetOf(source, href, { places, repository })

  it.each([
    ["docs/time.md", "world.md#values", { href: "/world.md#values" }],
    ["docs/libraries/eris.md", "../world.md", { href: "/world.md" }],
    ["docs/time.md", "../packages/client/README.md", { href: "/packages/client.md" }],
    ["docs/time.md", "../packages/client/", { href: "/packages/client.md" }],
    ["docs/time.md", "../README.md#two-commands", { href: "/index.md#two-commands" }],
    ["docs/time.md", "#here", { href: "#here" }],
    ["docs/time.md", "https://example.com/a", { href: "https://example.com/a" }],
    ["docs/time.md", "/reference/commands.md", { href: "/reference/commands.md" }],
    ["docs/time.md", "../examples/worlds/demo.yaml", { file: "examples/worlds/demo.yaml" }]
  ])("of %s to %s becomes %o", (source, href, target) => {
    expect(to(source, href)).toEqual(target)
  })

  it("to a file that is no page leads to the repository once that has an address", () => {
    const repository = "https://host.example/backlot/blob/main/"
    expect(to("docs/time.md", "../turbo.json#L1", repository)).toEqual({ href: `${repository}turbo.json#L1` })
  })

  it.each([
    ["A first scenario: `backlot init`", "a-first-scenario-backlot-init"],
    ["What it *is* — and isn't", "what-it-is--and-isnt"],
    ["list_commands", "list_commands"]
  ])("finds the heading %s at %s", (heading, slug) => {
    expect(slugOf(heading)).toBe(slug)
  })
})

describe("the check of built links", () => {
  const site = (pages: Readonly<Record<string, string>>, base = "/") => ({
    base,
    pages: new Map(Object.entries(pages)),
    hasFile: (path: string) => path === "icon.svg"
  })

  it("names a page, a file and an anchor that are not there", () => {
    const links = [
      "/a.html",
      "/b/",
      "/icon.svg",
      "/none.html",
      "/none.svg",
      "/a.html#top",
      "/a.html#none",
      "#here",
      "#gone"
    ]
    const html = `<p id="here">${links.map((link) => `<a href="${link}">x</a>`).join("")}</p>`
    const faults = linkFaults(site({ "index.html": html, "a.html": '<h1 id="top">', "b/index.html": "" }))
    expect(faults).toEqual(["/none.html", "/none.svg", "/a.html#none", "#gone"].map((link) => `index.html: ${link}`))
  })

  it("follows relative links and leaves those of other hosts alone", () => {
    const html = '<a href="../a.html#top">x</a><a href="https://example.com/none">x</a><a href="none.html">x</a>'
    const faults = linkFaults(site({ "a.html": '<h1 id="top">', "b/c.html": html }))
    expect(faults).toEqual(["b/c.html: none.html"])
  })
})

describe("a site in a folder of its host", () => {
  const html = (...links: ReadonlyArray<string>) => links.map((link) => `<a href="${link}">x</a>`).join("")
  const site = (index: string, inFolder = "") => ({
    base: "/backlot/",
    pages: new Map([
      ["index.html", index],
      ["a.html", ""],
      ["b/c.html", inFolder]
    ]),
    hasFile: (path: string) => path === "icon.svg"
  })

  it("has no link that leads out of the folder", () => {
    const good = ["/backlot/", "/backlot/a.html", "/backlot/icon.svg", "a.html"]
    const bad = ["/a.html", "/", "/icon.svg", "/elsewhr/a.html", "../a.html"]
    expect(linkFaults(site(html(...good, ...bad)))).toEqual(bad.map((link) => `index.html: ${link}`))
    expect(linkFaults(site("", html("../a.html", "../../a.html")))).toEqual(["b/c.html: ../../a.html"])
  })

  it("is told so by BACKLOT_SITE_BASE, which begins and ends with a slash", () => {
    expect(["/backlot/", "/", "/a/b.c/", "", undefined].map((base) => settingsOf({}, base).base)).toEqual([
      ...["/backlot/", "/", "/a/b.c/", "/", "/"]
    ])
    for (const base of ["backlot/", "/backlot", "//host/", "/a b/"])
      expect(() => settingsOf({}, base)).toThrow("BACKLOT_SITE_BASE")
  })
})

describe("the address of the repository", () => {
  it("is that of the root's package.json, in either of its forms", () => {
    const address = "https://host.example/own/backlot"
    for (const repository of [address, `${address}/`, { url: `git+${address}.git` }])
      expect(settingsOf({ repository }, undefined).repository).toBe(`${address}/blob/main/`)
    expect(settingsOf({}, undefined).repository).toBeUndefined()
  })

  it("stands in the pages instead of OWNER as soon as there is one", () => {
    const pages = pagesOf(ROOT).filter(({ file }) => file !== "CONTRIBUTING.md")
    const open = pages.filter(({ file }) => readFileSync(join(ROOT, file), "utf8").includes("OWNER/backlot"))
    expect(SETTINGS.repository === undefined ? [] : open.map(({ file }) => file)).toEqual([])
  })
})

describe("a picture", () => {
  it("stands below the first paragraph, or below that of its heading", () => {
    const shown = withPictures("docs/console.md", "# The console\n\nA client.\n\n## More\n\nText.\n")
    expect(shown).toMatch(
      /^# The console\n\nA client\.\n\n<Picture [^>]*alt="The console: [^"]+" \/>\n\n## More\n\nText\.\n$/
    )
  })

  it("is refused where its page has no such heading", () => {
    expect(() => withPictures("index.md", "# Backlot\n")).toThrow(
      'shows a picture below "A report that shows what happened"'
    )
  })
})
