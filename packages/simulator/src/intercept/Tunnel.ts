/** Joins connections across a namespace. Runs on both sides of it, so it needs nothing but Node. */
import type { Server, Socket } from "node:net"
import { type Duplex, pipeline } from "node:stream"

/** Where Bridge.ts listens in the folder of a run, and where the program in the namespace does: short names of one length. */
export const SOCKETS = { outer: "outer", inner: "inner" } as const

/** In the folder of a run too: the ports of the inner side that are there at the outer one, as a JSON text. */
export const MIRRORED = "mirrored.json"

/** What the inner side is told and what it tells: one JSON text on each line. */
export type ToInner =
  | { readonly local: ReadonlyArray<number>; readonly datagrams: ReadonlyArray<number> }
  | { readonly mirrored: ReadonlyArray<number> }
export type ToOuter =
  | {
      readonly inside: ReadonlyArray<number>
      /** Those of them that other machines reach. */
      readonly everywhere: ReadonlyArray<number>
    }
  | { readonly refused: string }

/** Connections of one listener at a time. */
export const CONNECTIONS = 1_000

/** A connection or a server whose sides end one by one: who has said all may still be answered. */
export const HALF_OPEN = { allowHalfOpen: true } as const

/** What one side sends the other receives, to its end. A side that breaks breaks the other. */
export const join = (one: Duplex, other: Duplex): void => {
  pipeline(one, other, () => {})
  pipeline(other, one, () => {})
}

/** Characters of a line that names an address. */
const LINE = 300

/** Calls with the first line of a connection, once; the rest stays to be read. */
export const onFirstLine = (socket: Socket, take: (line: string) => void): void => {
  let begun = Buffer.alloc(0)
  const read = (bytes: Buffer) => {
    begun = Buffer.concat([begun, bytes])
    const end = begun.indexOf("\n")
    if (end < 0 && begun.length > LINE) return void socket.destroy()
    if (end < 0) return
    socket.off("data", read)
    socket.pause()
    const rest = begun.subarray(end + 1)
    if (rest.length > 0) socket.unshift(rest)
    take(begun.subarray(0, end).toString())
  }
  socket.on("error", () => socket.destroy())
  socket.on("data", read)
}

/** Completes when it listens; fails when it cannot. */
export const listening = (server: Server, at: { port: number; host: string } | { path: string }): Promise<void> =>
  new Promise((done, failed) => {
    server.maxConnections = CONNECTIONS
    server.once("error", failed)
    server.listen(at, () => {
      server.off("error", failed)
      done()
    })
  })
