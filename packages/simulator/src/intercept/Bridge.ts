/**
 * The outer side of a namespace: takes its connections to this machine, to the front and to the hosts that are let through, and
 * listens here where a program in it listens there.
 */
import { connect, createServer, type Socket } from "node:net"
import { join as pathOf } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Option, Schedule, Schema } from "effect"
import { speak } from "./Datagrams.ts"
import { listeners } from "./Listeners.ts"
import { mirror } from "./Mirror.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { isPort, nothingLeaves, type Outside } from "./Outside.ts"
import { HALF_OPEN, join, listening, onFirstLine, SOCKETS, type ToInner, type ToOuter } from "./Tunnel.ts"

export interface BridgeOptions {
  /** Private, with the sockets. */
  readonly folder: string
  readonly outside: ReadonlyArray<Outside>
  /** Told once for each host that was asked for in vain. */
  readonly tell: (line: string) => void
}

/** How often it looks who listens here. */
const EVERY = "200 millis"

/** Bytes of the path of a socket. A longer one is cut, silently on Node 20. Source: unix(7). */
const LONGEST = 107

/** Until the scope closes, with which the inner side ends too. */
export const open = Effect.fnUntraced(function* ({ folder, outside, tell }: BridgeOptions) {
  const path = pathOf(folder, SOCKETS.outer)
  if (Buffer.byteLength(path) > LONGEST)
    return yield* notOpened(`a path may have ${LONGEST} bytes. Set TMPDIR to a shorter one`)
  const sockets = new Set<Socket>()
  const kept = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  }
  const here = mirror((socket, port) => {
    const inner = kept(connect({ ...HALF_OPEN, path: pathOf(folder, SOCKETS.inner) }))
    inner.write(`${port}\n`)
    join(kept(socket), inner)
  })
  const looks = new Set<() => void>()
  const control = (socket: Socket) => {
    let before = ""
    const look = () => {
      const local = listeners({ among: (port) => !here.ports.has(port) })
      const text = JSON.stringify({ local, datagrams: listeners({ kind: "udp" }) } satisfies ToInner)
      if (text !== before) socket.write(`${text}\n`)
      before = text
    }
    look()
    looks.add(look)
    socket.on("close", () => {
      looks.delete(look)
      void here.follow([])
    })
    createInterface(socket).on("line", (line) => {
      const told = readOuter(line)
      if (told === undefined) return void socket.destroy()
      if ("inside" in told) {
        const mirrored = { mirrored: told.inside } satisfies ToInner
        void here.follow(told.inside, told.everywhere).then(() => socket.write(`${JSON.stringify(mirrored)}\n`))
      } else tell(nothingLeaves(`${told.refused} was not found`, told.refused))
    })
  }
  const arrived = (socket: Socket) =>
    onFirstLine(kept(socket), (line) => {
      if (line === "control") return control(socket)
      const [host = "", text] = line.split(" ")
      const port = Number(text)
      // The program under test may write here too.
      if (!isPort(port)) return void socket.destroy()
      if (host === "udp") return speak(socket, port)
      if (host !== "127.0.0.1" && !outside.some((one) => one.host === host)) return void socket.destroy()
      join(socket, kept(connect({ ...HALF_OPEN, port, host })))
    })
  const server = createServer(HALF_OPEN, arrived)
  const lookAgain = Effect.sync(() => {
    for (const look of looks) look()
  })
  yield* Effect.forkScoped(Effect.repeat(lookAgain, Schedule.spaced(EVERY)))
  yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => listening(server, { path }), catch: (error) => notOpened(String(error)) }),
    () =>
      Effect.promise(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
        return here.follow([])
      })
  )
})

const notOpened = (why: string) =>
  new NotIntercepted({ message: `cannot be led by a namespace: its socket was not opened: ${why}` })

const Ports = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })))

const Told = Schema.fromJsonString(
  Schema.Union([Schema.Struct({ inside: Ports, everywhere: Ports }), Schema.Struct({ refused: Schema.String })])
)

/** Undefined for what the inner side does not say. */
const readOuter = (line: string): ToOuter | undefined => Option.getOrUndefined(Schema.decodeUnknownOption(Told)(line))
