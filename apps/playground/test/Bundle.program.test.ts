/** What was built. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, it } from "vitest"

const built = (name: string) => readFile(join(import.meta.dirname, "../dist", name))

it("the bundle has less than 400 kB when it is compressed, and its style less than 4", async () => {
  expect(gzipSync(await built("playground.js"), { level: 9 }).length).toBeLessThan(400_000)
  expect(gzipSync(await built("playground.css"), { level: 9 }).length).toBeLessThan(4_000)
})

it("the module exports mount and imports nothing", async () => {
  const script = (await built("playground.js")).toString()
  expect(script).toMatch(/export\{\w+ as mount\}/)
  expect(script).not.toMatch(/(?:^|[;}])import[\s{*"']/)
})
