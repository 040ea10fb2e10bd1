/**
 * Every fenced block of the pages is run, compiled, decoded or parsed by a test: a claim names the test, or its language the way.
 * A block that nobody proves is red here, and so is a claim that takes no block.
 */
import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Projects, pack } from "../Projects.ts"
import { allBlocks, type Block, blocksIn, nameOf, ROOT } from "./Block.ts"
import { CLAIMS, type Claim } from "./Claims.ts"
import { judgeCompiled } from "./Compiled.ts"
import { judgeJson, judgeScenario, judgeWorld } from "./Documents.ts"
import { isThere, PARSERS } from "./Parsers.ts"
import { judgeShell } from "./Shell.ts"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Way = NonNullable<Claim["way"]> | "json"

/** How a block without a claim is proved; undefined where its language alone proves nothing. */
const wayOf = ({ language, text }: Pick<Block, "language" | "text">): Way | undefined => {
  if (language === "sh") return "commands"
  if (language === "json") return "json"
  if (language === "yaml") return /^(?:applications|users|guilds|pictures|links):/m.test(text) ? "world" : "scenario"
  return language in PARSERS && language !== "ts" ? "parsed" : undefined
}

const judges: Readonly<Record<Exclude<Way, "compiled">, (block: Block) => Promise<ReadonlyArray<string>>>> = {
  commands: async ({ page, index, text }) => judgeShell(text, above(page, index)),
  json: async ({ text }) => judgeJson(text),
  scenario: ({ text }) => judgeScenario(text),
  world: async ({ text }) => judgeWorld(text),
  parsed: async ({ language, text }) => PARSERS[language]?.judge(text) ?? [`nothing here parses ${language}`]
}

const BLOCKS = allBlocks()

/** The shell blocks of the page above this one: they set its variables. */
const above = (page: string, index: number): string =>
  BLOCKS.filter((block) => block.page === page && block.language === "sh" && block.index < index)
    .map(({ text }) => text)
    .join("")

const takes = ({ page, language, having = "" }: Claim, block: Block): boolean =>
  block.page === page && block.language === language && block.text.includes(having)

const resolved = BLOCKS.map((block) => {
  const claims = CLAIMS.filter((claim) => takes(claim, block))
  const way = claims[0] === undefined ? wayOf(block) : claims[0].way
  return { block, claims, way }
})

const judgedBy = (way: Way) => resolved.filter((one) => one.way === way).map(({ block }) => block)

describe("every block of the pages", () => {
  it("is proved in exactly one way", () => {
    expect(BLOCKS.length).toBeGreaterThan(200)
    expect(resolved.filter(({ claims }) => claims.length > 1).map(({ block }) => nameOf(block))).toEqual([])
    const lost = resolved.filter(({ claims, way }) => claims.length === 0 && way === undefined)
    expect(lost.map(({ block }) => nameOf(block))).toEqual([])
  })

  it("is where its claim says, as often as it says, and the test of the claim reads the page", () => {
    expect(CLAIMS.flatMap((claim) => faultsOf(claim, BLOCKS))).toEqual([])
  })

  it("is only shown where nothing here can prove it: each with its reason, and no more of them", () => {
    const shown = CLAIMS.filter((claim) => claim.shown !== undefined)
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(SHOWN)
    expect(shown.filter(({ shown: why = "" }) => why.length < 20)).toEqual([])
  })

  it.each(judgedBy("commands").map((block) => [nameOf(block), block] as const))(
    "has commands that are there: %s",
    async (_, block) => {
      expect(await judges.commands(block)).toEqual([])
    }
  )

  it.each(judgedBy("scenario").map((block) => [nameOf(block), block] as const))(
    "is a scenario: %s",
    async (_, block) => {
      expect(await judges.scenario(block)).toEqual([])
    }
  )

  it.each(judgedBy("world").map((block) => [nameOf(block), block] as const))("is a world: %s", async (_, block) => {
    expect(await judges.world(block)).toEqual([])
  })

  it("is JSON where it says so", async () => {
    for (const block of judgedBy("json")) expect(await judges.json(block), nameOf(block)).toEqual([])
  })
})

/** Why a claim is none. */
const faultsOf = (claim: Claim, blocks: ReadonlyArray<Block>): ReadonlyArray<string> => {
  const { page, language, count, by, way, shown } = claim
  const name = `${page} ${language}`
  const taken = blocks.filter((block) => takes(claim, block)).length
  const proofs = [by, way, shown].filter((one) => one !== undefined).length
  const text = by !== undefined && existsSync(join(ROOT, by)) ? readFileSync(join(ROOT, by), "utf8") : ""
  return [
    ...(taken === count ? [] : [`${name}: there are ${taken} such blocks, not ${count}`]),
    ...(proofs === 1 ? [] : [`${name}: a claim has one proof`]),
    ...(by === undefined || text !== "" ? [] : [`${name}: there is no test ${by}`]),
    ...(by === undefined || text === "" || readsPage(text, page) ? [] : [`${name}: ${by} does not read the page`])
  ]
}

/** A test names the page, or the folder whose pages it lists and the page. */
const readsPage = (test: string, page: string): boolean => {
  if (page.startsWith("docs/libraries/")) return test.includes("docs/libraries") && test.includes(basename(page))
  return (
    test.includes(page.startsWith("docs/") ? basename(page) : page) ||
    (page === "packages/domain/README.md" && test.includes('"../../../packages/domain"'))
  )
}

const SHOWN = 7

describe("blocks in other languages", () => {
  for (const language of Object.keys(PARSERS)) {
    const parser = PARSERS[language]
    const blocks = judgedBy("parsed").filter((block) => block.language === language)
    const name = `have the syntax of ${language}`
    if (parser === undefined || blocks.length === 0) continue
    it(isThere(parser) ? name : `LEFT OUT: ${name} (there is no ${parser.program})`, async () => {
      if (!isThere(parser)) return
      for (const block of blocks) expect(await judges.parsed(block), nameOf(block)).toEqual([])
    })
  }
})

describe("blocks of TypeScript", () => {
  let projects: Projects

  beforeAll(() => {
    projects = pack()
  })

  afterAll(() => projects.remove())

  it("compile against the packed packages", async () => {
    const blocks = judgedBy("compiled")
    expect(blocks.length).toBeGreaterThan(5)
    expect(await judgeCompiled(projects, blocks)).toEqual([])
  })

  it("do not, where one says something else", async () => {
    const text = 'import { Backlot } from "backlot"\nawait Backlot.begin()\n'
    expect(String(await judgeCompiled(projects, [{ page: "a page", text }]))).toContain(
      "Property 'begin' does not exist"
    )
  })
})

/** One broken block for each way; what is right in it is as on a page. */
const BROKEN: ReadonlyArray<readonly [way: Exclude<Way, "compiled">, language: string, text: string, said: RegExp]> = [
  ["commands", "sh", "backlot simulat scenarios\n", /no command simulat/],
  ["commands", "sh", "npx backlot simulate --paralel 2\n", /no flag --paralel/],
  ["commands", "sh", "npm run serve\n", /no script serve/],
  ["commands", "sh", "A=http://127.0.0.1:6780/control/v1\ncurl -s $A/clocks\n", /no route is \/control\/v1\/clocks/],
  ["commands", "sh", "curl -s -X DELETE http://127.0.0.1:6780/control/v1/clock\n", /has no DELETE/],
  ["commands", "sh", "vitest run --project domian\n", /no project domian/],
  ["commands", "sh", "frobnicate --all\n", /knows the command frobnicate/],
  ["commands", "sh", "yarn ad backlot\n", /yarn ad is known to nobody/],
  ["commands", "sh", "(cd examples/no-bot && go build .)\n", /no folder examples\/no-bot/],
  ["commands", "sh", "(cd examples/go-bot && go biuld -o dice .)\n", /go biuld is known/],
  ["commands", "sh", "echo 'a\n", /sh does not read it/],
  ["scenario", "yaml", "name: a\nsteps: [{ as: alice, in: general, yell: hello }]\n", /yell/],
  ["world", "yaml", 'users: [{ id: "1", username: alice, color: 3 }]\n', /color/],
  ["json", "json", '{ "name": "a", }', /./],
  ["parsed", "js", "const = 1", /./],
  ["parsed", "ts", "const a: = 1", /./],
  ["parsed", "python", "def f(:\n", /SyntaxError/],
  ["parsed", "go", "package a\nfunc {", /expected/],
  ["parsed", "rust", "let = ;", /error/],
  ["parsed", "java", "int = 3;", /error/]
]

describe("a block that is broken", () => {
  for (const [way, language, text, said] of BROKEN) {
    const parser = way === "parsed" ? PARSERS[language] : undefined
    const name = `is found by the way of ${way}: ${language} ${JSON.stringify(text)}`
    const isJudged = parser === undefined || isThere(parser)
    it(isJudged ? name : `LEFT OUT: ${name} (there is no ${parser.program})`, async () => {
      if (!isJudged) return
      const block: Block = { page: "a page", index: 0, language, text, line: 1 }
      expect((await judges[way](block)).join("\n")).toMatch(said)
    })
  }

  it("is found by nobody but in its claim: a wrong count, no test, a test of another page, no proof", () => {
    const page = "docs/check.md"
    const blocks = blocksIn(page, "```json\n[]\n```\n")
    const by = "apps/cli/test/CheckDocs.test.ts"
    const claim = { page, language: "json", count: 1 }
    expect(faultsOf({ ...claim, by }, blocks)).toEqual([])
    expect(faultsOf({ ...claim, by, count: 2 }, blocks)).toHaveLength(1)
    expect(faultsOf({ ...claim, by: "apps/cli/test/None.test.ts" }, blocks)).toHaveLength(1)
    expect(faultsOf({ ...claim, by: "tests/libraries/test/page/PromptPage.test.ts" }, blocks)).toHaveLength(1)
    expect(faultsOf(claim, blocks)).toHaveLength(1)
    expect(wayOf({ language: "ts", text: "" })).toBeUndefined()
    expect(wayOf({ language: "", text: "" })).toBeUndefined()
    expect(() => blocksIn("a page", "```sh\nls\n")).toThrow("a page:1 opens a block that nothing closes")
  })
})
