/** `backlot` as people install it: one package by npm, in an empty project, and all that it promises. */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { type Projects, pack, run } from "./Projects.ts"

let projects: Projects
let project: string

// Programs of their own, which take long on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

beforeAll(() => {
  projects = pack()
  project = projects.make("one", [])
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--save-dev", projects.tarball("backlot")]
  execFileSync("npm", args, { cwd: project, stdio: "pipe" })
})

afterAll(() => projects.remove())

const within = (path: string): string => join(project, "node_modules", path)
const program = "node_modules/backlot/dist/program/main.js"

it("is one package, of less than 20 MB, that brings no other", () => {
  expect(readdirSync(within(".")).filter((name) => !name.startsWith("."))).toEqual(["backlot"])
  expect(readdirSync(within(".bin"))).toEqual(["backlot"])
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
    readFileSync(within("backlot/package.json"), "utf8")
  )
  expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({})
  const files = readdirSync(within("backlot"), { recursive: true, encoding: "utf8" })
  const bytes = files.map((file) => statSync(within(join("backlot", file)))).filter((one) => one.isFile())
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(20_000_000)
  expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "dist/THIRD-PARTY-LICENSES"]))
})

it("has the program, which plays scenario files of both kinds and a bot that it intercepts", async () => {
  expect(await run(project, [program, "--version"])).toMatchObject({ code: 0, output: expect.stringMatching(/\d/) })
  const { code, output } = await run(project, [program, "simulate", "ping.scenario.yaml", "typed.scenario.ts"])
  expect(output).toContain("Scenarios  2 passed (2)")
  expect(code).toBe(0)
})

it("has the console", async () => {
  const text = `
    const { url } = JSON.parse(await (await import("node:fs")).promises.readFile("ready.json", "utf8"))
    const page = await (await fetch(url)).text()
    console.log(page.includes('id="root"') || page.includes("<script"))`
  const served = [
    program,
    "exec",
    "--ready-file",
    "ready.json",
    "--",
    process.execPath,
    "--input-type=module",
    "-e",
    text
  ]
  expect((await run(project, served)).output).toContain("true\n")
})

it("is the testkit, for who imports and for who requires", async () => {
  const tested = await run(project, ["--test", "ping.test.js"])
  expect(tested.output).toMatch(/pass 1\n/)
  expect(tested.code).toBe(0)
  const required = await run(project, ["--eval", `console.log(Object.keys(require("backlot")))`])
  expect(required.output).toContain("Backlot")
})

it("has whole types, which need no other package, under --strict with the libraries checked too", async () => {
  const typed = projects.make("typed-one", ["typescript", "@types/node", "backlot"], [])
  execFileSync("cp", [
    "-r",
    ...["typed.ts", "typed.scenario.ts", "tsconfig.json", "package.json"].map((file) => join(project, file)),
    typed
  ])
  expect(await run(typed, ["node_modules/typescript/bin/tsc", "-p", "."])).toEqual({ code: 0, output: "" })
})

/** What `backlot mcp` of the package answers to each request, by its place. */
const asked = (
  requests: ReadonlyArray<{ readonly method: string; readonly params: object }>
): ReadonlyArray<string> => {
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "agent", version: "1" } }
  const messages = [
    { id: 0, method: "initialize", params: client },
    { method: "notifications/initialized" },
    ...requests.map((request, index) => ({ id: index + 1, ...request }))
  ]
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("")
  const written = execFileSync(process.execPath, [program, "mcp", "--memory"], {
    ...{ cwd: project, input, encoding: "utf8" },
    stdio: ["pipe", "pipe", "ignore"]
  })
  const answers = written
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  return [undefined, ...requests].map((_, id) => JSON.stringify(answers.find((one) => one.id === id)?.result))
}

it("serves a coding agent", () => {
  const answers = asked([
    { method: "resources/read", params: { uri: "backlot://docs/scenarios" } },
    { method: "tools/call", params: { name: "overview", arguments: {} } }
  ])
  expect(answers).toEqual(
    ['"name":"backlot"', "# Scenario files", "users: alice, bob, carol"].map((text) => expect.stringContaining(text))
  )
})

it("tells language models of its pages: each that it has is listed, and each link leads to the page of that title", () => {
  const text = readFileSync(within("backlot/dist/llms.txt"), "utf8")
  expect(text).toMatch(/^# Backlot\n\n> Backlot is .+\n\n/)
  const links = Array.from(text.matchAll(/^- \[(.+?)\]\((\S+)\): .{10,}$/gm), ([, title = "", uri = ""]) => ({
    title,
    uri
  }))
  expect(links).toHaveLength(text.split("\n").filter((line) => line.startsWith("- ")).length)
  const reads = links.map(({ uri }) => ({ method: "resources/read", params: { uri } }))
  const [, listed = "", ...read] = asked([{ method: "resources/list", params: {} }, ...reads])
  const offered = Array.from(listed.matchAll(/"uri":"(backlot:\/\/docs\/[^"]+)"/g), ([, uri]) => uri)
  expect(offered.length).toBeGreaterThan(5)
  expect(links.map(({ uri }) => uri).toSorted()).toEqual(offered.toSorted())
  for (const [index, { title }] of links.entries())
    expect(read[index]?.replaceAll("`", "")).toContain(`"text":"# ${title}\\n`)
})

it("has the schemas of its files", async () => {
  const text = ["scenario", "world"].map(
    (name) => `console.log(require("backlot/schemas/${name}.json").$schema !== undefined)`
  )
  expect((await run(project, ["--eval", text.join("\n")])).output).toBe("true\ntrue\n")
})

it("the schema line of the files that init writes leads to them", async () => {
  const { code, output } = await run(project, [program, "init", "--command", "backlot demo"])
  expect(code, output).toBe(0)
  const files = ["backlot/first.scenario.yaml", "backlot/world.yaml"]
  const lines = files.map(
    (file) => /^# yaml-language-server: \$schema=(\S+)$/m.exec(readFileSync(join(project, file), "utf8"))?.[1]
  )
  expect(lines).toEqual([expect.stringContaining("scenario.json"), expect.stringContaining("world.json")])
  for (const line of lines)
    expect(JSON.parse(readFileSync(join(project, "backlot", line ?? ""), "utf8"))).toHaveProperty("$id")
})
