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

  const check = (text: string) => {
    const file = join(folder, "commands.mjs")
    writeFileSync(file, text)
    return backlot.run(["check", file])
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
})
