/**
 * The documentation for language models, as https://llmstxt.org describes it: `llms.txt` lists the pages, `llms-full.txt` has
 * them whole.
 */
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { OFFERED, type Page, pagesOf } from "../pages.ts"

/** Pages that a model without room for all leaves out. */
const OPTIONAL: ReadonlySet<string> = new Set(["Libraries", "Operating", "Decisions", "Packages"])

/** The address of a page among the resources of `backlot mcp`. Undefined for one that is none. */
export const resourceOf = ({ file }: Pick<Page, "file">): string | undefined =>
  OFFERED.includes(file) ? `backlot://docs/${basename(file, ".md")}` : undefined

/** A title, a summary, and a section with links for each group. A page without a link is left out. */
export const llmsText = (root: string, linkOf: (page: Page) => string | undefined): string => {
  const pages = pagesOf(root).filter((page) => linkOf(page) !== undefined)
  const groups = [...new Set(pages.map(({ group }) => group))]
  const first = groups.filter((group) => !OPTIONAL.has(group))
  const section = (title: string, wanted: ReadonlyArray<string>) => {
    const found = pages.filter(({ group }) => wanted.includes(group))
    const lines = found.map((page) => `- [${page.title}](${linkOf(page)}): ${page.description}`)
    return lines.length === 0 ? [] : [`## ${title}`, "", ...lines, ""]
  }
  return [
    "# Backlot",
    "",
    `> ${summaryOf(root)}`,
    "",
    ...FOR_AGENTS,
    "",
    ...first.flatMap((title) => section(title, [title])),
    // The name that llmstxt.org gives to what may be left out.
    ...section("Optional", [...OPTIONAL])
  ].join("\n")
}

const FOR_AGENTS = [
  "Where it is installed beside a bot, `npx backlot init` writes a first scenario, `npx backlot simulate` plays scenarios, and",
  "`npx backlot mcp` gives you the users of a test server as tools and pages as resources (`backlot://docs/scenarios`).",
  "JSON Schemas of scenario and world files are in the package: `backlot/schemas/scenario.json`, `backlot/schemas/world.json`."
]

/** Every page whole, each after a line that names its file. */
export const llmsFullText = (root: string): string =>
  pagesOf(root)
    .map(({ file }) => `<!-- ${file} -->\n\n${readFileSync(join(root, file), "utf8").trim()}\n`)
    .join("\n")

/** The first paragraph of the README. */
const summaryOf = (root: string): string => {
  const [, first = ""] = /^# .+\n\n([\s\S]*?)\n\n/m.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
  return first.replace(/\s+/g, " ")
}
