/** The template for GitLab, and the CI files that `init` writes, each run in a project with a bot that knows nothing of Backlot. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { parse } from "yaml"
import { gitLabJobs, runGitLabJob } from "../src/GitLab.ts"
import { ROOT, scenario, Workshop } from "../src/Packed.ts"
import { type Place, runSteps } from "../src/Runner.ts"

const workshop = new Workshop()
afterAll(() => workshop.remove())

/** A checkout of a project that has Backlot among its dependencies, and nothing installed. */
const checkout = (files: Readonly<Record<string, string>> = {}): Place => {
  const place = workshop.project({ ".gitignore": "node_modules\n", ...files })
  workshop.run(place, "npm", "install", "--save-dev", workshop.tarball)
  for (const args of [
    ["init", "--quiet"],
    ["remote", "add", "origin", "git@gitlab.example.org:somebody/a-bot.git"]
  ])
    workshop.run(place, "git", ...args)
  return place
}

const commit = (place: Place) => {
  rmSync(join(place.workspace, "node_modules"), { recursive: true })
  workshop.run(place, "git", "add", "--all")
  workshop.run(place, "git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "all")
}

const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8")
const [, included = ""] = /^```yaml\n(include:[\s\S]*?)^```/m.exec(page) ?? []

it("the template, included as docs/ci.md says, plays and gives GitLab its reports", () => {
  const place = checkout({
    ".gitlab-ci.yml": included,
    "scenarios/ping.scenario.yaml": scenario("ping", "pong"),
    "scenarios/wrong.scenario.yaml": scenario("wrong", "pang")
  })
  cpSync(join(ROOT, "ci"), join(place.workspace, "ci"), { recursive: true })
  commit(place)
  const { script } = gitLabJobs(place.workspace)["backlot"] ?? { script: [] }
  expect(script[0]).toBe("npm ci")
  expect(script[2]).toContain("simulate scenarios --parallel 4 --report junit=backlot-report/backlot.xml")
  const { code, log } = runGitLabJob(place.workspace, "backlot", place.variables)
  expect(log).toContain("1 failed, 1 passed (2)")
  expect(code).toBe(1)
  const made = (name: string) =>
    readFileSync(join(place.workspace, ".gitlab-ci-local/artifacts/backlot/backlot-report", name), "utf8")
  expect(made("backlot.xml")).toContain('<testsuite name="wrong"')
  expect(made("backlot.html")).toMatch(/^<!doctype html>/)
  const location = { path: "scenarios/wrong.scenario.yaml", lines: { begin: 7 } }
  expect(JSON.parse(made("quality.json"))).toMatchObject([{ severity: "major", location }])
})

/** A project for which init wrote the CI file. */
const initiated = (ci: string): Place => {
  const place = checkout({ ".env": "DISCORD_TOKEN=of-nobody\n" })
  const args = ["backlot", "init", "--command", "node bot.mjs", "--ci", ci]
  expect(workshop.run(place, "npx", ...args)).toContain("1 passed (1)")
  commit(place)
  return place
}

it("what init writes for GitHub installs by npm ci and plays, and is red when the bot answers something else", () => {
  const place = initiated("github")
  const { jobs } = parse(readFileSync(join(place.workspace, ".github/workflows/backlot.yml"), "utf8"))
  const { steps } = jobs.scenarios
  expect(steps.flatMap(({ run = [] }) => run)[0]).toBe("npm ci")
  const played = runSteps(steps, place)
  expect(played.log).toContain("1 passed (1)")
  expect(played.failed).toBe(false)
  const bot = join(place.workspace, "bot.mjs")
  writeFileSync(bot, readFileSync(bot, "utf8").replace('"pong"', '"pang"'))
  expect(runSteps(steps.slice(-1), place)).toMatchObject({ failed: true })
})

it("what init writes for GitLab installs by npm ci and plays", () => {
  const place = initiated("gitlab")
  const { code, log } = runGitLabJob(place.workspace, "backlot", place.variables)
  expect(log).toContain("1 passed (1)")
  expect(code).toBe(0)
})
