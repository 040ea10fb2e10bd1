/** `backlot mcp`, with the protocol's own client library, beside the demo app. Source: docs/agents.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { type Agent, agent, DEMO_APP } from "./Agent.ts"

const PAGE = readFileSync(join(ROOT, "docs/agents.md"), "utf8")
const TOOLS = Array.from(PAGE.matchAll(/^\| `([a-z_]+)` \|/gm), ([, name = ""]) => name)

let mcp: Agent
const called = new Set<string>()
const answers: Array<number> = []

beforeAll(async () => {
  mcp = await agent(["--seed", "7", "--", process.execPath, DEMO_APP])
}, 90_000)

afterAll(() => mcp.close())

const call: Agent["call"] = async (name, given, signal) => {
  called.add(name)
  const answered = await mcp.call(name, given, signal)
  answers.push(answered.bytes)
  return answered
}

const GENERAL = { channel: "general" }

describe("an agent is told", () => {
  it("what serves it, and how to begin", () => {
    expect(mcp.client.getServerVersion()).toMatchObject({ name: "backlot" })
    expect(mcp.client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} })
    expect(mcp.client.getInstructions()).toMatch(/`overview` first/)
  })

  it("the tools of docs/agents.md, each argument with a description", async () => {
    const { tools } = await mcp.client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS.toSorted())
    for (const { name, description = "", inputSchema, outputSchema } of tools) {
      expect(description.length, name).toBeGreaterThan(40)
      expect(outputSchema?.type, name).toBe("object")
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(schema, `${name} ${argument}`).toMatchObject({ description: expect.stringMatching(/^.{8}/) })
    }
  })

  it("what there is, and what the app has registered", async () => {
    const { text, value } = await call("overview")
    expect(text).toMatch(/^users: alice, bob, carol$/m)
    expect(value).toMatchObject({ guilds: [{ name: "Harbour" }], app_under_test: { state: expect.any(String) } })
    const listed = await call("list_commands", { app: "pet shop" })
    expect(listed.text).toMatch(/^\/adopt animal: name: \[age:\] +Pet Shop /m)
    expect(await call("list_commands", { app: "Pat Shop" })).toMatchObject({
      isError: true,
      text: 'app: there is no application "Pat Shop"; did you mean "Pet Shop"?'
    })
    expect(await call("app", { lines: 5 })).toMatchObject({
      text: expect.stringContaining("Demo app ready"),
      value: { state: "running" }
    })
  })
})

describe("an agent plays users", () => {
  it("who use commands, and sees what they see", async () => {
    const alice = { user: "alice", ...GENERAL }
    expect(await call("picker", { ...alice, query: "/ad" })).toMatchObject({ value: { commands: [{ name: "adopt" }] } })
    expect(await call("autocomplete", { ...alice, text: "/adopt animal:D" })).toMatchObject({
      text: expect.stringContaining("choices: Dog, Duck"),
      value: { choices: [{ value: "Dog" }, { value: "Duck" }] }
    })
    const used = await call("use_command", { ...alice, text: "/adopt animal:Dog name:Rex" })
    expect(used.text).toMatch(/^responded\nPet Shop: "🐕 \*\*Rex\*\* the dog/)
    expect(used.value).toMatchObject({ state: "responded", message: { ephemeral: false } })
    expect(await call("trace", { interaction_id: used.value?.["interaction_id"] })).toMatchObject({
      text: expect.stringMatching(/^\+\d+ms +answered /m),
      value: { state: "responded", trace: expect.arrayContaining([expect.objectContaining({ what: "delivering" })]) }
    })
  })

  it("who press, choose and fill in", async () => {
    const alice = { user: "alice", ...GENERAL }
    await call("use_command", { ...alice, text: "/adopt animal:Duck name:Otto" })
    await call("use_command", { ...alice, text: "/pets list" })
    const chosen = await call("select", { ...alice, menu: "stroke", values: ["Otto"] })
    expect(chosen.text).toContain('"You stroked Otto."')
    await call("use_command", { ...alice, text: "/pets release name:Otto" })
    expect((await call("press", { ...alice, button: "Keep" })).text).toContain('"Otto stays with you."')
    await call("say", { user: "bob", ...GENERAL, text: "hello" })
    const opened = await call("use_menu", { user: "bob", ...GENERAL, command: "Praise" })
    const { interaction_id } = opened.value ?? {}
    expect(opened.text).toContain(`interaction_id ${interaction_id}: \`submit\` as bob`)
    const fields = { "What is good about it?": "The boats" }
    expect((await call("submit", { user: "bob", interaction_id, fields })).text).toContain("praises: The boats")
    expect(await call("look", { user: "carol", ...GENERAL, limit: 1 })).toMatchObject({
      text: expect.stringContaining("praises: The boats"),
      value: { messages: [{ ephemeral: false }] }
    })
  })

  it("of whom two act at once", async () => {
    const [dog, cat] = await Promise.all([
      call("use_command", { user: "bob", ...GENERAL, text: "/adopt animal:Dog name:Bello" }),
      call("use_command", { user: "carol", ...GENERAL, text: "/adopt animal:Cat name:Tom" })
    ])
    expect([dog.text, cat.text]).toEqual([expect.stringContaining("**Bello**"), expect.stringContaining("**Tom**")])
  })

  it("who are refused: the reason, the code, and the tool that shows more", async () => {
    const refused = await call("use_command", { user: "carol", ...GENERAL, text: "/announce text:hi" })
    expect(refused).toMatchObject({ isError: true, value: { refused: "permission", code: 50035 } })
    expect(`${refused.text}\n`).toBe(/^```text\n([\s\S]*?)^```/m.exec(PAGE)?.[1])
    const explained = await call("explain", { user: "carol", ...GENERAL, command: "/announce" })
    expect(explained).toMatchObject({ isError: false, value: { visible: false, usable: false } })
    expect(explained.text).toMatch(/^default_member_permissions +fail .*MANAGE_MESSAGES/m)
  })
})

describe("an agent sees and changes", () => {
  it("the clock", async () => {
    expect((await call("clock", { mode: "frozen" })).value).toMatchObject({ mode: "frozen" })
    expect((await call("clock", { set: "2080-01-01T00:00:00Z" })).text).toBe("2080-01-01T00:00:00.000Z  frozen")
    expect((await call("clock", { advance: "15m" })).value).toEqual({ now: "2080-01-01T00:15:00.000Z", mode: "frozen" })
    expect(await call("clock", { advance: "1s", mode: "real" })).toMatchObject({
      isError: true,
      text: "mode: give one of advance, set and mode, not also advance"
    })
    expect((await call("clock", { mode: "real" })).value).toMatchObject({ mode: "real" })
  })

  it("what happened since a position", async () => {
    const before = await call("events", { limit: 1 })
    const after = before.value?.["last"]
    await call("say", { user: "alice", ...GENERAL, text: "the newest of all" })
    const { value } = await call("events", { after, type: "message" })
    expect(value).toMatchObject({ events: [{ type: "message.created" }], more: false })
    expect(JSON.stringify(value)).toContain("the newest of all")
    expect((await call("events", { after: 0, limit: 2 })).value).toMatchObject({ last: 2, more: true })
  })

  it("elements of the world, the whole world, and its beginning", async () => {
    const path = "/guilds/harbour/channels/general"
    expect((await call("world", { method: "patch", path, body: { topic: "Boats" } })).text).toMatch(/topic +"Boats"/)
    expect((await call("world", { method: "get", path })).value).toMatchObject({ body: { topic: "Boats" } })
    expect(await call("world", { method: "patch", path, body: { nam: 1 } })).toMatchObject({
      isError: true,
      value: { status: 400, code: 50035 }
    })
    expect(await call("world", { method: "put", path })).toMatchObject({ isError: true, text: /^body: put needs/ })
    expect((await call("export_world", { file: "world.yaml" })).text).toMatch(
      /^Wrote the world to world\.yaml, \d+ bytes/
    )
    expect(readFileSync(join(mcp.folder, "world.yaml"), "utf8")).toContain("topic: Boats")
    // A world is replaced; what is none, or elsewhere, is not.
    expect(await call("export_world", { file: "world.yaml" })).toMatchObject({ isError: false })
    for (const [file, why] of [
      ["package.json", /^file: \S*package\.json is there and is no world/],
      [join("..", "world.yaml"), /^file: \S*world\.yaml is outside of \S*: name a file in this folder/]
    ] as const) {
      writeFileSync(join(mcp.folder, "package.json"), '{ "name": "pets" }')
      expect(await call("export_world", { file })).toMatchObject({ isError: true, text: expect.stringMatching(why) })
      expect(readFileSync(join(mcp.folder, "package.json"), "utf8")).toBe('{ "name": "pets" }')
    }
    expect((await call("export_world")).value).toMatchObject({ text: expect.stringContaining("topic: Boats") })
    expect(await call("reset_world")).toMatchObject({ isError: false })
    expect((await call("world", { method: "get", path })).value?.["body"]).not.toMatchObject({ topic: "Boats" })
    expect(await call("app", { restart: true })).toMatchObject({ isError: false, value: { state: "running" } })
  })
})

describe("an agent has files judged", () => {
  it("command definitions", async () => {
    const definitions = [{ name: "Ping me", description: "Answers" }]
    expect(await call("check_commands", { definitions })).toMatchObject({
      isError: false,
      value: { commands: 1, errors: [{ line: 3, path: "[0].name", code: "APPLICATION_COMMAND_INVALID_NAME" }] }
    })
    writeFileSync(join(mcp.folder, "commands.json"), '{ "name": "ping", "description": "Answers" }')
    expect((await call("check_commands", { file: "commands.json" })).value).toMatchObject({ commands: 1, errors: [] })
    expect(await call("check_commands", { file: "nothere.json" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^file: nothere\.json: /)
    })
  })

  it("scenarios: what passes, what fails and where, and what cannot be read", async () => {
    const first = ["name: adopt", "steps:", "  - { as: alice, in: general, use: /adopt, expect: { refused: unknown } }"]
    writeFileSync(join(mcp.folder, "good.scenario.yaml"), first.join("\n"))
    writeFileSync(join(mcp.folder, "bad.scenario.yaml"), first.join("\n").replace("unknown", "permission"))
    writeFileSync(join(mcp.folder, "wrong.scenario.yaml"), first.join("\n").replace("use:", "usee:"))
    expect(await call("play_scenario", { files: ["good.scenario.yaml"] })).toMatchObject({
      isError: false,
      value: { verdict: "passed", scenarios: [{ name: "adopt", status: "passed" }] }
    })
    const failed = await call("play_scenario", { files: ["bad.scenario.yaml"] })
    expect(failed.text).toContain("bad.scenario.yaml:3")
    expect(failed.value).toMatchObject({
      verdict: "failed",
      scenarios: [{ status: "failed", place: "bad.scenario.yaml:3" }]
    })
    expect(await call("play_scenario", { files: ["wrong.scenario.yaml"] })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/usee.*did you mean use\?/)
    })
  }, 90_000)

  it("and stops a scenario that it no longer wants, with the program that it started", async () => {
    const pid = join(mcp.folder, "pid")
    const app = `${process.execPath} -e "require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"`
    const text = {
      name: "long",
      app: { command: app, ready: { log: "never", within: "10m" } },
      timeout: "10m",
      steps: []
    }
    writeFileSync(
      join(mcp.folder, "long.scenario.json"),
      JSON.stringify({ ...text, steps: [{ as: "alice", in: "general", say: "x" }] })
    )
    const stop = new AbortController()
    const playing = call("play_scenario", { files: ["long.scenario.json"] }, stop.signal)
    await expect.poll(() => existsSync(pid) && readFileSync(pid, "utf8"), { timeout: 60_000 }).toMatch(/^\d+$/)
    stop.abort("no longer wanted")
    await expect(playing).rejects.toThrow("no longer wanted")
    await expect.poll(() => isRunning(Number(readFileSync(pid, "utf8"))), { timeout: 30_000 }).toBe(false)
    expect(await call("clock")).toMatchObject({ isError: false })
  }, 120_000)
})

it.each([
  [
    "use_command",
    { user: "alice", chanel: "general", text: "/x" },
    "chanel: unknown field; did you mean channel?\nchannel: is missing"
  ],
  ["look", { user: "alice", channel: "general", limit: 900 }, /^limit: /],
  ["clock", { mode: "slow" }, 'mode: "slow" is not one of frozen, real'],
  ["press", { user: "alice", channel: "general", button: 7 }, /^button: must be a text, not a number/],
  [
    "use_command",
    { user: "alcie", channel: "general", text: "/x" },
    'user: there is no user "alcie"; did you mean "alice"?'
  ],
  ["trace", { interaction_id: "x" }, /^interaction_id: "x" is not the id of an interaction/]
])("a wrong argument is named, with what would do: %s %j", async (name, given, text) => {
  const wrong = await call(name, given)
  expect(wrong.isError).toBe(true)
  if (typeof text === "string") expect(wrong.text).toBe(text)
  else expect(wrong.text).toMatch(text)
})

it("a tool that is not there is an error of the protocol", async () => {
  await expect(mcp.call("nothere")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("nothere") })
})

it("resources are the pages, the schemas, the world and what was done; prompts are tasks", async () => {
  const { resources } = await mcp.client.listResources()
  const read = async (uri: string) => {
    const [content] = (await mcp.client.readResource({ uri })).contents
    return content !== undefined && "text" in content ? content.text : ""
  }
  for (const { uri, name, description } of resources) {
    expect({ uri, name, description }).toEqual({
      uri,
      name: expect.stringMatching(/./),
      description: expect.stringMatching(/./)
    })
    expect((await read(uri)).length, uri).toBeGreaterThan(100)
  }
  expect(await read("backlot://docs/scenarios")).toBe(readFileSync(join(ROOT, "docs/scenarios.md"), "utf8"))
  expect(JSON.parse(await read("backlot://schema/scenario"))).toMatchObject({ $defs: expect.anything() })
  expect(await read("backlot://transcript")).toContain(
    "carol in #general uses /announce text:hi\n  refused: permission"
  )
  const { prompts } = await mcp.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(["first_scenario", "explain_failing_scenario"])
  const asked = await mcp.client.getPrompt({ name: "explain_failing_scenario", arguments: { file: "x.yaml" } })
  expect(JSON.stringify(asked.messages)).toContain("x.yaml")
})

it("every tool was called, and no answer was larger than 64 KiB", () => {
  expect([...called].toSorted()).toEqual(TOOLS.toSorted())
  expect(Math.max(...answers)).toBeLessThan(64 * 1024)
})

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
