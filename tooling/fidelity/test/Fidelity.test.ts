import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { render } from "../src/Page.ts"
import { commentsOf, readSources, rulesOf } from "../src/Sources.ts"

const ROOT = join(import.meta.dirname, "../../..")
const PAGE = join(ROOT, "docs/fidelity.md")

describe("docs/fidelity.md", () => {
  const sources = readSources(ROOT)

  it("is current; `pnpm --filter @backlot/fidelity write` renews it", () => {
    expect(readFileSync(PAGE, "utf8")).toBe(render(sources))
  })

  it("names a test for every rule", () => {
    const unproved = render(sources)
      .split("\n## ")[1]
      ?.split("\n")
      .filter((line) => line.startsWith("|") && line.endsWith("|  |"))
    expect(unproved).toEqual([])
  })

  it("finds rules and decisions at all", () => {
    expect(sources.modules.flatMap((m) => m.rules).length).toBeGreaterThan(30)
    expect(render(sources).split("## Ours")[1]?.split("\n").length).toBeGreaterThan(20)
  })
})

describe("reading sources", () => {
  it("joins the lines of a comment", () => {
    expect(commentsOf("/**\n * One\n * two.\n */\nconst a = 1\n// three\n// four\n")).toEqual([
      "One two.",
      "three four"
    ])
  })

  it("reads the sentences of a table of rules", () => {
    expect(rulesOf('{ sentence: "names are unique", judge }')).toEqual(["names are unique"])
  })
})
