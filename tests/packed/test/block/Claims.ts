/**
 * Who proves which block. A block that no claim names is proved by its language, see `WAYS`; TypeScript, outputs and blocks
 * without a language need a claim. Each claim says how many blocks it takes, so that a new one on such a page is noticed.
 */

export interface Claim {
  readonly page: string
  readonly language: string
  /** A text that the claimed blocks have; all blocks of the language without one. */
  readonly having?: string
  readonly count: number
  /** A test that runs them or compares them with what is printed. It names the page. */
  readonly by?: string
  /** They are judged here although a claim names them. */
  readonly way?: "scenario" | "world" | "commands" | "parsed" | "compiled"
  /** Nothing can prove them here: why. */
  readonly shown?: string
}

const LIBRARIES = "tests/libraries/test"
const PROGRAMS = `${LIBRARIES}/LibraryPages.test.ts`
const PAGES = "tests/packed/test/Pages.test.ts"
const PACKED = "tests/packed/test/Packed.test.ts"

/** One program in JavaScript each, registered and answered in the test. */
const RUN_PROGRAMS = ["discord-interactions", "discord.js", "discordjs-core", "eris", "oceanic.js", "slash-create"]

export const CLAIMS: ReadonlyArray<Claim> = [
  { page: "README.md", language: "yaml", count: 1, by: `${LIBRARIES}/page/ReadmePage.test.ts` },
  { page: "README.md", language: "text", count: 1, by: `${LIBRARIES}/page/ReadmePage.test.ts` },
  { page: "README.md", language: "ts", count: 1, by: PACKED },
  { page: "docs/agents.md", language: "json", count: 2, by: `${LIBRARIES}/mcp/McpProcess.test.ts` },
  { page: "docs/agents.md", language: "text", count: 1, by: `${LIBRARIES}/mcp/Mcp.test.ts` },
  { page: "docs/check.md", language: "json", count: 1, by: "apps/cli/test/CheckDocs.test.ts" },
  { page: "docs/check.md", language: "text", count: 1, by: "apps/cli/test/CheckDocs.test.ts" },
  { page: "docs/control-plane.md", language: "sh", count: 19, by: `${LIBRARIES}/page/ControlPage.test.ts` },
  { page: "docs/events.md", language: "yaml", count: 1, by: "tests/play/test/run/ComesBack.program.test.ts" },
  { page: "docs/faults.md", language: "sh", count: 5, by: `${LIBRARIES}/page/ShellPages.test.ts` },
  { page: "docs/lobbies.md", language: "sh", count: 6, by: `${LIBRARIES}/page/ShellPages.test.ts` },
  { page: "docs/from-mocks.md", language: "ts", count: 2, by: PAGES },
  ...RUN_PROGRAMS.map((name) => ({ page: `docs/libraries/${name}.md`, language: "js", count: 1, by: PROGRAMS })),
  { page: "docs/libraries/discord.py.md", language: "python", count: 1, by: PROGRAMS },
  { page: "docs/load.md", language: "yaml", count: 1, by: "tests/play/test/load/LoadDocs.test.ts" },
  { page: "docs/load.md", language: "", count: 1, by: "tests/play/test/load/LoadDocs.test.ts" },
  { page: "docs/prompt.md", language: "sh", count: 5, by: `${LIBRARIES}/page/PromptPage.test.ts` },
  { page: "docs/prompt.md", language: "text", count: 1, by: `${LIBRARIES}/page/PromptPage.test.ts` },
  { page: "docs/recipes.md", language: "js", count: 1, by: `${LIBRARIES}/page/RecipesPage.test.ts` },
  { page: "docs/recipes.md", language: "yaml", count: 9, by: `${LIBRARIES}/page/RecipesPage.test.ts` },
  { page: "docs/scenarios.md", language: "yaml", count: 14, by: "packages/scenario/test/ScenarioPage.test.ts" },
  { page: "docs/scenarios.md", language: "ts", count: 1, by: "packages/scenario/test/ScenarioPage.test.ts" },
  { page: "docs/testkit.md", language: "ts", count: 7, by: PAGES },
  { page: "docs/testkit.md", language: "js", having: '"node:test"', count: 1, by: PAGES },
  { page: "docs/testkit.md", language: "js", having: "beforeAll(", count: 1, by: PAGES },
  { page: "docs/testkit.md", language: "js", having: "new Client", count: 1, by: PACKED },
  { page: "docs/testkit.md", language: "text", having: "message.content:", count: 1, by: PAGES },
  { page: "docs/time.md", language: "js", count: 5, by: `${LIBRARIES}/page/TimePage.test.ts` },
  { page: "docs/time.md", language: "yaml", having: "steps:", count: 2, by: `${LIBRARIES}/page/TimePage.test.ts` },
  { page: "docs/time.md", language: "ts", count: 1, by: `${LIBRARIES}/page/TimePage.test.ts` },
  { page: "docs/your-app.md", language: "js", count: 2, by: PROGRAMS },
  { page: "packages/domain/README.md", language: "ts", count: 4, by: "tests/packed/test/DomainPage.test.ts" },
  { page: "packages/domain/README.md", language: "text", count: 4, by: "tests/packed/test/DomainPage.test.ts" },
  { page: "packages/testkit/README.md", language: "ts", having: "Backlot.start", count: 1, by: PAGES },
  { page: "packages/testkit/README.md", language: "ts", having: "import * as", count: 2, way: "compiled" },
  { page: "packages/client/README.md", language: "ts", count: 2, way: "compiled" },
  { page: "packages/adapters-postgres/README.md", language: "ts", count: 1, way: "compiled" },
  { page: "apps/backlot/README.md", language: "ts", count: 1, way: "compiled" },
  { page: "docs/interception.md", language: "ts", count: 1, way: "compiled" },
  { page: "docs/libraries/dfx.md", language: "ts", count: 1, way: "parsed" },
  { page: "docs/libraries/discordeno.md", language: "ts", count: 1, way: "parsed" },
  { page: "docs/production.md", language: "text", count: 5, way: "commands" },
  { page: "packages/adapters-file/README.md", language: "", count: 1, way: "commands" },
  {
    page: "docs/libraries/concord.md",
    language: "c",
    count: 2,
    shown: "needs the headers of Concord, which no package here has"
  },
  {
    page: "docs/libraries/dpp.md",
    language: "cpp",
    count: 1,
    shown: "needs the headers of D++, which no package here has"
  },
  { page: "docs/libraries/discordrb.md", language: "ruby", count: 1, shown: "no Ruby parses it where the tests run" },
  {
    page: "docs/ci.md",
    language: "yaml",
    having: "jobs:",
    count: 3,
    by: "tests/pipelines/test/Action.program.test.ts"
  },
  {
    page: "docs/ci.md",
    language: "yaml",
    having: "include:",
    count: 1,
    by: "tests/pipelines/test/GitLab.program.test.ts"
  },
  {
    page: "docs/init.md",
    language: "text",
    count: 1,
    shown: "what init prints of a bot; Init.test.ts judges init itself, with other names"
  },
  { page: "docs/random.md", language: "", count: 1, shown: "a report of a server with a planted mutation" },
  {
    page: "docs/testkit.md",
    language: "text",
    having: "Every act held",
    count: 1,
    shown: "the words of packages/testkit/test/library/Verdict.test.ts, with another call"
  },
  { page: "docs/oauth2.md", language: "text", count: 1, by: `${LIBRARIES}/browser/AuthorizeWalk.browser.test.ts` }
]
