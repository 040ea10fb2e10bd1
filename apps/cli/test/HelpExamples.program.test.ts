/** Each example of the helps, pasted into a shell in a folder that has the files it names. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { embed } from "@backlot/server/Embed"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { parse } from "yaml"
import { Backlot, type Launched } from "./Backlot.ts"
import { type DemoServer, demoServer } from "./DemoServer.ts"

/** They are pasted first, in this order, beside the demo app: each finds what the ones before it have left. */
const AT_THE_PROMPT = [
  "use",
  "type",
  "picker",
  "press",
  "select",
  "menu",
  "submit",
  "say",
  "explain",
  "commands",
  "events",
  "trace",
  "clock",
  "world edit"
]

const CALLS = [
  ...AT_THE_PROMPT,
  "",
  "serve",
  "start",
  "init",
  "simulate",
  "exec",
  "demo",
  "check",
  "world",
  "world export",
  "world import",
  "world reset",
  "open",
  "mcp"
]

const DEMO_WORLD = join(import.meta.dirname, "../../../examples/worlds/demo.yaml")
const COMMAND = JSON.stringify({ name: "ping", description: "Answers" })
const SCENARIO = `
name: adopt a pet
steps:
  - as: alice
    in: general
    use: "/adopt"
    expect: { refused: unknown }
`
const FILES: Readonly<Record<string, string>> = {
  "adopt.scenario.yaml": SCENARIO,
  "scenarios/adopt.scenario.yaml": SCENARIO,
  "bot.test.js": "if (process.env.BACKLOT_APP_TOKEN === undefined) process.exit(1)",
  // As a bot calls the platform.
  "bot.js": `require("node:https").get("https://discord.com/api/v10/gateway", (answer) => process.exit(answer.statusCode === 200 ? 0 : 1))`,
  "package.json": '{ "scripts": { "test": "node bot.test.js", "start": "backlot demo" } }',
  "commands.json": COMMAND,
  "commands.js": `module.exports = ${COMMAND}`,
  "src/commands/ping.ts": `export default ${COMMAND}`
}

/** Those that run until they are stopped, or for long: what they print when they are on their way. */
const RUNNING: Readonly<Record<string, RegExp>> = {
  "backlot serve": /Control base/,
  "backlot serve --world world.yaml --memory --port 0 --ready-file ready.json": /Control base/,
  "BACKLOT_PORT=7000 backlot serve --reset": /Control base/,
  "backlot start --memory": /Demo app ready/,
  "backlot exec -- backlot demo": /Demo app ready/,
  "backlot simulate adopt.scenario.yaml --watch --grep 'adopt a pet'": /1 passed/,
  "backlot simulate adopt.scenario.yaml --users 50 --duration 30s --threshold 'p95: < 50ms'": /in flight/,
  "backlot simulate --random --seed 1": /seed 1:/,
  "backlot events --follow --json": /"type":"interaction.created"/
}

/** What ends with another code, and why that is as it should be. */
const CODES: Readonly<Record<string, number>> = {
  // The server has other commands than the file.
  "backlot check commands.js --against http://127.0.0.1:6780 --application 'Pet Shop' --exit-code": 1
}

const backlot = await Backlot.make()
const scope = Scope.makeUnsafe()
let url: string
/** The server with the demo app. */
let played: DemoServer

/** What stands under EXAMPLES in the help of a command. */
const examplesOf = async (call: string): Promise<ReadonlyArray<readonly [call: string, line: string]>> => {
  const { stdout } = await backlot.run([...call.split(" ").filter((word) => word !== ""), "--help"])
  const [, shown = ""] = stdout.split("EXAMPLES\n")
  return [...shown.matchAll(/^ {2}(?!#)(\S.*)$/gm)].map(([, line = ""]) => [call, line])
}
const EXAMPLES = (await Promise.all(CALLS.map(examplesOf))).flat()

/** The shell finds the program by its name. */
const paste = (line: string, variables: Record<string, string> = {}): Launched => {
  const here = line.replace(/http:\/\/127\.0\.0\.1:(?:6780|7000)/, url).replace("PORT=7000", "PORT=0")
  const PATH = `${backlot.path("bin")}:${backlot.folder}:${dirname(process.execPath)}:${process.env["PATH"]}`
  return backlot.launchProgram(
    ["bash", "-c", here],
    { PATH, HOME: backlot.folder, BACKLOT_PORT: "0", ...variables },
    { alone: true }
  )
}

/** The answer of the control plane. */
const act = async (...args: ReadonlyArray<string>): Promise<{ readonly interaction_id: string }> => {
  const { code, stdout, stderr } = await backlot.run([...args, "--json"], { BACKLOT_SERVER: played.url })
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** What an example needs that no example does. */
const BEFORE: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  "backlot press alice general Keep": async () => {
    await act("use", "alice", "general", "/pets release name:Otto")
    return {}
  },
  // The id of an interaction is another one each time.
  'backlot submit bob 700000000000000001 "What is good about it?=The boats"': async () => ({
    "700000000000000001": (await act("menu", "bob", "general", "Praise")).interaction_id
  })
}

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(backlot.path(name)), { recursive: true })
    await writeFile(backlot.path(name), text)
  }
  const words = backlot.command([]).map((word) => `'${word}'`)
  await mkdir(backlot.path("bin"))
  await writeFile(backlot.path("bin/backlot"), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, { mode: 0o755 })
  // The browser that `open` finds first.
  await writeFile(backlot.path("chromium"), "#!/bin/sh\nexit 0\n", { mode: 0o755 })
  const world = await readFile(DEMO_WORLD, "utf8")
  await writeFile(backlot.path("world.yaml"), world)
  await writeFile(backlot.path("world.json"), JSON.stringify(parse(world)))
  const running = Effect.runPromise(Scope.provide(embed({ world: parse(world) }), scope))
  url = (await running).addresses.url
  played = await demoServer()
  await act("use", "alice", "general", "/adopt animal:Duck name:Otto")
  const data = ["--data", ".backlot/backlot.db"]
  expect(await backlot.run(["world", "import", "world.yaml", ...data])).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await played.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await backlot.remove()
})

it("every command has an example in its help, and what is said of examples here is said of one", () => {
  expect(new Set(EXAMPLES.map(([call]) => call))).toEqual(new Set(CALLS))
  const lines = new Set(EXAMPLES.map(([, line]) => line))
  const told = [RUNNING, CODES, BEFORE].flatMap(Object.keys)
  expect(told.filter((line) => !lines.has(line))).toEqual([])
})

/** What two commands show is pasted once. */
const PASTED = [...new Map(EXAMPLES.map((example) => [example[1], example])).values()]

it.each(PASTED)("help of `backlot %s`, pasted: %s", async (call, line) => {
  const isPlayed = AT_THE_PROMPT.includes(call)
  const other = Object.entries((await BEFORE[line]?.()) ?? {})
  const asked = other.reduce((text, [id, now]) => text.replace(id, now), line)
  const server = isPlayed ? { BACKLOT_SERVER: played.url } : /^(?:world|open)/.test(call) ? { BACKLOT_SERVER: url } : {}
  const pasted = paste(asked, server)
  const until = RUNNING[line]
  if (until !== undefined) {
    await pasted.line(until)
    process.kill(-Number(pasted.child.pid), "SIGTERM")
    return void (await pasted.ended)
  }
  const { code, stdout, stderr } = await pasted.ended
  expect(code, stdout + stderr).toBe(CODES[line] ?? 0)
})
