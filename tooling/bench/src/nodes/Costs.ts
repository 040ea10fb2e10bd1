/** What one run of `bench nodes` measures, for the model of `scale/`. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Per operation. */
export interface OperationCosts {
  readonly name: string
  /** CPU of the nodes that are asked, in microseconds. */
  readonly nodeMicros: number
  /** CPU of PostgreSQL, when no other node follows. */
  readonly postgresMicros: number
  /** CPU of each other node, which reads the log, with its idle time: so at most this. */
  readonly followMicros: number
  /** CPU that each other node causes in PostgreSQL. */
  readonly followPostgresMicros: number
  /** Round trips between its nodes and PostgreSQL, one operation at a time. */
  readonly trips: number
  /** Bytes between its nodes and PostgreSQL. */
  readonly bytes: number
  /** Bytes between each other node and PostgreSQL. */
  readonly followBytes: number
  /** Appends to the log. */
  readonly appends: number
  /**
   * How long its appends hold the turn of all nodes, in milliseconds: one operation at a time, by the fastest tenth, and
   * many at a time, on average. Other programs make both longer, the second more.
   */
  readonly turnAloneMs: number
  readonly turnMs: number
  /** Appends in one commit, with many operations at once. */
  readonly together: number
  /** Two nodes that share the operations, on the same cores: their rate to that of one node, and CPU in microseconds. */
  readonly two: { readonly ratio: number; readonly nodeMicros: number; readonly postgresMicros: number }
  /**
   * Two nodes with twice the connections, so that each has as many as one node alone: CPU in microseconds. Earlier runs did
   * not measure it.
   */
  readonly full?: { readonly nodeMicros: number; readonly postgresMicros: number }
  /**
   * One node with a share of a core, and two with such a share each and as many connections each: operations per second,
   * and the cores that took part with two. Only where the system lets us limit processes.
   */
  readonly share?: {
    readonly cores: number
    readonly one: number
    readonly two: number
    readonly nodes: number
    readonly postgres: number
    readonly generator: number
  }
}

export interface Costs {
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    /** Cores that other programs took meanwhile. */
    readonly foreignCores: number
    readonly seconds: number
    readonly date: string
  }
  /** Cores that one idle node takes, of its own and of PostgreSQL. */
  readonly idle: { readonly nodeCores: number; readonly postgresCores: number }
  readonly session: {
    readonly kib: number
    /** CPU of one heartbeat in microseconds, of its node and of PostgreSQL. */
    readonly heartbeatMicros: number
    readonly heartbeatPostgresMicros: number
  }
  readonly operations: Readonly<Record<"read" | "write" | "use", OperationCosts>>
}

export const COSTS_FILE = join(import.meta.dirname, "../../costs.json")

// Only `writeCosts` writes this file.
export const readCosts = (file = COSTS_FILE): Costs => JSON.parse(readFileSync(file, "utf8")) as Costs

export const writeCosts = (costs: Costs, file = COSTS_FILE): void =>
  writeFileSync(file, `${JSON.stringify(rounded(costs), null, 2)}\n`)

const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, v) => (typeof v === "number" && !Number.isInteger(v) ? Number(v.toPrecision(3)) : v))
  )
