/**
 * The first minutes of somebody who has a bot that knows nothing of Backlot: install, `init`, `simulate`, a step that fails, is
 * understood and mended, and the CI file in the repository.
 */
import { spawnSync } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import type { Ended } from "./Projects.ts"
import { shell } from "./Shell.ts"
import { usePacked } from "./UsePacked.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const HERE = join(import.meta.dirname, "..")

const packed = usePacked("backlot")

/** Debian's Python has Debian's packages, whatever other Python comes first. */
const PATH = `/usr/bin${delimiter}${process.env["PATH"]}`

const allows = (program: string, ...args: ReadonlyArray<string>) =>
  spawnSync(program, args, { stdio: "ignore", timeout: 20_000, env: { ...process.env, PATH } }).status === 0

const whyNoPython = () => {
  if (!allows("python3", "-c", "import discord.app_commands")) return "no python3 with discord.py 2 in PATH"
  if (!allows("unshare", "--user", "--map-root-user", "--mount", "--net", "true")) return "no namespaces"
  return undefined
}

interface Bot {
  readonly library: string
  readonly file: string
  /** What its author has typed before. */
  readonly before: ReadonlyArray<string>
  readonly manifest: object | undefined
}

const BOTS: ReadonlyArray<Bot> = [
  {
    library: "discord.js",
    file: "index.js",
    before: ["npm install discord.js"],
    manifest: { private: true, scripts: { start: "node index.js" } }
  },
  ...(whyNoPython() === undefined
    ? [{ library: "discord.py", file: "bot.py", before: [], manifest: undefined } as const]
    : [])
]

const without = whyNoPython()

describe(`the first minutes${without === undefined ? "" : ` (discord.py was LEFT OUT: ${without})`}`, () => {
  it.each(BOTS)("with a bot on $library", async ({ library, file, before, manifest }) => {
    const project = packed.projects.make(`minutes-${library}`, [])
    const machine = join(dirname(project), `machine-${library}`)
    const { run } = shell(machine, packed.registry)
    const variables = { GIT_CONFIG_GLOBAL: "/dev/null", PATH: `${join(machine, "bin")}${delimiter}${PATH}` }
    const type = (line: string) => run(project, line, variables)
    const passes = async (line: string): Promise<string> => {
      const { code, output }: Ended = await type(line)
      expect(code === 0 ? "" : `${line}\n${output}`, `exit code ${code}`).toBe("")
      return output
    }
    cpSync(join(HERE, "projects/plain", file), join(project, file))
    if (manifest !== undefined) writeFileSync(join(project, "package.json"), JSON.stringify(manifest))
    for (const line of ["git init --quiet", ...before]) await passes(line)

    await passes("npm i -D backlot")
    expect(await passes("npx backlot init --ci github")).toContain(`Found a bot on ${library}`)
    expect(await passes("npx backlot simulate")).toContain("Scenarios  1 passed (1)")

    const source = join(project, file)
    const text = readFileSync(source, "utf8")
    writeFileSync(source, text.replace("Pong!", "Pung!"))
    const failed = await type("npx backlot simulate")
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('message.content: "Pung!" is not "Pong!"')
    expect(failed.output).toMatch(/^> *\d+ \| .*expect|^ *> *\d+ \|/m)
    writeFileSync(source, text)
    await passes("npx backlot simulate")

    await passes("git add backlot .github")
    await passes('git -c user.name=a -c user.email=a@localhost commit --quiet -m "play scenarios in CI"')
    const committed = (await passes("git ls-files")).trim().split("\n")
    expect(committed).toEqual([".github/workflows/backlot.yml", "backlot/first.scenario.yaml", "backlot/world.yaml"])
  })
})
