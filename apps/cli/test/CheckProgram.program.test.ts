import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

describe("check, as a program", () => {
  let backlot: Backlot
  let folder = ""

  beforeAll(async () => {
    backlot = await Backlot.make()
    folder = mkdtempSync(join(tmpdir(), "backlot-check-"))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await backlot.remove()
  })

  const check = (text: string, name = "commands.mjs") => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return backlot.spawn(["check", file])
  }

  it("ends though a module leaves a timer running", async () => {
    const { code } = await check(`setInterval(() => {}, 1e6); export default [{ name: "a", description: "A" }]`)
    expect(code).toBe(0)
  })

  it("does not take a module that ends the process for a good one", async () => {
    const { code, stderr } = await check(`process.exit(0)`)
    expect(code).toBe(2)
    expect(stderr).not.toBe("")
  })

  it.each([
    [
      "what only a compiler knows",
      "enum Kind { A }\nexport default []",
      /commands\.ts:1:1 It throws .*enum.*\(Node takes types away and compiles nothing: give what your compiler makes of it\)/
    ],
    [
      "an import without its ending",
      'import { b } from "./b"\nexport default [b]',
      /commands\.ts: It throws .*Cannot find module.*\(Node finds files by their whole name with its ending, and/
    ],
    [
      "an import of a package that is not installed",
      'import { b } from "no-such-package"\nexport default [b]',
      /commands\.ts: It throws .*Cannot find package 'no-such-package'.*packages that are installed\)/
    ]
  ])("says what to do about a module with %s", async (_, text, line) => {
    expect(await check(text, "commands.ts")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(line) })
  })

  it("reads stdin to its end, and a pipe that a shell names", async () => {
    const [program, ...args] = backlot.command(["check"])
    const words = [program, ...args].map((word) => `'${word}'`).join(" ")
    const pipe = join(folder, "pipe")
    const text = '{ "name": "ping", "description": "Answers" }'
    const shell = `echo '${text}' | ${words} - && mkfifo ${pipe} && (echo '${text}' > ${pipe} & ${words} ${pipe})`
    expect(await backlot.launchProgram(["sh", "-c", shell], { PATH: process.env["PATH"] ?? "" }).ended).toEqual({
      code: 0,
      stdout: "1 command: all good\n1 command: all good\n",
      stderr: ""
    })
  })
})
