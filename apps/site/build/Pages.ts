/** Gathers the pages of the repository and of the reference where VitePress reads them, and writes their outline. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { GROUPS, type Page, pagesOf } from "../pages.ts"
import type { Entry, Outline, SidebarGroup, SidebarLink } from "./Outline.ts"
import { withPictures } from "./Pictures.ts"
import { GATHERED, OUTLINE, PUBLIC, placeOf, ROOT, SITE } from "./Places.ts"
import { commandPages } from "./reference/CommandPages.ts"
import { controlPages } from "./reference/ControlPages.ts"
import { filePages } from "./reference/FilePages.ts"
import type { ReferencePage } from "./reference/Reference.ts"

/** A line of the start page that stands for a section of the README. */
const SECTION = /^<!-- section of README: (.+) -->$/gm

export const gatherPages = async (): Promise<void> => {
  rmSync(GATHERED, { recursive: true, force: true })
  mkdirSync(PUBLIC, { recursive: true })
  const pages = pagesOf(ROOT)
  const [commands, files, control] = [await commandPages(), filePages(), controlPages()]
  write("index.md", withPictures("index.md", startPage()))
  for (const { file } of pages) write(placeOf(file), withPictures(file, readFileSync(join(ROOT, file), "utf8")))
  for (const made of [...commands, ...files, ...control]) write(made.place, `# ${made.title}\n\n${made.text}\n`)
  cpSync(join(ROOT, "apps/console/public/icon.svg"), join(PUBLIC, "icon.svg"))
  const playground = gatherPlayground()
  const outline: Outline = {
    sidebar: GROUPS.map(({ title }) => {
      const [first, ...rest] = pages.filter(({ group }) => group === title).map(pageLink)
      const head = first?.text === title ? { link: first.link } : undefined
      return {
        text: title,
        ...head,
        ...(FOLDED.has(title) ? { collapsed: true } : {}),
        items: [
          ...(first === undefined || head !== undefined ? [] : [first]),
          ...rest,
          ...(title === "Start" ? [link("Playground", "playground.md")] : []),
          ...(title === "Reference" ? referenceItems([...commands, ...files], control) : [])
        ]
      }
    }),
    pages: {
      "index.md": { source: "README.md", description: "" },
      ...playground,
      ...Object.fromEntries(pages.map(({ file, description }) => [placeOf(file), { source: file, description }])),
      ...Object.fromEntries(
        [...commands, ...files, ...control].map(({ place, source, description }) => [place, { source, description }])
      )
    },
    places: Object.fromEntries(["README.md", ...pages.map(({ file }) => file)].map((file) => [file, placeOf(file)]))
  }
  writeFileSync(OUTLINE, JSON.stringify(outline))
}

/** Long groups whose first page has their title. */
const FOLDED: ReadonlySet<string> = new Set(["Recipes", "Libraries", "Decisions"])

const link = (text: string, place: string): SidebarLink => ({
  text,
  link: `/${place.replace(/index\.md$/, "").replace(/\.md$/, ".html")}`
})

const pageLink = ({ title, file }: Page): SidebarLink => link(title, placeOf(file))

const referenceItems = (
  single: ReadonlyArray<ReferencePage>,
  [index, ...control]: ReadonlyArray<ReferencePage>
): ReadonlyArray<SidebarLink | SidebarGroup> => [
  ...single.map(({ title, place }) => link(title, place)),
  ...(index === undefined
    ? []
    : [{ ...link(index.title, index.place), collapsed: true as const, items: control.map(shortLink) }])
]

const shortLink = ({ title, place }: ReferencePage): SidebarLink => link(title.replace("Control plane: ", ""), place)

const startPage = (): string => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8")
  // Its links become those of the README, as the links of the sections are.
  const home = readFileSync(join(SITE, "home.md"), "utf8").replaceAll("](../../", "](")
  return home.replaceAll(SECTION, (_, title: string) => {
    const start = readme.indexOf(`\n## ${title}\n`)
    if (start < 0)
      throw new Error(`apps/site/home.md shows the section "${title}" of README.md, which has none of that name`)
    const end = readme.indexOf("\n## ", start + 1)
    return readme.slice(start, end < 0 ? undefined : end).trim()
  })
}

const PLAYGROUND = join(ROOT, "apps/playground/dist")

/** The page of the playground, which its package has built. */
const gatherPlayground = (): Readonly<Record<string, Entry>> => {
  for (const file of ["playground.js", "playground.css"]) {
    if (!existsSync(join(PLAYGROUND, file)))
      throw new Error(`apps/playground/dist/${file} is not there: \`npm run docs\` builds it before the site`)
    cpSync(join(PLAYGROUND, file), join(PUBLIC, "playground", file))
  }
  write("playground.md", readFileSync(join(SITE, "playground.md"), "utf8"))
  const description = "Judge command definitions and explain permissions in the browser, without a server."
  return { "playground.md": { source: "apps/site/playground.md", description } }
}

const write = (place: string, text: string): void => {
  const path = join(GATHERED, place)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
