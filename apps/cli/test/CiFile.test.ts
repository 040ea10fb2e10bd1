/** The CI files that `init` writes, for each kind of project, as linters see them. tests/pipelines runs them. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gitLabJobs } from "@backlot/test-pipelines/GitLab"
import { faultsOfWorkflow } from "@backlot/test-pipelines/Lint"
import { afterAll, describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { ciFiles, ciOf, ciThere } from "../src/init/CiFile.ts"
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
  ["java", { "build.gradle": "// net.dv8tion:JDA:5", gradlew: "" }, /gradle/],
  ["gradle", { "build.gradle": "plugins { id 'application' }\n// net.dv8tion:JDA:5" }, /gradle/],
  ["maven", { "pom.xml": "<a>net.dv8tion JDA</a><mainClass>bot.Main</mainClass>" }, /mvn .*dependency:go-offline$/],
  ["maven-wrapper", { "pom.xml": "<a>net.dv8tion JDA</a>", mvnw: "" }, /^\.\/mvnw .*dependency:go-offline$/]
]

/** A project at `within` of a folder with these files. */
const projectOf = (name: string, files: Readonly<Record<string, string>>, within = ".") => {
  const folder = join(root, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return projectFiles(join(folder, within))
}

const filesOf = (ci: "github" | "gitlab", found: ReturnType<typeof projectFiles>) =>
  ciFiles(ci, projectIn(found), found, "0.1.0")

const written = (ci: "github" | "gitlab", name: string, files: Readonly<Record<string, string>>) =>
  filesOf(ci, projectOf(`${ci}-${name}`, files))[0] ?? expect.fail("no file")

const PLAY = /^npx (?:backlot|--yes backlot@0\.1\.0) simulate backlot --report junit=backlot\.xml$/

describe("the CI file that init writes", () => {
  it.each(KINDS)("for GitHub has no fault: %s", async (kind, files, install) => {
    const [path, text] = written("github", kind, files)
    expect(await faultsOfWorkflow(text, path)).toEqual([])
    const lines = parse(text).jobs.scenarios.steps.flatMap(({ run = [] }) => run)
    expect(lines.at(-1)).toMatch(PLAY)
    if (!["go", "rust", "java", "gradle"].includes(kind)) expect(lines).toContainEqual(expect.stringMatching(install))
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
    const installed = (kind: string) => read[`backlot-${kind}`]?.script[0]?.replace(/^.* install -y /, "")
    expect(installed("pip")).toBe("python3-pip python3-venv")
    expect(installed("go")).toBe("golang")
    // What the lines of the project call is there.
    expect(installed("java")).toBe("default-jdk-headless")
    expect(installed("maven-wrapper")).toBe("default-jdk-headless")
    expect(installed("maven")).toBe("default-jdk-headless maven")
    expect(installed("gradle")).toBe("default-jdk-headless gradle")
  })

  it("for GitLab says what runner a program in Go needs, and only there", () => {
    const runner = /^# .*\n#\s+security_opt = \["seccomp:unconfined", "apparmor:unconfined"\]\n/
    for (const [kind, files] of KINDS) {
      const [, text] = written("gitlab", `runner-${kind}`, files)
      expect(runner.test(text), kind).toBe(kind === "go")
    }
  })
})

describe("in a repository that has a pipeline", () => {
  const OWN = "stages: [build]\nbuild: { stage: build, script: [make] }\n"
  const at = (name: string, text: string, more: Readonly<Record<string, string>> = {}) =>
    projectOf(name, { "package.json": bot(), ".git/config": "", ".gitlab-ci.yml": text, ...more })

  it("the job is a file of its own, and the line that includes it is told until it is there", () => {
    const files = at("own", OWN)
    expect(ciThere(files)).toEqual({ paths: [] })
    const [[path, text] = ["", ""], ...more] = filesOf("gitlab", files)
    expect([path, more]).toEqual(["backlot/gitlab-ci.yml", []])
    const include = "include:\n  - local: backlot/gitlab-ci.yml"
    expect(ciThere(at("part", OWN, { [path]: text }))).toEqual({ paths: [".gitlab-ci.yml"], include })
    expect(ciThere(at("included", `${include}\n${OWN}`, { [path]: text }))).toEqual({ paths: [".gitlab-ci.yml"] })
    // GitLab finds it, beside the jobs that were there.
    const folder = at("read", `${include}\n${OWN}`, { [path]: text }).folder
    rmSync(join(folder, ".git"), { recursive: true })
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"]
    ])
      execFileSync("git", args, { cwd: folder })
    expect(Object.keys(gitLabJobs(folder))).toEqual(expect.arrayContaining(["build", "backlot"]))
  })

  it("of ours it is written anew, and one that plays already needs no file", () => {
    const [[path, text] = ["", ""]] = filesOf("gitlab", projectOf("first", { "package.json": bot() }))
    expect(path).toBe(".gitlab-ci.yml")
    expect(filesOf("gitlab", at("ours", text)).map(([one]) => one)).toEqual([path])
    expect(filesOf("gitlab", at("plays", `${OWN}play: { script: [npx backlot simulate] }\n`))).toEqual([])
    expect(filesOf("gitlab", at("broken", "{")).map(([one]) => one)).toEqual(["backlot/gitlab-ci.yml"])
  })
})

describe("in a folder of a repository", () => {
  const files = () =>
    projectOf(
      "repository",
      { ".git/config": "url = git@gitlab.example:a/b", "bots/one/package.json": bot() },
      "bots/one"
    )

  it("the CI file is at the root, where the host reads it, and works in the folder", async () => {
    expect(ciOf(files())).toBe("gitlab")
    const [[workflow, text] = ["", ""]] = filesOf("github", files())
    expect(workflow).toBe("../../.github/workflows/backlot.yml")
    expect(await faultsOfWorkflow(text, workflow)).toEqual([])
    expect(parse(text).jobs.scenarios.defaults).toEqual({ run: { "working-directory": "bots/one" } })
    const [[pipeline, job] = ["", ""]] = filesOf("gitlab", files())
    expect(pipeline).toBe("../../.gitlab-ci.yml")
    expect(parse(job).backlot.script[0]).toBe("cd 'bots/one'")
    expect(parse(job).backlot.artifacts.reports).toEqual({ junit: "bots/one/backlot.xml" })
  })
})
