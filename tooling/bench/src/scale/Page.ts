/** docs/scale.md, from the costs of one run and the model. */
import type { Costs, OperationCosts } from "../nodes/Costs.ts"
import { ceilingsOf, KINDS, type Kind, type Machines, mostOf, type Need, pairOf, planOf, turnMsOf } from "./Model.ts"
import { KEYS, OTHER_DATABASES } from "./Prose.ts"

/** Assumptions: each is named on the page. */
export const MACHINES: Machines = {
  nodeCores: 0.7,
  nodeGib: 2,
  postgresCores: 32,
  turnShare: 0.7,
  connections: 1_000,
  connectionsPerNode: 22,
  heartbeatSeconds: 41.25
}

interface Case {
  readonly name: string
  readonly need: Need
}

const need = (sessions: number, use: number): Need => ({ sessions, rates: { read: 0, write: 0, use } })

const CASES: ReadonlyArray<Case> = [
  { name: "1,000 sessions, 5 uses/s", need: need(1_000, 5) },
  { name: "100,000 sessions, 20 uses/s", need: need(100_000, 20) },
  { name: "1,000,000 sessions, 1,000 uses/s", need: need(1_000_000, 1_000) },
  { name: "10,000,000 sessions, no use", need: need(10_000_000, 0) },
  { name: "10,000,000 sessions, 1,000,000 uses/s", need: need(10_000_000, 1_000_000) }
]

export const GOAL: Need = need(10_000_000, 1_000_000)

export const render = (costs: Costs): string =>
  `${[
    "# What a larger load needs",
    HEAD,
    "## What one operation costs",
    measured(costs),
    "## What the model assumes",
    assumed(costs),
    "## Where one PostgreSQL stops",
    stops(costs),
    "## Ten million sessions and a million uses per second",
    goal(costs),
    "## Keys to split by",
    KEYS,
    "## Other databases",
    OTHER_DATABASES
  ].join("\n\n")}\n`

const HEAD = `For those who plan [several servers on one database](production.md), or what must change for more. Every number of this page is
written by \`pnpm --filter @backlot/bench write\` from \`tooling/bench/costs.json\`, which one run of \`npm run bench -- nodes\` has measured.
The model is \`tooling/bench/src/scale/Model.ts\`: arithmetic, without queues and without savings by size. Nothing on this page was
measured beyond two nodes on one machine; [performance](performance.md#a-large-world-on-three-nodes) has three nodes with a large world.`

const measured = (costs: Costs): string => {
  const { machine, operations, idle, session } = costs
  return [
    `On ${machine.cores} cores (${machine.cpu}), ${machine.date}; other programs took ${shown(machine.foreignCores)} of them meanwhile. PostgreSQL (with its default durability),
nodes and generator shared the rest. CPU is the time of all threads of a process; a busy machine makes it larger, so a quiet one needs less.`,
    table(
      [
        "operation",
        "node",
        "PostgreSQL",
        "each other node",
        "round trips",
        "kB",
        "kB to each other node",
        "appends",
        "hold the turn, alone",
        "and many",
        "in a commit"
      ],
      KINDS.map((kind) => {
        const of = operations[kind]
        return [
          of.name,
          micros(of.nodeMicros),
          micros(of.postgresMicros),
          micros(of.followMicros),
          shown(of.trips),
          shown(of.bytes / 1000),
          shown(of.followBytes / 1000),
          shown(of.appends),
          ms(of.turnAloneMs),
          ms(of.turnMs),
          shown(of.together)
        ]
      })
    ),
    `"Each other node" reads the log of what one node writes: that is the price of a further node, here with its idle time, so
at most this. An idle node takes ${shown(idle.nodeCores)} cores of its own and ${shown(idle.postgresCores)} of PostgreSQL. A session takes ${shown(session.kib)} KiB of a node, and a heartbeat ${micros(session.heartbeatMicros)} of it and
${micros(session.heartbeatPostgresMicros)} of PostgreSQL. "Hold the turn" is the time, for one operation, in which no other node can append to the log: with one
operation at a time (the fastest tenth), and with 64 (on average). Other programs make it longer; the model takes the shorter.`,
    "### Two nodes beside one",
    ...shares(costs),
    `Nodes, PostgreSQL and generator have ${machine.cores} cores together, so a second node brings none, and rates say nothing: two nodes gave
${KINDS.map((kind) => shown(operations[kind].two.ratio)).join(", ")} times the operations of one (in the order of the table), which is what other programs left. The CPU of
an operation says how much more two nodes carry that have cores of their own:`,
    table(
      [
        "operation",
        "CPU of nodes: one",
        "two",
        "two, twice the load",
        "CPU of PostgreSQL: one",
        "two",
        "two, twice the load",
        "two carry, to one",
        "one carries, by its CPU",
        "what ends first with two"
      ],
      KINDS.map((kind) => {
        const { name, two, full, nodeMicros, postgresMicros } = operations[kind]
        const { least, most, measured, one, short, rate } = pairOf(kind, costs, MACHINES)
        return [
          name,
          ...[nodeMicros, two.nodeMicros, full?.nodeMicros].map(maybeMicros),
          ...[postgresMicros, two.postgresMicros, full?.postgresMicros].map(maybeMicros),
          measured === undefined ? `${shown(least)} to ${shown(most)}` : shown(measured),
          `${whole(one)}/s`,
          `${short}, at ${whole(rate)}/s`
        ]
      })
    ),
    `Two nodes that share the load of one take more CPU for each operation, because each does less at once: smaller commits, more
wake-ups. That is the lower figure of "carry". The higher one counts only that each reads the log of the other. The
third column of each, nodes that have as much load each as one alone, decides where it was measured. Where the turn of appends ends first, the second node raises no rate, whatever its
CPU: all nodes take that turn one after the other. The share of nodes in the CPU of an operation, which is what more machines help with: ${KINDS.map((kind) => `${operations[kind].name} ${nodeShare(operations[kind])} %`).join("; ")}.`
  ].join("\n\n")
}

/** Where the run could limit its nodes. */
const shares = ({ operations }: Costs): ReadonlyArray<string> => {
  const rows = KINDS.flatMap((kind) => {
    const { name, share } = operations[kind]
    return share === undefined ? [] : [{ name, share }]
  })
  const [first] = rows
  if (first === undefined) return []
  return [
    `With ${shown(first.share.cores)} of a core for each node, held by the kernel, PostgreSQL and the generator have cores of their own. So these are rates
of real requests, each node under as much load as the one alone:`,
    table(
      ["operation", "one node", "two nodes", "ratio", "busy cores with two: nodes", "PostgreSQL", "generator"],
      rows.map(({ name, share: { one, two, nodes, postgres, generator } }) => [
        name,
        `${whole(one)}/s`,
        `${whole(two)}/s`,
        shown(two / one),
        ...[nodes, postgres, generator].map(shown)
      ])
    ),
    "Without such limits:"
  ]
}

const nodeShare = ({ nodeMicros, postgresMicros }: OperationCosts): string =>
  whole((100 * nodeMicros) / (nodeMicros + postgresMicros))

const assumed = ({ operations }: Costs): string =>
  [
    table(
      ["what", "assumed"],
      [
        ["busy cores of a node; its JavaScript has one thread", shown(MACHINES.nodeCores)],
        ["memory of a node for sessions", `${MACHINES.nodeGib} GiB`],
        ["busy cores of one PostgreSQL", shown(MACHINES.postgresCores)],
        ["share of the time for which the turn of appends is held", shown(MACHINES.turnShare)],
        ["connections of one PostgreSQL", whole(MACHINES.connections)],
        [
          "connections of a node: 10, 1 that listens, 1 that watches, and 10 of the membership at most",
          whole(MACHINES.connectionsPerNode)
        ],
        ["seconds between heartbeats of a session", String(MACHINES.heartbeatSeconds)]
      ]
    ),
    `A use is: ${operations.use.name}. Not in the model: messages to other
sessions (a dispatch to each that may see it), the disk and replicas of PostgreSQL, networks, and a stored world that is larger than
that of the run.`
  ].join("\n\n")

const stops = (costs: Costs): string =>
  [
    "Operations of one kind per second, by each thing alone, and what remains with all of them:",
    table(
      [
        "operation",
        "turn of appends",
        "reading the log, in each node",
        "cores of PostgreSQL, one node",
        "the most of one PostgreSQL",
        "because of"
      ],
      KINDS.map((kind) => {
        const { turn, log, postgres } = ceilingsOf(kind, costs, MACHINES)
        const { rate, short } = mostOf(kind, costs, MACHINES)
        return [costs.operations[kind].name, whole(turn), whole(log), whole(postgres), whole(rate), short]
      })
    ),
    [appendsText(costs, "write"), appendsText(costs, "use")].join("\n"),
    `A node plays the bodies of a commit on what it knows, then takes the turn, and one statement writes them all. While other nodes
append too, it reads the position of the log first, so it holds the turn for two round trips. More nodes do not raise this ceiling. Each node reads the whole log, so the second ceiling does not move with the number of nodes either.`
  ].join("\n\n")

const appendsText = (costs: Costs, kind: Kind): string => {
  const operation = costs.operations[kind]
  const { name, appends, turnAloneMs, turnMs, together } = operation
  const rate = 1000 / turnMsOf(operation)
  const [commits, size] = turnAloneMs < turnMs ? [rate * appends, 1] : [(rate * appends) / together, together]
  return `- ${name}: the turn is full at ${whole(rate)} per second, which are ${whole(commits)} commits with ${size === 1 ? "one append" : `${shown(size)} appends`} each.`
}

const goal = (costs: Costs): string =>
  [
    "A group is one PostgreSQL with its nodes. All groups share the load equally.",
    table(
      [
        "load",
        "groups",
        "nodes of each",
        "nodes in all",
        "connections of each PostgreSQL",
        "its busy cores",
        "busy cores of PostgreSQL in all",
        "the turn is held",
        "round trips/s in all",
        "MB/s in all",
        "log to each node, MB/s",
        "one group fewer lacks"
      ],
      CASES.map(({ name, need }) => {
        const plan = planOf(need, costs, MACHINES)
        if (plan === undefined) return [name, "none is enough", ..."–".repeat(10)]
        const { groups, group, short } = plan
        return [
          name,
          whole(groups),
          whole(group.nodes),
          whole(groups * group.nodes),
          whole(group.connections),
          shown(group.postgresCores),
          shown(groups * group.postgresCores),
          `${whole(group.turnShare * 100)} %`,
          whole(groups * group.trips),
          shown((groups * group.bytes) / 1_000_000),
          shown(group.logBytesPerNode / 1_000_000),
          short ?? "–"
        ]
      })
    ),
    onePostgres(costs)
  ].join("\n\n")

const onePostgres = (costs: Costs): string => {
  const { trips, bytes, nodeMicros, postgresMicros, followBytes } = costs.operations.use
  const { use } = GOAL.rates
  return `On one PostgreSQL a million uses per second would be ${whole(use * trips)} round trips and ${shown((use * bytes) / 1e9)} GB per second, ${whole((use * nodeMicros) / 1e6)} busy cores of
nodes and ${whole((use * postgresMicros) / 1e6)} of PostgreSQL; each node would read ${shown((use * followBytes) / 1e9)} GB of log per second. **Backlot does not do this**: one log with one turn carries
${whole(mostOf("use", costs, MACHINES).rate)} uses per second by these costs. Today groups are separate installations, each with applications, guilds and users of its own.
The figure of groups says how far one log is from the goal, not how many to buy: first the cost of a use must fall, then the log
must be split by the keys below.`
}

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const maybeMicros = (value: number | undefined): string => (value === undefined ? "–" : micros(value))
const micros = (value: number): string => `${shown(value)} µs`
const ms = (value: number): string => (value === 0 ? "–" : `${shown(value)} ms`)

/** Two significant digits: more would pretend. */
const shown = (value: number): string =>
  Number.isFinite(value)
    ? Number(value.toPrecision(2)).toLocaleString("en-US", { maximumSignificantDigits: 2 })
    : "no limit"

/** From a hundred on with two significant digits. */
const whole = (value: number): string => {
  if (!Number.isFinite(value)) return "no limit"
  const rounded = Math.round(value)
  return (rounded >= 100 ? Number(rounded.toPrecision(2)) : rounded).toLocaleString("en-US")
}
