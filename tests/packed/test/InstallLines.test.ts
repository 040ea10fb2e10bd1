/** Each install line of the pages, and of the CI files that `init` writes, is typed as it stands: in an empty folder, or where the line before it left off. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { parse } from "yaml"
import { asksRegistry, installLines, LEFT_OUT, linesIn, NOT_PUBLISHED, pages } from "./InstallLines.ts"
import type { Ended } from "./Projects.ts"
import { shell } from "./Shell.ts"
import { usePacked } from "./UsePacked.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const HERE = join(import.meta.dirname, "..")
const found = installLines()
const isLeftOut = (line: string) => LEFT_OUT.some(([pattern]) => pattern.test(line))
const lines = [...new Set(found.map(({ line }) => line))].filter((line) => !isLeftOut(line))
const isInstall = (line: string) => !/^(?:npx|bunx|pnpm exec|yarn (?!add|dlx|install))\b/.test(line)

const packed = usePacked()
let count = 0

/** An empty folder, on a machine with the package manager that the line names. */
const machine = (line: string) => {
  count += 1
  const project = packed.projects.make(`line-${count}`, [])
  const manager = /^(?:corepack enable && )?(pnpm|yarn|bun)/.exec(line)?.[1] ?? "npm"
  const { run } = shell(join(dirname(project), `machine-${count}`), packed.registry, {
    manager: manager === "yarn" ? "yarn 1" : manager
  })
  return { project, type: (typed: string, until?: RegExp) => run(project, typed, { BACKLOT_PORT: "0" }, until) }
}

/** Shows all that was printed where it did not. */
const expectPassed = ({ code, output }: Ended) => expect(code === 0 ? "" : output, `exit code ${code}`).toBe("")

/** A bot that logs in, with its library. */
const DISCORD_JS = "npm install discord.js"

const bot = (project: string, ...files: ReadonlyArray<string>) => {
  for (const file of ["bot.js", ...files]) cpSync(join(HERE, "projects/one", file), join(project, file))
}

describe("the scanner", () => {
  it("finds lines of blocks, steps of workflows and lines in a sentence, without what stands behind them", () => {
    const text =
      "`npm install a` and `npm` or `npm ci`\n```sh\nnpm i b   # why\n$ npx c &\n      - run: npm ci\nls\n```\n"
    expect(linesIn(text).map(({ line }) => line)).toEqual(["npm install a", "npm i b", "npx c", "npm ci"])
  })

  it("leaves out what is there", () => {
    expect(LEFT_OUT.filter(([pattern]) => !found.some(({ line }) => pattern.test(line)))).toEqual([])
  })
})

describe("a page that takes the package from the registry", () => {
  const isPublished = JSON.parse(readFileSync(join(HERE, "../../package.json"), "utf8")).repository !== undefined

  it("says first that it is not there yet, until the project has its address", () => {
    const silent = found.filter(({ line, above }) => asksRegistry(line) && !above.includes(NOT_PUBLISHED))
    const telling = pages().filter(([, text]) => text.includes(NOT_PUBLISHED))
    expect(isPublished ? telling.map(([page]) => page) : silent.map(({ page, line }) => `${page}: ${line}`)).toEqual([])
  })
})

describe("an install line", () => {
  it.each(lines.filter(isInstall))("%s", async (line) => {
    const { project, type } = machine(line)
    if (line === "npm ci") {
      bot(project, "package.json")
      expectPassed(await type("npm install --package-lock-only --save-dev backlot"))
    }
    const typed = line.replace("/path/to/backlot/packed/", `${dirname(packed.projects.tarball("backlot"))}/`)
    expectPassed(await type(typed))
    const named = line
      .split(" ")
      .slice(2)
      .filter((word) => !word.startsWith("-"))
    for (const name of named) {
      const folder = basename(name).startsWith("backlot-") ? "backlot" : name.replace(/(?<=.)@.*$/, "")
      expect(existsSync(join(project, "node_modules", folder, "package.json"))).toBe(true)
    }
    // The folder of the tarballs has those for builders too.
    if (typed !== line) {
      expect(readdirSync(dirname(packed.projects.tarball("backlot"))).length).toBeGreaterThan(5)
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))
      expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(["backlot"])
      expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["backlot"])
    }
    if (!line.includes("vitest")) return
    // The page goes on with this line, in the same folder.
    for (const file of ["vitest/adopt.test.ts", "bot.mjs"])
      cpSync(join(HERE, "projects", file), join(project, basename(file)))
    writeFileSync(join(project, "vitest.config.mjs"), "export default { test: { testTimeout: 60_000 } }\n")
    const tested = lines.filter((each) => each.startsWith("npx vitest run"))
    expect(tested.length).toBeGreaterThan(0)
    for (const each of tested) expectPassed(await type(each))
  })
})

describe("a line that runs what was installed", () => {
  /** They run until they are stopped. */
  const SERVERS = /^npx backlot (?:serve|start)\b/
  const ANSWERS = /http:\/\/127\.0\.0\.1:\d+/
  const PLAYED = /^npx backlot (?:init|simulate|check|exec|--help|--version)\b/

  /** The files that it names. */
  const prepare = (project: string, line: string) => {
    bot(project, "package.json")
    writeFileSync(join(project, "commands.json"), JSON.stringify([{ name: "ping", description: "Answers pong" }]))
    // Without a path it is the folder that `init` writes.
    const [, path = / simulate$/.test(line) ? "backlot" : undefined] = / simulate ([^-\s]\S*)/.exec(line) ?? []
    if (path === undefined) return
    const file = path.endsWith(".yaml") ? join(project, path) : join(project, path, "ping.scenario.yaml")
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(HERE, "projects/one/ping.scenario.yaml"), file)
    if (dirname(file) !== project) bot(dirname(file))
  }

  it.each(lines.filter((line) => !isInstall(line) && !line.startsWith("npx vitest")))("%s", async (line) => {
    const add = /^(pnpm|yarn|bunx)/.exec(line)?.[1]?.replace("bunx", "bun") ?? "npm"
    const { project, type } = machine(line.replace("bunx", "bun"))
    prepare(project, line)
    if (!line.startsWith("npx --yes"))
      expectPassed(await type(`${add} add --dev backlot`.replace("npm add --dev", "npm i -D")))
    if (/ init\b/.test(line)) {
      rmSync(join(project, "bot.js"))
      cpSync(join(HERE, "projects/bot.mjs"), join(project, "bot.mjs"))
      expectPassed(await type(DISCORD_JS))
    }
    const typed = line.replace(/-- CMD$/, "-- node -v")
    if (SERVERS.test(line)) {
      expect((await type(typed, ANSWERS)).output).toMatch(ANSWERS)
      return
    }
    const isWhole = PLAYED.test(line) || !line.startsWith("npx backlot ")
    expectPassed(await type(isWhole ? typed : `${typed} --help`))
  })
})

describe("the CI file that `init` writes", () => {
  const [GITHUB, GITLAB] = [".github/workflows/backlot.yml", ".gitlab-ci.yml"]
  const CASES = [
    ["npm", "npx --yes backlot", "npm install discord.js", GITHUB],
    ["npm, with the package among the dependencies", "npx backlot", "npm install -D backlot discord.js", GITLAB],
    ["pnpm", "pnpm exec backlot", "pnpm add -D backlot discord.js", GITHUB],
    ["yarn", "yarn backlot", "yarn add --dev backlot discord.js", GITLAB]
  ] as const

  it.each(CASES)("runs as it stands: a bot with %s", async (_, program, before, file) => {
    const { project, type } = machine(program)
    cpSync(join(HERE, "projects/bot.mjs"), join(project, "bot.mjs"))
    const manifest = { private: true, scripts: { start: "node bot.mjs" } }
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest))
    expectPassed(await type(before))
    expectPassed(await type(`${program} init --ci ${file === GITHUB ? "github" : "gitlab"}`))
    const written = parse(readFileSync(join(project, file), "utf8"))
    const steps: ReadonlyArray<string> =
      file === GITHUB
        ? Object.values<{ steps: ReadonlyArray<{ run?: string }> }>(written.jobs).flatMap(({ steps }) =>
            steps.flatMap(({ run }) => run ?? [])
          )
        : written.backlot.script
    expect(steps.some((step) => step.includes("backlot"))).toBe(true)
    for (const step of steps) expectPassed(await type(step))
  })
})
