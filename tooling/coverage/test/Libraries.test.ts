/** Checks the statements of `docs/libraries`: its pages, tests and versions. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "../../..")
const FOLDER = join(ROOT, "docs/libraries")
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8")

const PAGES = readdirSync(FOLDER).filter((file) => file !== "README.md")

/** Title, page, language, versions and the cell of tests. */
const ROWS = [...read("README.md").matchAll(/^\| \[(.+)\]\((.+\.md)\) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, title = "", page = "", language = "", versions = "", tests = ""]) => ({ title, page, language, versions, tests })
)

/** Outside of programs. */
const linksOf = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/\]\(([^)#]+)\)/g)].map(([, target = ""]) => target)

const CATALOG = new Map(
  [...readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8").matchAll(/^ {2}"?([@\w./-]+)"?: (\d\S*)$/gm)].map(
    ([, name = "", version = ""]) => [name, version]
  )
)

it("the index has every page once, and pages that are there", () => {
  expect(ROWS.map(({ page }) => page).toSorted()).toEqual(PAGES.toSorted())
})

it("every link leads to a file", () => {
  for (const file of ["README.md", ...PAGES]) {
    const dead = linksOf(read(file)).filter((target) => !/^https?:/.test(target) && !existsSync(join(FOLDER, target)))
    expect(dead, file).toEqual([])
  }
})

describe.each(ROWS)("the page of $title", ({ title, page, language, versions, tests }) => {
  const text = read(page)
  const stated =
    text.match(
      /^(?:Tested(?: in its shape| where it is installed)?: .+|Not tested here(?:; (?:ran whole|parts ran) by hand)?\.)$/gm
    ) ?? []

  it("says once by what it is tested, as the index does", () => {
    expect(stated).toHaveLength(1)
    const [line = ""] = stated
    const cell = line
      .replace("Tested: ", "")
      .replace(/^Tested (?=in its|where it)/, "")
      .replace(/^Not (.*)\.$/, "not $1")
    expect(tests).toBe(cell)
  })

  it("names tests", () => {
    const [line = ""] = stated
    expect(linksOf(line).filter((target) => !target.endsWith(".test.ts"))).toEqual([])
    expect(linksOf(line).length > 0).toBe(line.startsWith("Tested"))
  })

  it("has a title, a program and its limits", () => {
    expect(text).toMatch(new RegExp(`^# ${title.replace(/[.*+()]/g, "\\$&")}$`, "m"))
    expect(text).toMatch(/^```\w+\n[\s\S]+?^```$/m)
    expect(text).toContain("\n## Known limits\n\n- ")
  })

  it("is about the versions that are installed, where one is", () => {
    const names = title.replace(/ \(.*\)/, "").split(" and ")
    const installed = names.flatMap((name) => CATALOG.get(name) ?? [])
    if (language === "JavaScript") expect(versions).toBe(installed.join(", "))
    expect(text).toContain("BACKLOT_APP_")
  })
})

it("every library that a page says is itself tested is imported by the tests, or by the program that they run", () => {
  const folder = join(ROOT, "tests/libraries/test")
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n")
  const tested = ROWS.filter(({ tests }) => tests.startsWith("["))
  expect(tested.length).toBeGreaterThan(2)
  for (const { title, page, tests } of tested) {
    const [, program = ""] = /^```js\n([\s\S]+?)^```$/m.exec(read(page)) ?? []
    const imports = tests.includes("LibraryPages") ? `${sources}${program}` : sources
    for (const name of title.split(" and ")) expect(imports).toContain(`from "${name}"`)
  }
})
