/** The commands of the prompt, on one server with the demo app. Source: docs/prompt.md. */
import { truncate, writeFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Backlot, stop } from "./Backlot.ts"
import { type DemoServer, demoServer } from "./DemoServer.ts"

let backlot: Backlot
let server: DemoServer
let url: string

beforeAll(async () => {
  backlot = await Backlot.make()
  server = await demoServer()
  url = server.url
})

afterAll(async () => {
  await server.stop()
  await backlot.remove()
})

const run = (...args: ReadonlyArray<string>) => backlot.run(args, { BACKLOT_SERVER: url })
const control = async (path: string): Promise<unknown> => (await fetch(`${url}/control/v1${path}`)).json()

describe("a person sees", () => {
  it("the answer to a command", async () => {
    expect(await run("use", "alice", "general", "/adopt animal:Dog name:Rex")).toEqual({
      code: 0,
      stdout: 'responded\nPet Shop: "🐕 **Rex** the dog has found a home with <@300000000000000001>."\n',
      stderr: ""
    })
  })

  it("a deferred answer once it is complete, or its first half", async () => {
    await run("use", "bob", "general", "/adopt animal:Cat name:Tom")
    const vet = ["use", "bob", "general", "/vet pet:Tom reason:check-up"]
    expect((await run(...vet)).stdout).toMatch(/^responded\nPet Shop.*: ".*Tom was at the vet/)
    expect((await run(...vet, "--until", "acknowledged")).stdout).toMatch(/^deferred\n/)
  })

  it("selects and buttons, that an answer is for them only, and what comes of them", async () => {
    await run("use", "carol", "general", "/adopt animal:Duck name:Otto")
    expect((await run("use", "carol", "general", "/pets list")).stdout).toContain("[Stroke one of them ▾ Otto]")
    expect((await run("select", "carol", "general", "stroke", "Otto")).stdout).toContain('"You stroked Otto."')
    expect((await run("use", "carol", "general", "/pets release name:Otto")).stdout).toBe(
      'responded\nPet Shop, to this user only: "Let Otto go?"\n  [Let go] [Keep]\n'
    )
    expect(await run("press", "carol", "general", "Kep")).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^BUTTON: no message with a button "Kep" here: .*; did you mean "Keep"\?\n$/)
    })
    expect((await run("press", "carol", "general", "Keep")).stdout).toContain('"Otto stays with you."')
  })

  it("a modal with the line that fills it in", async () => {
    await run("say", "bob", "general", "hello")
    const { stdout } = await run("menu", "bob", "general", "Praise")
    expect(stdout).toContain("  What is good about it? (words): paragraph\n")
    const [, id = ""] = /^fill it in by: backlot submit bob (\d+) NAME=VALUE…$/m.exec(stdout) ?? []
    const wrong = await run("submit", "bob", id, "What=The boats")
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "What is good about it?"?') })
    expect((await run("submit", "bob", id, "words=The boats")).stdout).toContain("praises: The boats")
  })

  it("what they say, as it is written, also in direct messages", async () => {
    expect(await run("say", "alice", "@bob", "a ${word} of $${them}")).toMatchObject({
      code: 0,
      stdout: 'Alice: "a ${word} of $${them}"\n'
    })
  })

  it("each step of the decision about a command", async () => {
    const { code, stdout } = await run("explain", "carol", "general", "/announce")
    expect({ code, lines: stdout.split("\n").slice(0, 3) }).toEqual({
      code: 0,
      lines: [
        "not visible, not usable",
        "STEP                        OUTCOME  BECAUSE",
        "command_exists              pass     the command is global"
      ]
    })
    expect(stdout).toMatch(/^default_member_permissions {2}fail {5}.*lacks MANAGE_MESSAGES/m)
  })

  it("the commands of an application as they are typed", async () => {
    const { stdout } = await run("commands", "--app", "pet shop", "--guild", "Harbour")
    const [head, adopt] = stdout.split("\n")
    expect([head?.split(/ {2,}/), adopt?.split(/ {2,}/)]).toEqual([
      ["COMMAND", "APP", "WHERE", "DESCRIPTION"],
      ["/adopt animal: name: [age:]", "Pet Shop", "everywhere", "Give a pet a home"]
    ])
    expect(stdout).toMatch(/^\/pets release name: /m)
    expect(stdout).toMatch(/^message menu: Praise /m)
    expect((await run("commands", "--app", "My App")).stdout).toMatch(/^no commands: /)
  })

  it("events of a type, to the last, and then those that happen", async () => {
    await run("say", "alice", "general", "the last of all")
    const kept = await run("events", "--type", "message.created")
    expect(kept.stdout.trimEnd().split("\n").at(-1)).toMatch(/^20\S+Z {2}message\.created {2}\{ guild_id: /)
    expect(kept.stdout).not.toMatch(/Z {2}interaction/)
    const following = backlot.launch(["events", "--follow", "--json", "--type", "message"], { BACKLOT_SERVER: url })
    await following.line(/the last of all/)
    await run("say", "alice", "general", "one more")
    expect(JSON.parse(await following.line(/one more/))).toMatchObject({ type: "message.created" })
    expect(await stop(following, "SIGINT")).toMatchObject({ code: 0 })
  })
})

describe("before a command is used, a person sees", () => {
  it("the choices that the app offers for what is typed", async () => {
    expect(await run("type", "alice", "general", "/adopt animal:D")).toEqual({
      code: 0,
      stdout: "responded\nchoices: Dog, Duck\n",
      stderr: ""
    })
    const { stdout } = await run("type", "alice", "general", "/adopt animal:D", "--json")
    expect(JSON.parse(stdout)).toMatchObject({ choices: [{ name: "Dog", value: "Dog" }, { name: "Duck" }] })
  })

  it("what the picker offers, best first, and all of it without a text", async () => {
    const { stdout } = await run("picker", "alice", "general", "/ad")
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["COMMAND", "APP", "DESCRIPTION"],
      ["/adopt", "Pet Shop", "Give a pet a home"],
      [""]
    ])
    const all = await run("picker", "carol", "general", "--json")
    const names = JSON.parse(all.stdout).commands.map(({ name }: { name: string }) => name)
    expect(names).toContain("adopt")
    expect(names).not.toContain("announce")
    expect(await run("picker", "alice", "general", "zzz")).toMatchObject({ code: 0, stdout: "the picker is empty\n" })
  })
})

describe("files", () => {
  it("come along with what a user says", async () => {
    await writeFile(backlot.path("rex.txt"), "woof")
    expect(await run("say", "alice", "general", "look", "--file", "rex.txt")).toMatchObject({
      code: 0,
      stdout: 'Alice: "look"\n  file rex.txt (text/plain; charset=utf-8, 4 bytes)\n'
    })
  })

  it("fill the ATTACHMENT options of a command", async () => {
    const option = { name: "photo", description: "A photo", type: 11, required: true }
    const made = await fetch(`${url}/api/v10/applications/100000000000000001/commands`, {
      method: "POST",
      headers: { authorization: "Bot pet-shop-bot-token", "content-type": "application/json" },
      body: JSON.stringify({ name: "show", description: "Shows a photo", options: [option] })
    })
    expect(made.status).toBe(201)
    await writeFile(backlot.path("rex.png"), "woof")
    const { stdout } = await run("use", "alice", "general", "/show", "--file", "photo=rex.png", "--json")
    const { interaction_id } = JSON.parse(stdout)
    const sent = await run("trace", interaction_id, "--json")
    expect(sent.stdout).toContain("rex.png")
  })

  it("are refused beyond their limit before anything is sent", async () => {
    await writeFile(backlot.path("large"), "")
    await truncate(backlot.path("large"), 64 * 1024 * 1024 + 1)
    expect(await run("say", "alice", "general", "look", "--file", "large")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^--file: .*64 MiB/)
    })
  })
})

it("an interaction is told from its decision to its answer; without an id the newest", async () => {
  const used = await run("use", "alice", "general", "/pets list", "--json")
  const { interaction_id } = JSON.parse(used.stdout)
  const { code, stdout } = await run("trace")
  const [head, ...lines] = stdout.trimEnd().split("\n")
  expect({ code, head }).toEqual({ code: 0, head: `${interaction_id} responded` })
  const whats = lines.map((line) => /^\+\d+\w* +(\w+) /.exec(line)?.[1])
  expect(whats).toEqual(["evaluated", "created", "delivering", "answered", "acknowledged"])
  const { now, ...told } = JSON.parse((await run("trace", interaction_id, "--json")).stdout)
  expect(await control(`/interactions/${interaction_id}`)).toMatchObject(told)
})

describe("the clock and the world", () => {
  it("are set and read", async () => {
    expect((await run("clock", "freeze")).stdout).toMatch(/^20\S+Z {2}frozen\n$/)
    expect((await run("clock", "set", "2080-01-01T00:00:00Z")).stdout).toBe("2080-01-01T00:00:00.000Z  frozen\n")
    expect((await run("clock", "advance", "15m")).stdout).toBe("2080-01-01T00:15:00.000Z  frozen\n")
    expect(await control("/clock")).toEqual({ now: "2080-01-01T00:15:00.000Z", mode: "frozen" })
    expect(JSON.parse((await run("clock", "--json")).stdout)).toEqual(await control("/clock"))
    expect((await run("clock", "run")).stdout).toMatch(/^2080-01-01T00:15:\S+Z {2}real\n$/)
  })

  it("are edited by names, and ids and texts stay what they are", async () => {
    const edited = await run(
      "world",
      "edit",
      "/guilds/harbour/channels/general",
      "topic=7 seas",
      "rate_limit_per_user=7"
    )
    expect(edited).toEqual({
      code: 0,
      stdout: 'FIELD                VALUE\ntopic                "7 seas"\nrate_limit_per_user  7\n',
      stderr: ""
    })
    const channel = "/guilds/Harbour/channels/general"
    expect(JSON.parse((await run("world", "edit", channel)).stdout)).toEqual(await control(channel))
    await run("world", "edit", channel, "topic=null", "rate_limit_per_user=0")
    const now = await control(channel)
    expect(now).toMatchObject({ topic: null })
    expect(now).not.toHaveProperty("rate_limit_per_user")
    const ship = "/applications/100000000000000009"
    const made = await run("world", "edit", ship, "name=Ship", "owner_id=300000000000000001", "--method", "put")
    expect(made.stdout).toContain('owner_id  "300000000000000001"\n')
    expect(await run("world", "edit", "/applications/Ship", "--method", "delete")).toMatchObject({
      code: 0,
      stdout: "done\n"
    })
  })
})

describe("a program gets with --json", () => {
  it("what the control plane answers, and that alone", async () => {
    const used = await run("use", "alice", "general", "/pets list", "--json")
    const { interaction_id, state, message } = JSON.parse(used.stdout)
    expect(await control(`/interactions/${interaction_id}`)).toMatchObject({ interaction_id, state })
    expect(message).toMatchObject({ flags: 64 })
    expect(message).not.toHaveProperty("ephemeral")
    const { stdout } = await run("explain", "bob", "general", "adopt", "--json")
    expect(JSON.parse(stdout)).toMatchObject({ visible: true, usable: true })
    const commands = JSON.parse((await run("commands", "--json")).stdout)
    expect(commands).toEqual(await control("/world?parts=commands"))
  })

  it("a refusal too, with the reason for people on stderr", async () => {
    const { code, stdout, stderr } = await run("use", "carol", "general", "/announce text:hi", "--json")
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 1,
      answer: { reason: "permission", code: 50035 }
    })
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^refused: permission — .* lacks MANAGE_MESSAGES .* in #general$/),
      "`backlot explain carol general /announce` says why",
      ""
    ])
  })
})

it.each<[args: ReadonlyArray<string>, code: number, line: string | RegExp]>([
  [["use", "alcie", "general", "/pets list"], 2, 'USER: there is no user "alcie"; did you mean "alice"?'],
  [["use", "alice", "genral", "/pets list"], 2, 'CHANNEL: there is no channel "genral"; did you mean "#general"?'],
  [["use", "alice", "general"], 2, /^TEXT is missing, as in: backlot use alice general "/],
  [
    ["explain", "alice", "general", "/annunce"],
    2,
    /^COMMAND: there is no command "\/annunce"; did you mean "announce"/
  ],
  [["commands", "--app", "Pat Shop"], 2, '--app: there is no application "Pat Shop"; did you mean "Pet Shop"?'],
  [["commands", "--guild", "x"], 2, /^--guild: there is no guild "x"; there are "Harbour"/],
  [["type", "alice", "general"], 2, /^TEXT is missing, as in: backlot type alice general "/],
  [["trace", "x"], 2, /^INTERACTION: "x" is not the id of an interaction/],
  [["trace", "1"], 2, /^INTERACTION: there is no interaction 1; /],
  [["say", "bob", "general", "x", "--file", "nothere"], 2, /^--file: ENOENT.*nothere/],
  [
    ["use", "bob", "general", "/adopt", "--file", "x"],
    2,
    /^--file "x" is not OPTION=PATH, as in: --file photo=rex\.png$/
  ],
  [["clock", "advance"], 2, "VALUE is missing, as in: backlot clock advance 15m"],
  [["clock", "advance", "15x"], 2, /^VALUE: "15x" is not allowed: a duration is a number with a unit/],
  [["clock", "freeze", "1s"], 2, 'clock freeze takes no "1s"'],
  [["clock", "stop"], 2, 'clock cannot "stop": it takes advance, set, freeze, run'],
  [["clock", "set", "never"], 1, /^400, code 50035, now: Must be an ISO 8601 time/],
  [["submit", "bob", "1", "a=b"], 1, "refused: unknown — this interaction opened no modal"],
  [["submit", "bob", "1", "a"], 2, '"a" is no NAME=VALUE'],
  [["world", "edit", "/guilds/Harbor", "name=x"], 2, 'PATH: there is no guild "Harbor"; did you mean "Harbour"?'],
  [["world", "edit", "/guilds/Harbour", "nam=x"], 1, /^400, code 50035, nam: /],
  [["world", "edit", "/guilds/Harbour", "name=x", "name=y"], 2, "name is given twice; give it once"],
  [["world", "edit", "/users/bob", "a=b", "--method", "delete"], 2, "--method delete takes no fields"],
  [
    ["clock", "--server", "http://127.0.0.1:2"],
    3,
    /^http:\/\/127\.0\.0\.1:2 does not answer \(.+\); start it by `backlot start`/
  ],
  [["events", "--server", "http://127.0.0.1:2"], 3, /^http:\/\/127\.0\.0\.1:2 does not answer/]
])("says in one line what is wrong, and what would do: %j", async (args, code, line) => {
  const ended = await run(...args)
  expect({ ...ended, stderr: ended.stderr.split("\n") }).toEqual({
    code,
    stdout: "",
    stderr: [typeof line === "string" ? line : expect.stringMatching(line), ""]
  })
})

it("a use that names no command is told where the commands are listed", async () => {
  const { code, stderr } = await run("use", "alice", "general", "/nothere")
  expect({ code, lines: stderr.split("\n") }).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^refused: unknown — There is no such command here/),
      "`backlot commands` lists the commands that there are",
      ""
    ]
  })
})
