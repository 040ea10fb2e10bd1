/** What a bot is written in, and the command that starts it. Source: docs/init.md. */

import { fieldsOf, textOf } from "@backlot/scenario/Fields"
import { quoted } from "@backlot/scenario/ShellWord"
import type { ProjectFiles } from "./ProjectFiles.ts"

export type Language = "node" | "python" | "go" | "rust" | "java" | "other"

export interface Project {
  readonly language: Language
  /** Undefined if none is known to us. */
  readonly library: string | undefined
  /** Of the shell; undefined if none was found. */
  readonly command: string | undefined
  /** What installs what the command needs, for CI. */
  readonly install: ReadonlyArray<string>
}

export const projectIn = (files: ProjectFiles): Project => {
  if (files.has("package.json")) {
    const project = nodeProject(files)
    // A package.json may be there for Backlot alone.
    if (project.library !== undefined) return project
    const other = [pythonProject, goProject, rustProject, javaProject].map((read) => read(files)).find(isFound)
    return other ?? project
  }
  const read = [pythonProject, goProject, rustProject, javaProject, scriptProject]
  const projects = read.map((one) => one(files))
  return projects.find(isFound) ?? { language: "other", library: undefined, command: undefined, install: [] }
}

const isFound = (project: Project | undefined): project is Project => project !== undefined

const NODE_LIBRARIES = [
  "discord.js",
  "eris",
  "oceanic.js",
  "@sapphire/framework",
  "@discordjs/core",
  "@discordjs/ws",
  "slash-create",
  "discordeno",
  "@discordeno/bot",
  "seyfert",
  "harmonix",
  "discord-interactions"
]

const nodeProject = (files: ProjectFiles): Project => {
  const manifest = files.json("package.json")
  const used = { ...fieldsOf(manifest["dependencies"]), ...fieldsOf(manifest["devDependencies"]) }
  const [manager, install] = managerOf(files)
  const started = nodeCommand(files, manager, Object.hasOwn(used, "tsx"))
  const build = textOf(manifest, "scripts", "build") === undefined ? undefined : `${manager} run build`
  const isUnbuilt =
    started !== undefined && build !== undefined && missesFile(files, textOf(manifest, "scripts", "start"))
  return {
    language: "node",
    library: NODE_LIBRARIES.find((name) => Object.hasOwn(used, name)) ?? importedIn(files, NODE_IMPORT, NODE_LIBRARIES),
    command: isUnbuilt ? `${build} && ${started}` : started,
    install: [install]
  }
}

/** A bot without a package.json of its own. */
const scriptProject = (files: ProjectFiles): Project | undefined => {
  const library = importedIn(files, NODE_IMPORT, NODE_LIBRARIES)
  const command = nodeCommand(files, "npm", false)
  return library === undefined ? undefined : { language: "node", library, command, install: [] }
}

const NODE_IMPORT = /(?:from\s*|require\(|import\()["']([^"']{1,60})["']/g

const managerOf = (files: ProjectFiles): readonly [manager: string, install: string] => {
  if (files.has("pnpm-lock.yaml")) return ["pnpm", "corepack enable && pnpm install --frozen-lockfile"]
  if (files.has("yarn.lock")) return ["yarn", "corepack enable && yarn install"]
  if (files.has("bun.lock") || files.has("bun.lockb"))
    return ["bun", "npm install --global bun && bun install --frozen-lockfile"]
  return ["npm", files.has("package-lock.json") ? "npm ci" : "npm install"]
}

const ENTRIES = ["index", "bot", "main", "app", "src/index", "src/bot", "src/main", "src/app"]
const DEPLOYS = ["deploy-commands", "register-commands", "src/deploy-commands", "src/register-commands"]
const ENDINGS = ["js", "mjs", "cjs", "ts", "mts"]

const nodeCommand = (files: ProjectFiles, manager: string, hasTsx: boolean): string | undefined => {
  const manifest = files.json("package.json")
  const run = (name: string) => `${/\.m?ts$/.test(name) && hasTsx ? "npx tsx" : "node"} ${quoted(name)}`
  const named = (names: ReadonlyArray<string>) =>
    names.flatMap((name) => ENDINGS.map((ending) => `${name}.${ending}`)).find(files.has)
  const main = textOf(manifest, "main")
  const entry = main !== undefined && files.has(main) ? main : named(ENTRIES)
  const script = ["start", "bot", "dev"].find((name) => textOf(manifest, "scripts", name) !== undefined)
  const started =
    script !== undefined ? `${manager} ${script === "start" ? script : `run ${script}`}` : entry && run(entry)
  // As the guide of discord.js has it: commands are registered by a program of their own.
  const deploy = named(DEPLOYS)
  const isOwn = deploy === undefined || scriptsOf(manifest, script).some((text) => text.includes(deploy))
  return started === undefined || isOwn ? started : `${run(deploy)} && ${started}`
}

/** What a script of package.json runs, with those that it calls by name. */
const scriptsOf = (manifest: ReturnType<ProjectFiles["json"]>, script = "start"): ReadonlyArray<string> => {
  const texts = [`pre${script}`, script].map((name) => textOf(manifest, "scripts", name) ?? "")
  const called = texts.flatMap((text) =>
    [...text.matchAll(/\brun (?:-s )?([\w:-]{1,60})/g)].map(([, name = ""]) => name)
  )
  return [...texts, ...called.map((name) => textOf(manifest, "scripts", name) ?? "")]
}

/** A script that starts what a build has not made yet. */
const missesFile = (files: ProjectFiles, script = ""): boolean => {
  const file = /(?:^|\s)(?:\.\/)?((?:dist|build|out|lib)\/[\w./-]{1,200})/.exec(script)?.[1]
  return file !== undefined && !files.has(file)
}

const PYTHON_LIBRARIES: Readonly<Record<string, string>> = {
  discord: "discord.py",
  disnake: "disnake",
  nextcord: "nextcord",
  hikari: "hikari",
  interactions: "interactions.py",
  lightbulb: "hikari-lightbulb"
}
const PYTHON_IMPORT = /^\s{0,8}(?:import|from)\s+(\w{1,40})/gm
const PYTHON_ENTRIES = ["bot.py", "main.py", "app.py", "run.py", "src/bot.py", "src/main.py", "__main__.py"]

const pythonProject = (files: ProjectFiles): Project | undefined => {
  const name = importedIn(files, PYTHON_IMPORT, Object.keys(PYTHON_LIBRARIES))
  if (name === undefined) return undefined
  const runs = files.sources().find(({ name, text }) => name.endsWith(".py") && /\.run\(|\.start\(/.test(text))
  const entry = PYTHON_ENTRIES.find(files.has) ?? runs?.name
  const [python, install] = pythonOf(files)
  return {
    language: "python",
    library: PYTHON_LIBRARIES[name],
    command: entry === undefined ? undefined : `${python} ${quoted(entry)}`,
    install
  }
}

const pythonOf = (files: ProjectFiles): readonly [python: string, install: ReadonlyArray<string>] => {
  if (files.has("uv.lock")) return ["uv run python", ["pip install uv", "uv sync"]]
  if (files.has("poetry.lock")) return ["poetry run python", ["pip install poetry", "poetry install"]]
  const venv = [".venv", "venv"].find((name) => files.has(`${name}/bin/python`))
  const what = files.has("requirements.txt") ? "-r requirements.txt" : "."
  return venv === undefined
    ? ["python3", [`python3 -m pip install ${what}`]]
    : [`${venv}/bin/python`, [`python3 -m venv ${venv}`, `${venv}/bin/python -m pip install ${what}`]]
}

const GO_LIBRARIES = ["bwmarrin/discordgo", "disgoorg/disgo", "diamondburned/arikawa", "andersfylling/disgord"]

const goProject = (files: ProjectFiles): Project | undefined => {
  const library = GO_LIBRARIES.find((name) => files.text("go.mod").includes(name))
  // Some speak to the platform by themselves.
  const isProgram = files.has("go.mod") && files.has("main.go")
  return library === undefined && !isProgram
    ? undefined
    : { language: "go", library, command: "go run .", install: ["go mod download"] }
}

const rustProject = (files: ProjectFiles): Project | undefined => {
  const library = ["serenity", "poise", "twilight-gateway"].find((name) => files.text("Cargo.toml").includes(name))
  return library === undefined
    ? undefined
    : { language: "rust", library, command: "cargo run", install: ["cargo fetch"] }
}

/** Which task starts it, only its authors know. */
const javaProject = (files: ProjectFiles): Project | undefined => {
  const maven = files.text("pom.xml")
  const build = `${["build.gradle", "build.gradle.kts"].map(files.text).join("\n")}\n${maven}`
  const library = ["JDA", "discord4j", "javacord"].find((name) => build.toLowerCase().includes(name.toLowerCase()))
  const gradle = files.has("gradlew") ? "./gradlew" : "gradle"
  const isRun = maven === "" && /["'` (]application["'` )\n]/.test(build)
  const [mvn, main] = [files.has("mvnw") ? "./mvnw" : "mvn", /<mainClass>\s{0,9}([\w.$]{1,200})/.exec(maven)?.[1]]
  return library === undefined
    ? undefined
    : maven === ""
      ? { language: "java", library, command: isRun ? `${gradle} run` : undefined, install: [] }
      : {
          ...{ language: "java", library, install: [`${mvn} -q -B dependency:go-offline`] },
          command: main === undefined ? undefined : `${mvn} -q -B compile exec:java -Dexec.mainClass=${quoted(main)}`
        }
}

/** The first of these that a source imports. */
const importedIn = (files: ProjectFiles, pattern: RegExp, names: ReadonlyArray<string>): string | undefined => {
  const imported = new Set(files.sources().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name)))
  return names.find((name) => imported.has(name))
}
