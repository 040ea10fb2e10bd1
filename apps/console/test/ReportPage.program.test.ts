import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { FILE } from "../report/generate.ts"

it("the simulator holds the page that apps/console/report makes (renew it by `pnpm pages`)", async () => {
  // In a process of its own: this one has the environment of tests, of which React's build would be another.
  const program = join(import.meta.dirname, "../report/generate.ts")
  const environment = { ...process.env, NODE_ENV: "production" }
  const made = promisify(execFile)(process.execPath, [program, "--stdout"], {
    env: environment,
    maxBuffer: 16 * 1024 * 1024
  })
  // No difference is shown: nobody could read it.
  expect((await made).stdout === (await readFile(FILE, "utf8"))).toBe(true)
})

it("the page is small enough to be in every report", async () => {
  expect((await readFile(FILE)).length).toBeLessThan(400_000)
})
