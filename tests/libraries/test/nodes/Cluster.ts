/** Three servers behind one address, each with its own way to their database, and what can befall them. */
import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import type {} from "@backlot/postgres/GlobalSetup"
import { startRelay } from "@backlot/postgres/Relay"
import { newDatabase, sql } from "@backlot/postgres/Sql"
import { type Balancer, startBalancer } from "@backlot/test-judges/nodes/Balancer"
import { inject } from "vitest"
import type { controlOf } from "../ControlClient.ts"
import { type LiveProgram, startProgram } from "../LiveServer.ts"

export interface Node {
  readonly program: LiveProgram
  /** The program's way to the database. */
  readonly relay: Awaited<ReturnType<typeof startRelay>>
}

export interface Cluster {
  readonly proxy: Balancer
  readonly nodes: ReadonlyArray<Node>
  /** Ends the node's process and takes connections nowhere near it. */
  readonly end: (node: Node, signal: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Starts another one in the place of a node that has ended. */
  readonly replace: (node: Node) => Promise<void>
  /** Has PostgreSQL end every connection of the programs. */
  readonly endBackends: () => Promise<number>
  /** Positions in the event log of what servers tell each other. */
  readonly hiddenPositions: () => Promise<ReadonlySet<number>>
  readonly stop: () => Promise<void>
}

interface ClusterOptions {
  /** Further arguments of each program. */
  readonly args?: ReadonlyArray<string>
  /** The one address; by default each connection goes to the next node. */
  readonly proxy?: Balancer
}

export const startCluster = async (count: number, world: unknown, options: ClusterOptions = {}): Promise<Cluster> => {
  const database = new URL(await newDatabase(inject("postgresUrl"), `cluster_${randomBytes(6).toString("hex")}`))
  const proxy = options.proxy ?? (await startBalancer())
  const nodes: Array<Node> = []
  const ended = new Set<Node>()

  const start = async (): Promise<Node> => {
    const relay = await startRelay(Number(database.port), database.hostname)
    const through = Object.assign(new URL(database), { hostname: "127.0.0.1", port: String(relay.port) }).href
    const args = ["--public-url", proxy.url, ...(options.args ?? [])]
    return { program: await startProgram({ storage: { database: through }, world, args }), relay }
  }
  const lead = () => proxy.lead(nodes.flatMap((node) => (ended.has(node) ? [] : [portOf(node)])))
  const clear = async ({ program, relay }: Node) => {
    await program.stop()
    await relay.cut()
  }

  nodes.push(...(await Promise.all(Array.from({ length: count }, start))))
  lead()
  return {
    proxy,
    nodes,
    end: async (node, signal) => {
      ended.add(node)
      // A balancer finds out by failing; one that is told to drain is told before.
      if (signal === "SIGTERM") {
        lead()
        const code = await node.program.ended(signal)
        if (code !== 0) throw new Error(`the server ended with ${code}:\n${node.program.output()}`)
      } else await node.program.killed()
    },
    replace: async (node) => {
      const next = await start()
      await clear(node)
      nodes[nodes.indexOf(node)] = next
      lead()
    },
    endBackends: async () => {
      const name = database.pathname.slice(1)
      const ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
      return (await sql(inject("postgresUrl"), ends, [name])).length
    },
    hiddenPositions: async () => {
      const rows = await sql(database.href, "SELECT value FROM backlot.kv WHERE key >= 'event/' AND key < 'event0'")
      const noted = rows
        .flatMap(({ value }) => [JSON.parse(String(value))].flat())
        .filter(({ type }) => type === "server.noted")
      return new Set(noted.map(({ seq }) => Number(seq)))
    },
    stop: async () => {
      for (const { program } of nodes) process.kill(program.pid, "SIGCONT")
      for (const node of nodes) await clear(node)
      await proxy.stop()
    }
  }
}

const portOf = ({ program }: Node): number => Number(new URL(program.ready.url).port)

/** The name of the server that has the session of shard 0 of an application, as any server tells. */
export const serverOfSession = async ({ call }: Pick<ReturnType<typeof controlOf>, "call">, application: string) => {
  const { body } = await call("GET", "/gateway_sessions")
  const sessions: ReadonlyArray<Record<string, unknown>> = body.sessions
  const session = sessions.find(
    ({ application_id, shard, connected }) =>
      application_id === application && connected === true && Object(shard)[0] === 0
  )
  return session === undefined ? undefined : String(session["server"])
}

/** Whether the process is the server of this name: the name has the port at which other servers reach it. */
export const isServer = (pid: number, name: string): boolean => hasConnection(pid, Number(/:(\d+)#/.exec(name)?.[1]))

/** Whether the process has a connection from this port, as Linux tells. */
export const hasConnection = (pid: number, port: number): boolean => {
  const hex = port.toString(16).toUpperCase().padStart(4, "0")
  const inodes = new Set(
    ["tcp", "tcp6"].flatMap((kind) =>
      readFileSync(`/proc/${pid}/net/${kind}`, "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .flatMap(([, local = "", , , , , , , , inode = ""]) => (local.endsWith(`:${hex}`) ? [`socket:[${inode}]`] : []))
    )
  )
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return inodes.has(readlinkSync(`/proc/${pid}/fd/${fd}`))
    } catch {
      // It was closed meanwhile.
      return false
    }
  })
}
