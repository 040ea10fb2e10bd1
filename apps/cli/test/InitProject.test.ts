/** What `init` finds in the files of a project: docs/init.md. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { ciOf } from "../src/init/CiFile.ts"
import { usesOf } from "../src/init/FirstUse.ts"
import { environmentFor, firstWorld, placeIn } from "../src/init/FirstWorld.ts"
import { projectIn } from "../src/init/Project.ts"
import { projectFiles } from "../src/init/ProjectFiles.ts"
import { settingsIn } from "../src/init/Settings.ts"

const root = mkdtempSync(join(tmpdir(), "backlot-init-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const project = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(root, "project-"))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return projectFiles(folder)
}

const manifest = (library: string, more: object = {}) => JSON.stringify({ dependencies: { [library]: "1" }, ...more })

const PROJECTS: ReadonlyArray<
  readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    library: string | undefined,
    command: string | undefined
  ]
> = [
  ["a start script", { "package.json": manifest("eris", { scripts: { start: "node ." } }) }, "eris", "npm start"],
  [
    "the manager by its lock file",
    { "package.json": manifest("discord.js", { scripts: { dev: "tsx src" } }), "pnpm-lock.yaml": "" },
    "discord.js",
    "pnpm run dev"
  ],
  [
    "bun by its lock file",
    { "package.json": manifest("discord.js", { scripts: { start: "node ." } }), "bun.lock": "" },
    "discord.js",
    "bun start"
  ],
  ["a main file", { "package.json": manifest("discord.js", { main: "a.js" }), "a.js": "" }, "discord.js", "node a.js"],
  [
    "a source in TypeScript",
    { "package.json": manifest("oceanic.js", { devDependencies: { tsx: "4" } }), "src/index.ts": "" },
    "oceanic.js",
    "npx tsx src/index.ts"
  ],
  [
    "commands that are registered apart",
    { "package.json": manifest("discord.js"), "index.js": "", "deploy-commands.js": "" },
    "discord.js",
    "node deploy-commands.js && node index.js"
  ],
  [
    "commands that the start script registers",
    {
      "package.json": manifest("discord.js", {
        scripts: { deploy: "node deploy-commands.js", start: "npm run deploy && node index.js" }
      }),
      "deploy-commands.js": ""
    },
    "discord.js",
    "npm start"
  ],
  [
    "a start script that needs a build",
    { "package.json": manifest("discord.js", { scripts: { start: "node dist/index.js", build: "tsc" } }) },
    "discord.js",
    "npm run build && npm start"
  ],
  ["a script alone", { "bot.js": 'const { Client } = require("discord.js")' }, "discord.js", "node bot.js"],
  ["discord.py", { "main.py": "import discord\n" }, "discord.py", "python3 main.py"],
  [
    "a fork in a folder of its own, beside a package.json for Backlot",
    { "package.json": "{}", "my bot/run me.py": "from nextcord.ext import commands\nbot.run(x)" },
    "nextcord",
    "python3 'my bot/run me.py'"
  ],
  [
    "a virtual environment",
    { "bot.py": "import disnake", ".venv/bin/python": "" },
    "disnake",
    ".venv/bin/python bot.py"
  ],
  ["Go", { "go.mod": "require github.com/bwmarrin/discordgo v0.27.1" }, "bwmarrin/discordgo", "go run ."],
  ["Go without a library for bots", { "go.mod": "module a", "main.go": "package main" }, undefined, "go run ."],
  ["Rust", { "Cargo.toml": '[dependencies]\nserenity = "0.12"' }, "serenity", "cargo run"],
  [
    "JDA",
    { "build.gradle": "plugins { id 'application' }\n// net.dv8tion:JDA:5", gradlew: "" },
    "JDA",
    "./gradlew run"
  ],
  [
    "JDA and Maven",
    { "pom.xml": "<artifactId>JDA</artifactId><mainClass>bot.Main</mainClass>" },
    "JDA",
    "mvn -q -B compile exec:java -Dexec.mainClass=bot.Main"
  ],
  ["nothing", { "README.md": "import discord" }, undefined, undefined]
]

describe("the project", () => {
  it.each(PROJECTS)("with %s", (_, files, library, command) => {
    expect(projectIn(project(files))).toMatchObject({ library, command })
  })

  it("names the CI that its repository has", () => {
    expect(ciOf(project({ ".git/config": "url = https://github.com/a/b" }))).toBe("github")
    expect(ciOf(project({ ".git/config": "url = git@gitlab.example:a/b" }))).toBe("gitlab")
    expect(ciOf(project({}))).toBe("none")
  })
})

describe("the settings", () => {
  const TOKEN = `${Buffer.from("123456789012345678").toString("base64")}.GabcdE.of-nobody`

  it("keep the ids of the project, and never a token", () => {
    const files = project({
      ".env": `export BOT_TOKEN="${TOKEN}"\nGUILD_ID=223456789012345678 # ours\nDATABASE_URL=postgres://x\nOPENAI_TOKEN=sk\n`,
      ".env.example": "OWNER_ID=\nLOG_CHANNEL_ID=your-channel\n",
      "bot.py": 'import os\nos.environ["WELCOME_ROLE_ID"]; os.getenv("CLIENT_ID")'
    })
    const settings = settingsIn(files)
    expect(JSON.stringify(settings)).not.toContain(TOKEN)
    const world = firstWorld(settings)
    const place = placeIn(world)
    expect(place).toMatchObject({
      user: "alice",
      channel: "general",
      ids: { application: "123456789012345678", guild: "223456789012345678" }
    })
    expect(place && environmentFor(settings, place)).toEqual({
      BOT_TOKEN: expect.stringMatching(/\.backlot\.test-token$/),
      GUILD_ID: "223456789012345678",
      OWNER_ID: "300000000000000001",
      LOG_CHANNEL_ID: "200000000000000021",
      WELCOME_ROLE_ID: "200000000000000011",
      CLIENT_ID: "123456789012345678"
    })
  })

  it("of a file of the program give the world its ids, and are no variables", () => {
    const settings = settingsIn(
      project({ "config.json": JSON.stringify({ token: TOKEN, guildId: "223456789012345678" }) })
    )
    expect(settings.applicationId).toBe("123456789012345678")
    const place = placeIn(firstWorld(settings))
    expect(place?.ids.guild).toBe("223456789012345678")
    expect(place && environmentFor(settings, place)).toEqual({})
  })
})

describe("the first use", () => {
  const place = placeIn(firstWorld({ all: [], applicationId: undefined }))
  if (place === undefined) throw new Error("the first world has no place")

  it("fills what is required; what may end the bot and menus come last", () => {
    const option = (type: number, name: string, more: object = {}) => ({ type, name, required: true, ...more })
    const options = [
      option(3, "animal", { choices: [{ name: "Dog", value: "dog" }] }),
      option(3, "code", { min_length: 8, max_length: 8 }),
      option(4, "count", { min_value: 3 }),
      option(10, "share", { max_value: 0.5 }),
      option(5, "loud"),
      option(6, "who"),
      option(7, "where"),
      option(8, "rank"),
      option(11, "photo"),
      { type: 3, name: "left out" }
    ]
    const commands = [
      { name: "shutdown", type: 1 },
      { name: "all", type: 1, options },
      { name: "pets", type: 1, options: [{ type: 2, name: "of", options: [{ type: 1, name: "list" }] }] },
      { name: "Praise", type: 3 },
      { name: "Report", type: 2 }
    ]
    expect(usesOf(commands, place)).toEqual([
      { name: "/pets of list", use: { use: "/pets of list" } },
      {
        name: "/all",
        use: {
          use: {
            command: "all",
            options: {
              animal: "dog",
              code: "helloooo",
              count: 3,
              share: 0.5,
              loud: true,
              who: "bob",
              where: "general",
              rank: "Moderator"
            },
            attachments: [{ option: "photo", text: "hello", filename: "hello.txt" }]
          }
        }
      },
      { name: "/shutdown", use: { use: "/shutdown" } },
      { name: "Praise", use: { menu: "Praise", on: { content: "hello" } }, after: "hello" },
      { name: "Report", use: { menu: "Report", on: "bob" } }
    ])
  })
})
