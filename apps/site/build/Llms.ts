/**
 * The documentation for language models, as https://llmstxt.org describes it: `llms.txt` lists the pages, `llms-full.txt` has
 * them whole.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Page, pagesOf } from "../pages.ts"

/** Pages that a model without room for all leaves out. */
const OPTIONAL: ReadonlySet<string> = new Set(["Libraries", "Operating", "Decisions", "Packages"])

/** A title, a summary, and a section with links for each group. Links are paths from the root of the repository. */
export const llmsText = (root: string, linkOf: (page: Page) => string = ({ file }) => file): string => {
  const pages = pagesOf(root)
  const groups = [...new Set(pages.map(({ group }) => group))]
  const first = groups.filter((group) => !OPTIONAL.has(group))
  const section = (title: string, wanted: ReadonlyArray<string>) => [
    `## ${title}`,
    "",
    ...pages
      .filter(({ group }) => wanted.includes(group))
      .map((page) => `- [${page.title}](${linkOf(page)}): ${page.description}`),
    ""
  ]
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
  "Install it beside a bot by `npm i -D backlot`; `npx backlot init` writes a first scenario, `npx backlot simulate` plays scenarios,",
  "`npx backlot mcp` gives you the users of a test server as tools and these pages as resources (`backlot://docs/scenarios`).",
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
