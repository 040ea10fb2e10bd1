/** The CI files that `init` writes, for each kind of project, as linters see them. tests/pipelines runs them. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gitLabJobs } from "@backlot/test-pipelines/GitLab"
import { faultsOfWorkflow } from "@backlot/test-pipelines/Lint"
import { afterAll, describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { ciFile } from "../src/init/CiFile.ts"
import { projectIn } from "../src/init/Project.ts"
import { projectFiles } from "../src/init/ProjectFiles.ts"

const root = mkdtempSync(join(tmpdir(), "backlot-ci-file-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const bot = (more: object = {}) =>
  JSON.stringify({ scripts: { start: "node ." }, dependencies: { "discord.js": "1" }, ...more })

/** Each kind, and what installs it. */
const KINDS: ReadonlyArray<readonly [kind: string, files: Readonly<Record<string, string>>, install: RegExp]> = [
  ["npm", { "package.json": bot(), "package-lock.json": "{}" }, /^npm ci$/],
  ["npm-without-lock", { "package.json": bot() }, /^npm install$/],
  ["own-backlot", { "package.json": bot({ devDependencies: { backlot: "1" } }) }, /^npm install$/],
  ["pnpm", { "package.json": bot(), "pnpm-lock.yaml": "" }, /pnpm install --frozen-lockfile$/],
  ["yarn", { "package.json": bot(), "yarn.lock": "" }, /yarn install$/],
  ["bun", { "package.json": bot(), "bun.lock": "" }, /bun install --frozen-lockfile$/],
  ["pip", { "bot.py": "import discord", "requirements.txt": "" }, /pip install -r requirements\.txt$/],
  ["venv", { "bot.py": "import discord", ".venv/bin/python": "" }, /pip install \.$/],
  ["uv", { "bot.py": "import discord", "uv.lock": "" }, /^uv sync$/],
  ["poetry", { "bot.py": "import discord", "poetry.lock": "" }, /^poetry install$/],
  ["go", { "go.mod": "require github.com/bwmarrin/discordgo v0.27.1" }, /go/],
  ["rust", { "Cargo.toml": '[dependencies]\nserenity = "0.12"' }, /cargo/],
  ["java", { "build.gradle": "// net.dv8tion:JDA:5", gradlew: "" }, /gradle/]
]

const written = (ci: "github" | "gitlab", name: string, files: Readonly<Record<string, string>>) => {
  const folder = join(root, `${ci}-${name}`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const found = projectFiles(folder)
  return ciFile(ci, projectIn(found), found, "0.1.0")
}

const PLAY = /^npx (?:backlot|--yes backlot@0\.1\.0) simulate backlot --report junit=backlot\.xml$/

describe("the CI file that init writes", () => {
  it.each(KINDS)("for GitHub has no fault: %s", async (kind, files, install) => {
    const [path, text] = written("github", kind, files)
    expect(await faultsOfWorkflow(text, path)).toEqual([])
    const lines = parse(text).jobs.scenarios.steps.flatMap(({ run = [] }) => run)
    expect(lines.at(-1)).toMatch(PLAY)
    if (kind !== "go" && kind !== "rust" && kind !== "java")
      expect(lines).toContainEqual(expect.stringMatching(install))
  })

  it("for GitLab keeps GitLab's schema, and is what GitLab makes of it", () => {
    const jobs = KINDS.map(([kind, files]) => {
      const [path, text] = written("gitlab", kind, files)
      expect(path).toBe(".gitlab-ci.yml")
      return [`backlot-${kind}`, parse(text).backlot] as const
    })
    const folder = join(root, "gitlab")
    mkdirSync(folder)
    writeFileSync(join(folder, ".gitlab-ci.yml"), stringify(Object.fromEntries(jobs)))
    execFileSync("git", ["init", "--quiet"], { cwd: folder })
    const read = gitLabJobs(folder)
    for (const [name, { script }] of jobs) {
      expect(read[name]?.script).toEqual(script)
      expect(script.at(-1)).toMatch(PLAY)
    }
    expect(read["backlot-pip"]?.script[0]).toContain("python3-pip")
    expect(read["backlot-go"]?.script[0]).toContain("golang")
  })
})
