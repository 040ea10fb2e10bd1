/**
 * Runs in the namespace of a program under test and gives it the names and ports that it may reach: those of the platform, of
 * this machine, and of the hosts that are let through. Ends with the outer side, which is Bridge.ts.
 */
import { createSocket } from "node:dgram"
import { closeSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { join as pathOf } from "node:path"
import { createInterface } from "node:readline"
import { isPlatformHost } from "@backlot/domain/base/PlatformHosts"
import { decode, encode, RECURSION_AVAILABLE } from "dns-packet"
import { hear } from "../../src/intercept/Datagrams.ts"
import { listeners } from "../../src/intercept/Listeners.ts"
import { mirror } from "../../src/intercept/Mirror.ts"
import type { InnerPlan } from "../../src/intercept/Namespace.ts"
import { isNews } from "../../src/intercept/Outside.ts"
import {
  HALF_OPEN,
  join,
  listening,
  MIRRORED,
  onFirstLine,
  SOCKETS,
  type ToInner,
  type ToOuter
} from "../../src/intercept/Tunnel.ts"

const folder = process.argv[2] ?? ""
const { fixed, names }: InnerPlan = JSON.parse(readFileSync(pathOf(folder, "inner.json"), "utf8"))

/** Where the shell of Namespace.ts waits. */
const WAITING = 3

const outerTo = (target: string): Socket => {
  const outer = connect({ ...HALF_OPEN, path: pathOf(folder, SOCKETS.outer) })
  outer.write(`${target}\n`)
  return outer
}

const toward = (target: string) => (socket: Socket) => join(socket, outerTo(target))

// It is in the group of the program, which may need its network to end well. The outer side ends it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})

/** Names that somebody asked for in vain and that were told. */
const told = new Set<string>()

const control = outerTo("control")
control.on("error", () => process.exit())
// It is half open, so it does not close by itself when the outer side is gone.
control.on("end", () => process.exit())
control.on("close", () => process.exit())
const tell = (what: ToOuter) => void control.write(`${JSON.stringify(what)}\n`)

/** Answers each name: of the platform, of a host that is let through, or none. */
const names53 = createSocket("udp4", (packet, from) => {
  try {
    const { id, questions = [] } = decode(packet)
    const [question] = questions
    if (question === undefined) return
    const name = question.name.toLowerCase()
    const address = isPlatformHost(name) ? "127.0.0.1" : names[name]
    if (address === undefined && !/\.(?:arpa|local)$|^[^.]*$/.test(name) && isNews(told, name)) tell({ refused: name })
    const answers =
      address === undefined || question.type !== "A"
        ? []
        : [{ type: "A" as const, name: question.name, ttl: 60, data: address }]
    // 3 is NXDOMAIN.
    const flags = RECURSION_AVAILABLE | (address === undefined ? 3 : 0)
    names53.send(encode({ type: "response", id, flags, questions, answers }), from.port, from.address)
  } catch {
    // No packet of DNS.
  }
})

const local = mirror((socket, port) => toward(`127.0.0.1 ${port}`)(socket))
const fixedPorts = new Set(fixed.filter(({ host }) => host === "127.0.0.1").map(({ port }) => port))

const hearing = hear((port) => outerTo(`udp ${port}`))

let before = "[]"
const look = () => {
  const inside = listeners({ among: (port) => !local.ports.has(port) && !fixedPorts.has(port) })
  if (JSON.stringify(inside) === before) return
  before = JSON.stringify(inside)
  const everywhere = listeners({ reached: "everywhere", among: (port) => inside.includes(port) })
  tell({ inside, everywhere })
}

/** The preload of a Node program waits for its port there, until everybody finds it. */
const mirrored = (ports: ReadonlyArray<number>) => {
  const file = pathOf(folder, MIRRORED)
  try {
    writeFileSync(`${file}.new`, JSON.stringify(ports))
    renameSync(`${file}.new`, file)
  } catch {
    // The run has ended.
  }
}

/**
 * Milliseconds between two looks at who listens here, at least and at most. The kernel walks its whole table, so looking takes a
 * fiftieth of the time; but a program waits for its port, see LeadListening.ts.
 */
const LOOK_MS = { least: 20, most: 100 } as const
const LOOK_SHARE = 50

const lookOften = () => {
  const began = performance.now()
  look()
  const pause = (performance.now() - began) * LOOK_SHARE
  setTimeout(lookOften, Math.min(LOOK_MS.most, Math.max(LOOK_MS.least, pause)))
}

const arrived = createServer(HALF_OPEN, (socket) =>
  onFirstLine(socket, (port) => join(socket, connect({ ...HALF_OPEN, port: Number(port), host: "127.0.0.1" })))
)

const open = async () => {
  await new Promise<void>((done) => names53.bind(53, "127.0.0.1", done))
  await listening(arrived, { path: pathOf(folder, SOCKETS.inner) })
  for (const { host, port, target } of fixed) await listening(createServer(HALF_OPEN, toward(target)), { host, port })
  const lines = createInterface(control)
  await new Promise<void>((done) =>
    lines.on("line", (line) => {
      const told: ToInner = JSON.parse(line)
      if ("mirrored" in told) return mirrored(told.mirrored)
      const { local: ports, datagrams } = told
      // Names are asked for at 53.
      hearing(datagrams.filter((port) => port !== 53))
      void local.follow(ports.filter((port) => !fixedPorts.has(port))).then(done)
    })
  )
  lookOften()
  // The shell that waits for this reads to the end.
  writeSync(WAITING, "ready")
  closeSync(WAITING)
}

void open()
