import { expect, it } from "vitest"
import { exitCode, runChild } from "../src/Child.mjs"

const piped = { stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] }
const node = (code: string) => ["-e", code]

it("a child's exit code is passed on", async () => {
  expect(await runChild(process.execPath, node("process.exit(7)"), piped)).toBe(7)
})

it("a child that a signal ended has the code a shell gives", () => {
  expect(exitCode(null, "SIGTERM")).toBe(143)
})

it("a child's output arrives line by line, the unfinished last line too", async () => {
  const lines: Array<string> = []
  await runChild(process.execPath, node("process.stdout.write('a\\nb')"), { ...piped, onLine: (l) => lines.push(l) })
  expect(lines).toEqual(["a", "b"])
})

it("a child that can not be started is an error", async () => {
  await expect(runChild("/nowhere/program", [], piped)).rejects.toMatchObject({ code: "ENOENT" })
})

it("a child that runs beyond its cap is ended", async () => {
  expect(
    await runChild(process.execPath, node("process.stdin.resume(); setInterval(() => {}, 1e6)"), {
      ...piped,
      capMs: 200
    })
  ).toBe(143)
})
