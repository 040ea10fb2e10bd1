/** The syntax of programs in other languages, by the parsers that the system has. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Parser {
  /** The program that is needed; none for what Node reads itself. */
  readonly program?: string
  readonly judge: (text: string) => ReadonlyArray<string>
}

/** Reads a program from its standard input. */
const byInput =
  (program: string, args: ReadonlyArray<string>, made: (text: string) => string = (text) => text) =>
  (text: string): ReadonlyArray<string> => {
    const { status, stderr } = spawnSync(program, [...args], { input: made(text), encoding: "utf8" })
    return status === 0 ? [] : [stderr.trim().slice(0, 500)]
  }

const stripped = (text: string): ReadonlyArray<string> => {
  try {
    stripTypeScriptTypes(text)
    return []
  } catch (error) {
    return [String(error).slice(0, 500)]
  }
}

/** Imports before a function that holds the statements; a page need not show them. */
const around = (imports: RegExp, before: string, after: string) => (text: string) =>
  `${(text.match(imports) ?? []).join("")}${before}${text.replace(imports, "")}${after}`

const go = (text: string): string => {
  if (text.startsWith("package ")) return text
  return /^func /m.test(text) ? `package page\n${text}` : `package page\nfunc page() {\n${text}}\n`
}

/** javac reads all before it looks for what is named: names that nothing here declares are no fault of the syntax. */
const java = (text: string): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-java-"))
  try {
    const whole = /\b(?:class|record|interface) \w+/.test(text)
    const made = whole ? text : around(/^import .*\n/gm, "class Page { void page() throws Exception {\n", "} }\n")(text)
    writeFileSync(join(folder, "Page.java"), made)
    const { status, stderr } = spawnSync("javac", ["-proc:none", "-d", folder, join(folder, "Page.java")], {
      encoding: "utf8"
    })
    if (status === 0) return []
    const errors = stderr.match(/error: .*/g) ?? [stderr]
    return errors.filter(
      (error) => !/cannot find symbol|does not exist|should be declared in a file|does not override/.test(error)
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const PYTHON = 'import ast, sys; compile(sys.stdin.read(), "page", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)'

export const PARSERS: Readonly<Record<string, Parser>> = {
  js: { judge: stripped },
  ts: { judge: stripped },
  python: { program: "python3", judge: byInput("python3", ["-c", PYTHON]) },
  go: { program: "gofmt", judge: byInput("gofmt", ["-e"], go) },
  rust: {
    program: "rustfmt",
    judge: byInput("rustfmt", ["--edition", "2021"], (text) =>
      /^(?:async )?fn main/m.test(text) ? text : around(/^use [\s\S]*?;\n/gm, "async fn page() {\n", "}\n")(text)
    )
  },
  java: { program: "javac", judge: java }
}

/** Whether the system has the program, and it starts. */
export const isThere = ({ program }: Parser): boolean => {
  if (program === undefined) return true
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
