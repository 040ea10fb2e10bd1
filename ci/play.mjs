/**
 * The step of action.yml that plays: it finds the program, plays with every report, and hands outputs and summary to GitHub.
 * It runs on its own, beside nothing but Node.
 */
import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** @param {string} name */
const input = (name) => (process.env[`BACKLOT_ACTION_${name}`] ?? "").trim()

/** The words of a line as a shell reads them, with quotes and without anything else. @param {string} text */
const words = (text) => {
  const parts = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? []
  if (parts.some((part) => part === '"' || part === "'")) throw new Error(`a quote has no end: ${text}`)
  return parts.map((part) => part.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single))
}

/** The program of the nearest node_modules that has it. @param {string} folder @returns {string | undefined} */
const ownProgram = (folder) => {
  const home = join(folder, "node_modules/backlot")
  if (existsSync(join(home, "package.json"))) {
    return join(home, JSON.parse(readFileSync(join(home, "package.json"), "utf8")).bin.backlot)
  }
  const above = dirname(folder)
  return above === folder ? undefined : ownProgram(above)
}

const isSpec = /^[\w.^~<>=*+|\s-]+$/

const program = () => {
  const own = ownProgram(process.cwd())
  if (own !== undefined) return { command: process.execPath, args: [own], shown: own }
  const version = input("VERSION") || "latest"
  // A version, a range or a tag; anything else is what npm installs by itself: a tarball, an address.
  const wanted = isSpec.test(version) && !version.endsWith(".tgz") ? `backlot@${version}` : version
  return { ...npx(["--yes", `--package=${wanted}`, "backlot"]), shown: wanted }
}

/**
 * As a program of Node: Windows has npx as a script of its shell, which reads the words once more.
 * @param {ReadonlyArray<string>} args
 */
const npx = (args) => {
  const home = dirname(process.execPath)
  const npm = ["node_modules", "../lib/node_modules"].map((folder) => join(home, folder, "npm/bin/npx-cli.js"))
  const file = npm.find((path) => existsSync(path))
  if (file !== undefined) return { command: process.execPath, args: [file, ...args] }
  if (process.platform !== "win32") return { command: "npx", args }
  throw new Error(`there is no npm beside ${process.execPath}: add backlot to devDependencies, or give a node-version`)
}

const play = () => {
  const report = join(process.env["RUNNER_TEMP"] ?? tmpdir(), `backlot-report-${process.pid}`)
  mkdirSync(report, { recursive: true })
  // First: the step that uploads needs it, whatever happens here.
  append("GITHUB_OUTPUT", `report=${report}\n`)
  const { command, args, shown } = program()
  const reports = [
    ["junit", "backlot.xml"],
    ["html", "backlot.html"],
    ["json", "backlot.json"],
    ["markdown", "summary.md"]
  ]
  const given = [
    ...words(input("SCENARIOS")),
    ...(input("PARALLEL") === "" ? [] : ["--parallel", input("PARALLEL")]),
    ...(input("TAGS") === "" ? [] : ["--tags", input("TAGS")]),
    ...reports.flatMap(([format, file]) => ["--report", `${format}=${join(report, file ?? "")}`]),
    "--trace",
    join(report, "traces"),
    ...words(input("ARGS"))
  ]
  // In one line: a second one could be a command to the runner.
  console.log(`Plays with ${shown}: backlot simulate ${given.join(" ")}`.replaceAll(/[\r\n]+/g, " "))
  const { status, error } = spawnSync(command, [...args, "simulate", ...given], { stdio: "inherit" })
  if (error !== undefined) throw error
  const code = status ?? 1
  append("GITHUB_OUTPUT", `exit-code=${code}\n`)
  const summary = join(report, "summary.md")
  if (existsSync(summary)) append("GITHUB_STEP_SUMMARY", `${readFileSync(summary, "utf8")}\n`)
  return code
}

/** @param {string} variable @param {string} text */
const append = (variable, text) => {
  const file = process.env[variable] ?? ""
  if (file !== "") appendFileSync(file, text)
}

/** As WorkflowCommand.ts escapes, which is not there beside this file. @param {string} text */
const escaped = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

try {
  process.exitCode = play()
} catch (error) {
  console.log(`::error title=Backlot::${escaped(error instanceof Error ? error.message : String(error))}`)
  process.exitCode = 2
}
