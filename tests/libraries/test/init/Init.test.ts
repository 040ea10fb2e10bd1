/** `backlot init` in the folder of a bot that knows nothing of Backlot: docs/init.md. */
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { afterAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { ROOT } from "../ExampleFiles.ts"
import { hasNamespaces } from "../intercept/Machine.ts"
import { discordPy } from "../steps/DiscordPy.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const BOTS = join(import.meta.dirname, "../intercept")
const MODULES = join(import.meta.dirname, "../../node_modules")
const LIMIT = 120_000

/** Nobody's. */
const TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.not-a-real-token-of-anybody-at-all"

const root = mkdtempSync(join(tmpdir(), "backlot-init-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Ended {
  readonly code: unknown
  readonly output: string
}

class Folder {
  readonly path = mkdtempSync(join(root, "bot-"))

  write(name: string, text: string): this {
    mkdirSync(dirname(join(this.path, name)), { recursive: true })
    writeFileSync(join(this.path, name), text)
    return this
  }

  bot(name: string, as: string): this {
    cpSync(join(BOTS, name), join(this.path, as))
    return this
  }

  modules(): this {
    symlinkSync(MODULES, join(this.path, "node_modules"))
    return this
  }

  read = (name: string): string => readFileSync(join(this.path, name), "utf8")

  run = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...childEnvironment(), ...variables }
      execFile(process.execPath, [PROGRAM, ...args], { cwd: this.path, env, timeout: LIMIT }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr })
      )
    })

  /** Every file of ours, with its text. */
  files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      ["backlot", ".github/workflows", "."].flatMap((folder) =>
        entriesOf(join(this.path, folder)).map((name) => [`${folder}/${name}`, this.read(`${folder}/${name}`)])
      )
    )
}

const entriesOf = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
  } catch {
    return []
  }
}

const manifest = (library: string, more: object = {}): string =>
  JSON.stringify({ name: "a-bot", dependencies: { [library]: "*" }, ...more })

/** It passes, and a second run changes nothing and passes too. */
const isGreen = async (folder: Folder, variables: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { code, output } = await folder.run(["init"], variables)
  expect(code, output).toBe(0)
  expect(output).toContain("wrote backlot/world.yaml\nwrote backlot/first.scenario.yaml")
  expect(output).toContain("1 passed (1)")
  const written = folder.files()
  expect(JSON.stringify(Object.entries(written).filter(([name]) => name !== "./.env"))).not.toContain(TOKEN)
  expect(output).not.toContain(TOKEN)
  const again = await folder.run(["init"], variables)
  expect(again.code, again.output).toBe(0)
  expect(again.output).toContain("left backlot/first.scenario.yaml")
  expect(again.output).toContain("1 passed (1)")
  expect(folder.files()).toEqual(written)
  return output
}

const steps = (folder: Folder): unknown => parse(folder.read("backlot/first.scenario.yaml")).steps

// What `unshare` lacks is the system's: a container without the right to make namespaces.
const missing = discordPy.missing ?? (hasNamespaces() ? undefined : "no namespace is allowed here")
const PATH = `/usr/bin:${process.env["PATH"]}`

describe("init, in the folder of a bot", () => {
  it(
    "on discord.js uses its first command, expects what was answered, and writes the CI file of a repository on GitHub",
    async () => {
      const folder = new Folder()
        .bot("DiscordBot.cjs", "bot.cjs")
        .modules()
        .write("package.json", manifest("discord.js", { scripts: { start: "node bot.cjs" } }))
        .write(".env", `DISCORD_TOKEN=${TOKEN}\nCLIENT_ID=123456789012345678\nLOG_CHANNEL_ID=223456789012345678\n`)
        .write(".git/config", '[remote "origin"]\n\turl = git@github.com:somebody/a-bot.git\n')
      const output = await isGreen(folder)
      expect(output).toContain("Found a bot on discord.js (node), started by: npm start")
      expect(output).toContain("It registered /ping, /files, /outside")
      const expected = { state: "responded", message: { content: "pong, your picture is image/png" } }
      expect(steps(folder)).toEqual([{ as: "alice", in: "general", use: "/ping", expect: expected }])
      const world = parse(folder.read("backlot/world.yaml"))
      expect(world.applications[0].id).toBe("123456789012345678")
      expect(world.guilds[0].channels).toContainEqual({ id: "223456789012345678", name: "log" })
      const { jobs } = parse(folder.read(".github/workflows/backlot.yml"))
      expect(JSON.stringify(jobs)).toMatch(/backlot@\S+ simulate backlot /)
    },
    LIMIT
  )

  it(
    "on eris, which registers no command, finds what it answers to",
    async () => {
      const folder = new Folder()
        .bot("ErisBot.cjs", "index.cjs")
        .modules()
        .write("package.json", manifest("eris", { main: "index.cjs" }))
        .write(".env.example", "TOKEN=\n")
      expect(await isGreen(folder)).toContain("It registered no commands")
      expect(steps(folder)).toEqual([
        { as: "alice", in: "general", say: "!ping" },
        { wait: { message: { content: "pong of eris" } } }
      ])
    },
    LIMIT
  )

  it(
    "on oceanic.js, with the schema of the installed package in the first line",
    async () => {
      const folder = new Folder().bot("OceanicBot.mjs", "src/index.mjs").write("package.json", manifest("oceanic.js"))
      mkdirSync(join(folder.path, "node_modules"))
      symlinkSync(join(MODULES, "oceanic.js"), join(folder.path, "node_modules/oceanic.js"))
      folder.write("node_modules/backlot/dist/schemas/scenario.json", "{}")
      await isGreen(folder)
      expect(folder.read("backlot/first.scenario.yaml").split("\n")[0]).toBe(
        "# yaml-language-server: $schema=../node_modules/backlot/dist/schemas/scenario.json"
      )
      expect(steps(folder)).toMatchObject([{ use: "/ping", expect: { message: { content: "pong of oceanic" } } }])
    },
    LIMIT
  )

  const ON_PYTHON = "on discord.py fills the option that a command needs"

  it(
    missing === undefined ? ON_PYTHON : `LEFT OUT: ${ON_PYTHON} (${missing})`,
    async (context) => {
      if (missing !== undefined) return context.skip(missing)
      const folder = new Folder().bot("PyBot.py", "bot.py").write("requirements.txt", "discord.py\n")
      const output = await isGreen(folder, { PATH })
      expect(output).toContain("Found a bot on discord.py (python), started by: python3 bot.py")
      const use = { command: "hello", options: { name: "Rex" } }
      expect(steps(folder)).toMatchObject([{ use, expect: { message: { content: "Hello, Rex!" } } }])
    },
    LIMIT
  )

  it(
    "on discord.py, where its library is missing, writes nothing and shows what Python says",
    async () => {
      const folder = new Folder().bot("PyBot.py", "bot.py").write("requirements.txt", "discord.py\n")
      // A Python that finds the packages of nobody.
      const { code, output } = await folder.run(["init", "--command", "python3 -I -S bot.py"], { PATH })
      expect([code, output]).toEqual([1, expect.stringMatching(/No module named 'discord'|cannot be led/)])
      expect(Object.keys(folder.files()).filter((name) => name.startsWith("backlot/"))).toEqual([])
    },
    LIMIT
  )
})

describe("init, in the folder of an example", () => {
  it.each([
    ["eris-bot", "eris", "It registered /score"],
    ["discord-js-bot", "discord.js", "It registered /sign, /guests"],
    ["ticket-bot", "discord.js", "It registered /ticket, /tickets"],
    ["moderator-bot", "discord.js", "It registered /ticket, /ban"],
    ["slash-create-app", "slash-create", "It registered /roll, Roll against"]
  ])(
    "%s ends green, on %s",
    async (name, library, registered) => {
      const folder = new Folder()
      cpSync(join(ROOT, "examples", name, "src"), join(folder.path, "src"), { recursive: true })
      cpSync(join(ROOT, "examples", name, "package.json"), join(folder.path, "package.json"))
      const output = await isGreen(folder.modules())
      expect(output).toContain(`Found a bot on ${library} (node), started by: npm start\n${registered}\nwrote`)
    },
    LIMIT
  )

  it(
    `${missing === undefined ? "" : `LEFT OUT (${missing}): `}discord.py-bot ends green, on discord.py`,
    async (context) => {
      if (missing !== undefined) return context.skip(missing)
      const folder = new Folder()
      for (const name of ["bot.py", "requirements.txt"])
        cpSync(join(ROOT, "examples/discord.py-bot", name), join(folder.path, name))
      const output = await isGreen(folder, { PATH })
      expect(output).toContain("Found a bot on discord.py (python), started by: python3 bot.py\nIt registered /remind")
    },
    LIMIT
  )
})

const MENUS = `
const { Client, REST, Routes } = require("discord.js")
const bot = new Client({ intents: ["Guilds"] })
bot.once("clientReady", async () => {
  await bot.rest.put(Routes.applicationCommands(bot.user.id), { body: [{ name: "Praise", type: 3 }] })
  if (process.env.ASKS) await bot.rest.get(Routes.guild("399999999999999999")).catch(() => {})
})
bot.on("interactionCreate", (it) => it.reply("Well said: " + it.targetMessage.content))
bot.login(process.env.TOKEN)
`

describe("init, when something is missing or there", () => {
  it(
    "uses a context menu where there is no slash command, and allows only what was refused, which it names",
    async () => {
      const folder = new Folder().write("index.js", MENUS).modules().write("package.json", manifest("discord.js"))
      const output = await isGreen(folder)
      expect(output).toContain("npx backlot init --ci github")
      const menu = { as: "alice", in: "general", menu: "Praise", on: { content: "hello" } }
      const expected = { state: "responded", message: { content: "Well said: hello" } }
      expect(steps(folder)).toEqual([
        { as: "alice", in: "general", say: "hello" },
        { ...menu, expect: expected }
      ])
      expect(folder.read("backlot/first.scenario.yaml")).not.toContain("allow")
      const refused = await folder.run(["init", "--force", "--ci", "none"], { ASKS: "1" })
      const line = "GET /guilds/399999999999999999 was answered 404: 10004 Unknown Guild (the world has no such guild"
      expect([refused.code, refused.output]).toEqual([0, expect.stringContaining(line)])
      expect(folder.read("backlot/first.scenario.yaml")).toContain(`# It is allowed: ${line}`)
      const played = await folder.run(["simulate"])
      expect([played.code, played.output]).toEqual([0, expect.stringContaining("1 passed (1)")])
      // CI, in a repository whose host nobody knows.
      const ci = await folder.run(["init", "--ci", "github"])
      expect([ci.code, ci.output]).toEqual([0, expect.stringContaining("wrote .github/workflows/backlot.yml")])
      expect(ci.output).toContain("git add backlot .github/workflows/backlot.yml && git commit")
      expect(parse(folder.read(".github/workflows/backlot.yml")).jobs).toHaveProperty("scenarios")
    },
    LIMIT
  )

  it("finds what starts a bot of Maven, and says so when that does not start", async () => {
    const pom = "<project><dependency>net.dv8tion JDA</dependency><mainClass>bot.Main</mainClass></project>"
    const { code, output } = await new Folder().write("pom.xml", pom).run(["init"], { PATH: "" })
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(
        "Found a bot on JDA (java), started by: mvn -q -B compile exec:java -Dexec.mainClass=bot.Main"
      )
    ])
  })

  it("writes nothing when the bot does not start, and shows the end of its output", async () => {
    const folder = new Folder()
      .write("package.json", manifest("discord.js"))
      .write("index.js", 'console.error("no database here"); process.exit(3)')
    const { code, output } = await folder.run(["init"])
    expect(code).toBe(1)
    expect(output).toMatch(/ended with exit code 3 before it was ready[\s\S]*no database here\nNothing was written/)
    expect(entriesOf(join(folder.path, "backlot"))).toEqual([])
  })

  it("says how to name a command where it finds none", async () => {
    const { code, output } = await new Folder().run(["init"])
    expect([code, output]).toEqual([2, expect.stringContaining("backlot init --command 'node bot.js'")])
  })

  it(
    "shows the files with --dry-run, leaves a world that is there, and writes over it with --force",
    async () => {
      const folder = new Folder().bot("ErisBot.cjs", "eris-bot.cjs").modules().write("package.json", manifest("eris"))
      const args = ["init", "--command", "node eris-bot.cjs"]
      const shown = await folder.run([...args, "--ci", "gitlab", "--dry-run"])
      expect([shown.code, shown.output]).toEqual([0, expect.stringContaining("# .gitlab-ci.yml")])
      expect(shown.output).toContain('say: "!ping"')
      expect(Object.keys(folder.files())).toEqual(["./eris-bot.cjs", "./package.json"])
      await folder.run(args)
      const own = folder.read("backlot/world.yaml").replaceAll("alice", "zoe")
      folder.write("backlot/world.yaml", own)
      rmSync(join(folder.path, "backlot/first.scenario.yaml"))
      const left = await folder.run(args)
      expect([left.code, left.output]).toEqual([0, expect.stringContaining("left backlot/world.yaml")])
      expect(folder.read("backlot/world.yaml")).toBe(own)
      expect(steps(folder)).toMatchObject([{ as: "zoe" }, {}])
      const pipeline = "build: { script: [make] }\n"
      folder.write(".gitlab-ci.yml", pipeline)
      const forced = await folder.run([...args, "--force"])
      expect([forced.code, forced.output]).toEqual([0, expect.stringContaining("wrote backlot/world.yaml")])
      // A pipeline that is there is not ours to write over: the job is a file beside it.
      expect(folder.read(".gitlab-ci.yml")).toBe(pipeline)
      expect(forced.output).toContain("wrote backlot/gitlab-ci.yml")
      expect(forced.output).toMatch(
        /Add to it, .*\ninclude:\n {2}- local: backlot\/gitlab-ci\.yml\n {2}git add backlot \.gitlab-ci\.yml/
      )
      expect(steps(folder)).toMatchObject([{ as: "alice" }, {}])
    },
    LIMIT
  )
})
