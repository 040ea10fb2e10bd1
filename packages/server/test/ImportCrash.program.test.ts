/** An import is one transaction: after a kill, the old or the new world is there, complete. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as DataFile from "../src/DataFile.ts"

const folder = mkdtempSync(join(tmpdir(), "backlot-import-"))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GUILDS = 40

const deep = (process.env["BACKLOT_DEEP"] ?? "") !== ""

/** A world of a few thousand rows, all different for each `name`. */
const world = (name: string) => {
  const guilds = Array.from({ length: GUILDS }, (_, g) => ({ id: String(1000 + g), name, owner_id: "2" }))
  const commands = guilds.flatMap(({ id: guild_id }, g) =>
    Array.from({ length: 50 }, (_, i) => {
      const id = String(10_000 + 100 * g + i)
      return { id, version: id, application_id: "1", guild_id, name: `c${i}`, description: name }
    })
  )
  const application = {
    id: "1",
    name,
    owner_id: "2",
    bot: { token: name },
    client_secret: name,
    private_key: "0".repeat(64)
  }
  return { now: "2030-01-01", applications: [application], users: [{ id: "2", username: name }], guilds, commands }
}

const exported = async (data: string) =>
  // Time runs on from the world's own; everything else is constant.
  (await Effect.runPromise(DataFile.exported(data, "json"))).replace(/"now": ".*?"/, "")

/** Both worlds after an undisturbed import. */
const whole: Array<string> = []

beforeAll(async () => {
  for (const name of ["old", "new"]) {
    const text = JSON.stringify(world(name))
    writeFileSync(at(name), text)
    await Effect.runPromise(DataFile.imported(at(`${name}.db`), { file: name, text }))
    whole.push(await exported(at(`${name}.db`)))
  }
})

/** Waits for this many rounds of the event loop. */
const passed = async (rounds: number) => {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** Kills the importer this long after the start of its n-th import. */
const killed = async (n: number, rounds: number) => {
  const child = spawn(
    process.execPath,
    ["--conditions=@backlot/source", join(import.meta.dirname, "Importer.ts"), at("data.db"), at("old"), at("new")],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const closed = once(child, "close")
  let begun = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "begins") begun++
    if (begun === n) break
  }
  await passed(rounds)
  child.kill("SIGKILL")
  await closed
}

/** On a quiet machine this covers a whole import and more. */
const ROUNDS = deep ? [1_000, 5_000, 15_000, 30_000, 60_000] : [1_000, 20_000]

test("a kill -9 in the middle of an import leaves the old world or the new one, whole", async () => {
  const seen = new Set<number>()
  for (const [n, rounds] of [2, 3].flatMap((n) => ROUNDS.map((rounds) => [n, rounds] as const))) {
    await killed(n, rounds)
    const found = whole.indexOf(await exported(at("data.db")))
    expect(found, `import ${n} killed after ${rounds} rounds`).toBeGreaterThanOrEqual(0)
    seen.add(found)
  }
  expect(seen.size).toBe(2)
}, 300_000)
