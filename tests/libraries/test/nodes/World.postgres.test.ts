/** `backlot world` on a PostgreSQL database: what it does, and what it refuses. */
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type {} from "@backlot/postgres/GlobalSetup"
import { newDatabase, sql } from "@backlot/postgres/Sql"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest"
import { FROZEN, startProgram } from "../LiveServer.ts"
import { ALICE, GENERAL, world as harbour } from "../World.ts"

const PROGRAM = join(import.meta.dirname, "../../../../apps/cli/dist/main.js")

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backlot-world-"))
  return () => rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const read = (name: string) => readFile(at(name), "utf8")

/** The program with its arguments, or its failure. */
const world = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [PROGRAM, "world", ...args], {
    cwd: folder,
    env: { ...childEnvironment(), ...variables }
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr })
  )

/** The address of a database that is new. */
const fresh = () => newDatabase(inject("postgresUrl"), `world_${randomBytes(6).toString("hex")}`)

/** Its name in messages. */
const shown = (address: string) => {
  const { host, pathname } = new URL(address)
  return `postgres://${host}${pathname}`
}

it("a world moves from memory to a file, to PostgreSQL and to another file, byte for byte", async () => {
  const server = await startProgram({ storage: "memory", world: harbour, args: FROZEN })
  onTestFinished(() => void server.stop())
  const said = await fetch(`${server.ready.control_url}/users/${ALICE}/channels/${GENERAL}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content: "Größe 🐈 \u2028 it goes with me" })
  })
  expect(said.status).toBe(200)
  const database = await fresh()
  const steps: ReadonlyArray<readonly [what: ReadonlyArray<string>, variables?: Readonly<Record<string, string>>]> = [
    [["export", "--server", server.ready.url, "--out", "memory.yaml"]],
    [["import", "memory.yaml", "--data", "a.db"]],
    [["export", "--data", "a.db", "--out", "file.yaml"]],
    [["import", "file.yaml", "--database-url", database]],
    [["export", "--out", "database.yaml"], { BACKLOT_DATABASE_URL: database }],
    [["import", "database.yaml", "--data", "b.db"]],
    [["export", "--data", "b.db", "--out", "again.yaml"]]
  ]
  for (const [args, variables] of steps) expect(await world(args, variables)).toMatchObject({ code: 0, stderr: "" })
  const first = await read("memory.yaml")
  expect(first).toContain("it goes with me")
  // The file's clock is real: of all else, not a byte differs.
  const still = async (name: string) => (await read(name)).replace(/^now: .*$/m, "")
  for (const name of ["file.yaml", "database.yaml", "again.yaml"])
    expect(await still(name)).toBe(await still("memory.yaml"))
})

it("a reset of a database restores the world that it was last given", async () => {
  const database = await fresh()
  const where = ["--database-url", database]
  await writeFile(at("harbour.json"), JSON.stringify(harbour))
  await world(["import", "harbour.json", ...where])
  const { stdout: before } = await world(["export", ...where])
  await sql(database, "DELETE FROM backlot.kv WHERE key LIKE 'user/%'")
  await sql(database, "INSERT INTO backlot.counter VALUES ('a', 1, 9e15)")
  expect(await world(["reset", ...where])).toEqual({
    code: 0,
    stdout: `${shown(database)} has the world again that it was started with or last given\n`,
    stderr: ""
  })
  const still = (text: string) => text.replace(/"now": ".*"/, "")
  expect(still((await world(["export", ...where])).stdout)).toBe(still(before))
  expect(await sql(database, "SELECT * FROM backlot.counter")).toEqual([])
})

describe("while a server uses the database", () => {
  it.each([[[]], [["--no-cluster"]]])("every command is refused, and told what to do: serve %j", async (args) => {
    const database = await fresh()
    await writeFile(at("harbour.json"), JSON.stringify(harbour))
    const server = await startProgram({ storage: { database }, world: harbour, args: [...FROZEN, ...args] })
    onTestFinished(() => void server.stop())
    for (const command of [["export"], ["import", "harbour.json"], ["reset"]]) {
      expect(await world([...command, "--database-url", database])).toEqual({
        code: 3,
        stdout: "",
        stderr: `${shown(database)} is in use by a running server; ask that one with --server URL\n`
      })
    }
    expect((await world(["export", "--server", server.ready.url], { BACKLOT_DATABASE_URL: database })).code).toBe(0)
    await server.ended("SIGTERM")
    expect((await world(["export", "--database-url", database])).code).toBe(0)
  })

  it("it is refused no more when the server is gone without a word", async () => {
    const database = await fresh()
    const server = await startProgram({ storage: { database }, world: harbour, args: FROZEN })
    await server.killed()
    await expect.poll(async () => (await world(["export", "--database-url", database])).code).toBe(0)
  })
})

describe("a database that cannot be used is told in one line, without its password", () => {
  const changed = (changes: Partial<Pick<URL, "username" | "password" | "port" | "pathname">>) => async () =>
    Object.assign(new URL(inject("postgresUrl")), changes).href
  const newer = async () => {
    const database = await fresh()
    await writeFile(at("harbour.json"), JSON.stringify(harbour))
    await world(["import", "harbour.json", "--database-url", database])
    await sql(database, "UPDATE backlot.layout SET version = 1000")
    return database
  }
  it.each<[what: string, address: () => Promise<string>, code: number, line: RegExp]>([
    ["no address", async () => "mysql://user:hidden@127.0.0.1", 2, /--database-url cannot be "<redacted>": it takes/],
    ["no server", changed({ port: "9" }), 3, /cannot be reached; check that the server runs and the address is right/],
    ["a wrong password", changed({ password: "hidden-too" }), 3, /rejects these credentials/],
    ["no such database", changed({ pathname: "/absent" }), 3, /cannot be reached/],
    ["a newer release", newer, 3, /was made by a newer Backlot; use that release/],
    ["nothing in it", fresh, 3, /holds no world yet; `serve --database-url` or `world import` makes one/]
  ])("%s", async (_, address, code, line) => {
    const database = await address()
    for (const command of [["export"], ["reset"]]) {
      const ended = await world([...command, "--database-url", database])
      expect(ended).toEqual({ code, stdout: "", stderr: expect.stringMatching(line) })
      expect(ended.stderr.trimEnd()).not.toContain("\n")
      expect(ended.stderr).not.toContain("hidden")
    }
  })

  it("and nothing is made in it by an export or a reset", async () => {
    const database = await fresh()
    for (const command of ["export", "reset"]) await world([command, "--database-url", database])
    expect(await sql(database, "SELECT 1 FROM pg_namespace WHERE nspname = 'backlot'")).toEqual([])
  })

  it("beside another place it is bad usage", async () => {
    const database = inject("postgresUrl")
    for (const [other, value] of [
      ["--server", "http://127.0.0.1:1"],
      ["--data", "a.db"]
    ] as const) {
      expect(await world(["export", other, value, "--database-url", database])).toEqual({
        code: 2,
        stdout: "",
        stderr: `${other} and --database-url exclude each other; give one of them\n`
      })
    }
  })
})
