/**
 * What a load needs, by the costs of one run of `bench nodes`. It is arithmetic: every cost grows with the load alone, and
 * nothing becomes cheaper or dearer by size. A group is one PostgreSQL with its nodes, which share its log.
 */
import type { Costs, OperationCosts } from "../nodes/Costs.ts"

export interface Need {
  readonly sessions: number
  /** Per second. */
  readonly rates: Readonly<Record<Kind, number>>
}

export type Kind = keyof Costs["operations"]

/** What one machine gives. These are assumptions; the page names them. */
export interface Machines {
  /** Cores that a node may be busy with: its JavaScript has one thread. */
  readonly nodeCores: number
  /** Memory of a node for sessions. */
  readonly nodeGib: number
  /** Cores that one PostgreSQL may be busy with. */
  readonly postgresCores: number
  /** The share of the time for which the turn of appends may be held. */
  readonly turnShare: number
  /** Connections that one PostgreSQL takes. */
  readonly connections: number
  readonly connectionsPerNode: number
  /** Between two heartbeats of a session. */
  readonly heartbeatSeconds: number
}

export interface Group {
  readonly nodes: number
  readonly connections: number
  /** Busy cores of each node, and of PostgreSQL. */
  readonly nodeCores: number
  readonly postgresCores: number
  /** The share of the time for which appends hold their turn. */
  readonly turnShare: number
  /** Of all nodes to PostgreSQL, per second. */
  readonly trips: number
  readonly bytes: number
  /** Read from the log by each node, bytes per second. */
  readonly logBytesPerNode: number
}

/** The first thing that one PostgreSQL with any number of nodes has too little of. */
export type Short = "turn of appends" | "reading the log" | "connections" | "PostgreSQL cores"

const MICROS = 1_000_000
const KIB_PER_GIB = 1_048_576

export const groupOf = (need: Need, costs: Costs, machines: Machines): Group | Short => {
  const { rates, sessions } = need
  const sum = (of: (operation: OperationCosts) => number) =>
    KINDS.reduce((all, kind) => all + rates[kind] * of(costs.operations[kind]), 0)
  const turnShare = sum(turnMsOf) / 1000
  if (turnShare > machines.turnShare) return "turn of appends"

  const beats = sessions / machines.heartbeatSeconds
  const shared =
    (sum(({ nodeMicros, followMicros }) => nodeMicros - followMicros) + beats * costs.session.heartbeatMicros) / MICROS
  const each = sum(({ followMicros }) => followMicros) / MICROS + costs.idle.nodeCores
  if (each >= machines.nodeCores) return "reading the log"
  const byCpu = Math.ceil(shared / (machines.nodeCores - each))
  const byMemory = Math.ceil((sessions * costs.session.kib) / (machines.nodeGib * KIB_PER_GIB))
  const nodes = Math.max(1, byCpu, byMemory)

  const connections = nodes * machines.connectionsPerNode
  if (connections > machines.connections) return "connections"
  const postgresCores =
    (sum(({ postgresMicros }) => postgresMicros) +
      (nodes - 1) * sum(({ followPostgresMicros }) => followPostgresMicros) +
      beats * costs.session.heartbeatPostgresMicros) /
      MICROS +
    nodes * costs.idle.postgresCores
  if (postgresCores > machines.postgresCores) return "PostgreSQL cores"
  const logBytesPerNode = sum(({ followBytes }) => followBytes)
  return {
    nodes,
    connections,
    nodeCores: shared / nodes + each,
    postgresCores,
    turnShare,
    trips: sum(({ trips }) => trips),
    bytes: sum(({ bytes }) => bytes) + (nodes - 1) * logBytesPerNode,
    logBytesPerNode
  }
}

/** A commit of many is at least as fast as one commit for each. */
export const turnMsOf = ({ turnAloneMs, turnMs }: OperationCosts): number => Math.min(turnAloneMs, turnMs)

export const KINDS = ["read", "write", "use"] as const

export interface Plan {
  readonly groups: number
  /** Each of the groups, which share the load equally. */
  readonly group: Group
  /** What one group fewer has too little of; undefined when one is enough. */
  readonly short: Short | undefined
}

/** The fewest groups that carry the need. Undefined when no number does, because a node or a database is busy without load. */
export const planOf = (need: Need, costs: Costs, machines: Machines): Plan | undefined => {
  const at = (groups: number) => groupOf(part(need, groups), costs, machines)
  let enough = 1
  while (typeof at(enough) === "string") {
    enough *= 2
    if (enough > MOST_GROUPS) return undefined
  }
  let few = Math.floor(enough / 2)
  // More groups never make a group's load larger.
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (typeof at(middle) === "string") few = middle
    else enough = middle
  }
  const group = at(enough)
  const fewer = enough === 1 ? undefined : at(enough - 1)
  if (typeof group === "string") return undefined
  return { groups: enough, group, short: typeof fewer === "string" ? fewer : undefined }
}

const MOST_GROUPS = 2 ** 40

const part = ({ sessions, rates }: Need, groups: number): Need => ({
  sessions: sessions / groups,
  rates: { read: rates.read / groups, write: rates.write / groups, use: rates.use / groups }
})

/** Operations of one kind per second that one PostgreSQL carries, by each thing alone; infinite where it takes nothing. */
export const ceilingsOf = (kind: Kind, costs: Costs, machines: Machines) => {
  const { followMicros, postgresMicros } = costs.operations[kind]
  return {
    turn: (machines.turnShare * 1000) / turnMsOf(costs.operations[kind]),
    log: ((machines.nodeCores - costs.idle.nodeCores) * MICROS) / followMicros,
    /** With one node: each further one reads the log too. */
    postgres: ((machines.postgresCores - costs.idle.postgresCores) * MICROS) / postgresMicros
  }
}

/**
 * Two nodes on cores of their own beside one: how many times the operations their CPU carries, and what ends first.
 * PostgreSQL has its own cores. `most`: each only reads the log of the other besides. `least`: by the CPU of two that share
 * the load of one, who do less at once. `measured`: by that of two who have as much load each as one alone.
 */
export const pairOf = (kind: Kind, costs: Costs, machines: Machines) => {
  const { nodeMicros, followMicros, two, full } = costs.operations[kind]
  const ratioBy = (micros: number) => (2 * nodeMicros) / micros
  const ratios = {
    least: ratioBy(two.nodeMicros),
    most: ratioBy(nodeMicros + followMicros),
    measured: full && ratioBy(full.nodeMicros)
  }
  const { turn, postgres } = ceilingsOf(kind, costs, machines)
  const one = ((machines.nodeCores - costs.idle.nodeCores) * MICROS) / nodeMicros
  const limits = {
    "turn of appends": turn,
    "PostgreSQL cores": postgres,
    nodes: one * (ratios.measured ?? ratios.least)
  }
  const [short, rate] = Object.entries(limits).reduce((first, other) => (other[1] < first[1] ? other : first))
  return { ...ratios, one, short, rate }
}

/** The most operations of one kind per second that one group carries. */
export const mostOf = (
  kind: Kind,
  costs: Costs,
  machines: Machines
): { readonly rate: number; readonly short: Short } => {
  const none = { read: 0, write: 0, use: 0 }
  const at = (rate: number) => groupOf({ sessions: 0, rates: { ...none, [kind]: rate } }, costs, machines)
  let [few, much] = [0, 1]
  while (typeof at(much) !== "string") much *= 2
  for (let i = 0; i < 40; i++) {
    const middle = (few + much) / 2
    if (typeof at(middle) === "string") much = middle
    else few = middle
  }
  const beyond = at(much)
  if (typeof beyond !== "string") throw new Error("a group carries any load")
  return { rate: few, short: beyond }
}
