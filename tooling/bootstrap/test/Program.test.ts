/**
 * The program and its starter, as processes: what a signal to the starter does to the program. The program here stands
 * in for `backlot`: it prints its id, ends in order on SIGTERM and SIGINT, and otherwise runs forever.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, it } from "vitest"
import { nodePackages } from "../src/Program.mjs"

const program = `
let signals = 0
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
  signals += 1
  setTimeout(() => { console.log("ended by", signal, signals); process.exit(5) }, 100)
})
setInterval(() => {}, 1e6)
console.log("pid", process.pid)
`

const starter = (root: string) => `
import { endChildrenWithUs } from ${JSON.stringify(fileURLToPath(new URL("../src/Child.mjs", import.meta.url)))}
import { runProgram } from ${JSON.stringify(fileURLToPath(new URL("../src/Program.mjs", import.meta.url)))}
endChildrenWithUs()
process.exitCode = await runProgram({
  root: ${JSON.stringify(root)},
  program: ${JSON.stringify(join(root, "program.mjs"))},
  args: [],
  cwd: ${JSON.stringify(root)}
})
`

let root: string
let started: { readonly process: ChildProcess; readonly programPid: number; readonly output: () => string }

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "backlot-bootstrap-"))
  const bin = join(root, "node_modules", nodePackages[`${process.platform}-${process.arch}`] ?? "", "bin")
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, "node"))
  writeFileSync(join(root, "program.mjs"), program)
  writeFileSync(join(root, "starter.mjs"), starter(root))
  started = await start()
})

afterEach(() => {
  started.process.kill("SIGKILL")
  if (isAlive(started.programPid)) process.kill(started.programPid, "SIGKILL")
  rmSync(root, { recursive: true })
})

it.each(["SIGTERM", "SIGINT"] as const)("%s reaches the program once and its exit code is ours", async (signal) => {
  started.process.kill(signal)
  // npm and the terminal both signal the starter; the program must not take the second for impatience.
  started.process.kill(signal)
  const [code] = await once(started.process, "close")
  expect(started.output()).toContain(`ended by ${signal} 1`)
  expect(code).toBe(5)
  expect(isAlive(started.programPid)).toBe(false)
})

it("the program ends in order when its starter is killed", async () => {
  const closed = once(started.process, "close")
  started.process.kill("SIGKILL")
  // The starter's stdout closes only when the program, which shares it, has ended too.
  await closed
  expect(started.output()).toContain("ended by SIGTERM 1")
})

const start = async () => {
  const child = spawn(process.execPath, [join(root, "starter.mjs")], { stdio: ["ignore", "pipe", "inherit"] })
  let text = ""
  const programPid = await new Promise<number>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk
      const pid = /pid (\d+)\n/.exec(text)?.[1]
      if (pid !== undefined) resolve(Number(pid))
    })
  })
  return { process: child, programPid, output: () => text }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
