/** Lines of a shell: their syntax, and that every command, flag, script, project and route in them is there. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./Block.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")

/** Every fault of a block; none for lines that would work. `before`: the blocks of the page above it, in the same shell. */
export const judgeShell = (text: string, before = ""): ReadonlyArray<string> => {
  const { status, stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" })
  if (status !== 0) return [`sh does not read it: ${stderr.trim()}`]
  const known = new Map(
    [...`${before}${text}`.matchAll(/(?:^|[\s;])([A-Z_]+)=(http:\S+?)(?=[\s;]|$)/g)].map(([, name = "", url = ""]) => [
      name,
      url
    ])
  )
  return logicalLines(text)
    .flatMap((line) => commandsIn(line))
    .flatMap((command) => judgeCommand(filled(command, known)))
}

/** A quoted text, over lines too; a comment up to the end of its line; or one other character. */
const PARTS = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(?<![^\s])#.*|\\\n|[\s\S]/g

/** Continued lines and texts over lines joined, without comments and without what a here-document holds. */
const logicalLines = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let end: string | undefined
  for (const line of text.split("\n")) {
    if (end === undefined) lines.push(line)
    else if (line !== end) continue
    end = end === undefined ? /<<'?(\w+)'?/.exec(line)?.[1] : undefined
  }
  const joined = (lines.join("\n").match(PARTS) ?? []).map((part) => {
    if (part.startsWith("#")) return ""
    return part.length > 1 ? part.replaceAll(/\\?\n/g, " ") : part
  })
  return joined
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

/** A line may have several commands; assignments and `export` before a command are no part of it. */
const commandsIn = (line: string): ReadonlyArray<ReadonlyArray<string>> =>
  splitAtOperators(line).map((part) => {
    const words = wordsOf(part)
    const first = words.findIndex((word) => !/^(?:\w+=|export$|\($)/.test(word))
    return first === -1 ? [] : inShell(words.slice(first))
  })

/** Without the brackets of a shell of its own: `(cd a && b)`. */
const inShell = ([name = "", ...args]: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = [name.replace(/^\(/, ""), ...args]
  const last = words.at(-1) ?? ""
  return last.endsWith(")") && !last.includes("(") ? [...words.slice(0, -1), last.slice(0, -1)] : words
}

const splitAtOperators = (line: string): ReadonlyArray<string> =>
  (line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^;&|'"\\]|&(?=\d))+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "")

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? []).map((word) => word.replaceAll(/^['"]|['"]$/g, ""))

const filled = (words: ReadonlyArray<string>, known: ReadonlyMap<string, string>) =>
  words.map((word) => word.replace(/^\$(\w+)/, (whole, name) => known.get(name) ?? whole))

/** What may stand behind these; who installs is proved by the tests of the installation. */
const VERBS: Readonly<Record<string, ReadonlyArray<string>>> = {
  yarn: ["add", "install"],
  bun: ["add", "install"],
  go: ["mod", "build", "run"]
}

const judgeCommand = ([name = "", ...args]: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (name === "" || OTHERS.has(name)) return []
  if (name === "backlot") return judgeBacklot(args)
  if (name === "npx") return judgeCommand(args.filter((arg) => arg !== "--no" && arg !== "-y"))
  if (name === "npm") return judgeNpm(args)
  if (name === "pnpm") return judgePnpm(args)
  const verbs = VERBS[name]
  if (verbs !== undefined) return verbs.includes(args[0] ?? "") ? [] : [`${name} ${args[0]} is known to nobody here`]
  if (name === "cd") return existsSync(join(ROOT, args[0] ?? "")) ? [] : [`there is no folder ${args[0]}`]
  if (name === "vitest") return judgeVitest(args)
  if (name === "curl") return judgeCurl(args)
  if (/^(?:\w+\(\)|\{|\}|\))$/.test(name)) return []
  return [`nobody here knows the command ${name}`]
}

/** They are the system's, the user's own, or a shell's. */
const OTHERS = new Set([
  "node",
  "python3",
  "docker",
  "sh",
  "cat",
  "echo",
  "mv",
  "cut",
  "sed",
  "true",
  "exec",
  "LD_PRELOAD",
  "wait",
  "kill"
])

const judgeNpm = ([verb = "", ...rest]: ReadonlyArray<string>): ReadonlyArray<string> => {
  // Who installs is proved by the tests of the installation.
  if (["install", "i", "ci", "add"].includes(verb)) return []
  const script = verb === "run" ? rest[0] : verb
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  if (script === undefined || !(script in scripts)) return [`package.json has no script ${script}`]
  const given = rest.slice(rest.indexOf("--") + 1)
  if (script === "backlot") return judgeBacklot(given)
  return script === "test" && given.includes("--project") ? judgeVitest(given) : []
}

const judgePnpm = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const filter = args.indexOf("--filter")
  if (filter === -1) return judgeNpm(args)
  const name = args[filter + 1] ?? ""
  const folder = ["packages", "apps", "tests", "tooling", "examples"]
    .map((group) => join(ROOT, group, name.replace(/^@backlot\/(?:test-|example-)?/, "")))
    .find((path) => existsSync(join(path, "package.json")))
  if (folder === undefined) return [`no package is called ${name}`]
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const script = args[filter + 2] ?? ""
  return script in scripts ? [] : [`${name} has no script ${script}`]
}

const judgeVitest = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = args.flatMap((arg, at) => (args[at - 1] === "--project" ? [arg] : []))
  return named
    .filter((name) => !name.startsWith("engines"))
    .filter(
      (name) =>
        !["packages", "apps", "tests", "tooling", "examples"].some((group) =>
          existsSync(join(ROOT, group, name, "test"))
        )
    )
    .map((name) => `vitest has no project ${name}`)
}

const helps = new Map<string, string>()

const helpOf = (path: ReadonlyArray<string>): string => {
  const key = path.join(" ")
  const kept = helps.get(key)
  if (kept !== undefined) return kept
  const help = execFileSync(process.execPath, [PROGRAM, ...path, "--help"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NO_COLOR: "1" }
  })
  helps.set(key, help)
  return help
}

const subcommandsOf = (help: string): ReadonlyArray<string> =>
  Array.from(
    (/^SUBCOMMANDS\n([\s\S]*?)(?=^\S|(?![\s\S]))/m.exec(help)?.[1] ?? "").matchAll(/^ {2}(\w[\w-]*)/gm),
    ([, name = ""]) => name
  )

const judgeBacklot = (args: ReadonlyArray<string>, path: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const help = helpOf(path)
  const subcommands = subcommandsOf(help)
  const [first = "", ...rest] = args
  if (subcommands.length > 0 && !first.startsWith("-"))
    return subcommands.includes(first)
      ? judgeBacklot(rest, [...path, first])
      : [`backlot has no command ${[...path, first].join(" ")}`]
  // What follows belongs to the command that is run.
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : args.length)
  return own
    .flatMap((arg) => /^--(?:no-)?([\w-]+)/.exec(arg)?.slice(0, 2) ?? [])
    .filter((_, at) => at % 2 === 1)
    .filter((name) => !new RegExp(`^ {2}--(?:no-)?${name}\\b`, "m").test(help))
    .map((name) => `backlot ${path.join(" ")} has no flag --${name}`)
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Each path as a pattern, with its methods. */
const routes = ["control", "rest"].flatMap((name) => {
  const file = join(ROOT, `packages/protocol/test/openapi/${name}.golden.json`)
  const { paths }: Document = JSON.parse(readFileSync(file, "utf8"))
  return Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
    methods: new Set(Object.keys(methods).map((method) => method.toUpperCase()))
  }))
})

const judgeCurl = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const address = args.find((arg) => arg.startsWith("http://") || arg.startsWith("$BACKLOT_APP_"))
  if (address === undefined) return [`curl ${args.join(" ")} has no address`]
  const path = address
    .replace(/^\$BACKLOT_APP_CONTROL_URL/, "/control/v1")
    .replace(/^http:\/\/127\.0\.0\.1:\d+/, "")
    .replace(/[?#].*$/, "")
    .replaceAll(/\$\{?\w+\}?/g, "1")
  const method = args[args.indexOf("-X") + 1]
  const given = args.includes("-X") ? method : args.some((arg) => /^(?:-d|--data)/.test(arg)) ? "POST" : "GET"
  const stripped = path.replace(/^\/api(?:\/v\d+)?/, "")
  const fits = routes.filter(({ pattern }) => [path, stripped, `/api/v10${stripped}`].some((one) => pattern.test(one)))
  if (fits.length === 0) return [`no route is ${path}`]
  return fits.some(({ methods }) => methods.has(given ?? "")) ? [] : [`${path} has no ${given}`]
}
