/** Stands between servers and PostgreSQL and counts what they exchange. It reads the answers' tags, no contents. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { endTogether } from "@backlot/postgres/Ends"

export interface Counted {
  /** Requests that followed an answer on their connection: one round trip each. */
  readonly trips: number
  /** In both directions. */
  readonly bytes: number
  /** Transactions that appended to the event log, which run in turn: by their LOCK TABLE. */
  readonly turns: number
  /** Milliseconds from the answer to that LOCK TABLE to the answer to the COMMIT, of each that has ended. */
  readonly turnMs: ReadonlyArray<number>
}

export interface Relay {
  /** The URL of the database by way of the relay. */
  readonly url: string
  /** Everything since the start. */
  readonly counted: () => Counted
  readonly stop: () => Promise<void>
}

export const startRelay = async (database: string): Promise<Relay> => {
  const to = new URL(database)
  const sockets = new Set<Socket>()
  const count = { trips: 0, bytes: 0, turns: 0, turnMs: [] as number[] }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: to.hostname, port: Number(to.port), noDelay: true })
    let isAsked = false
    let lockedAt: number | undefined
    const read = tagReader((tag) => {
      if (tag.startsWith("LOCK TABLE")) {
        count.turns += 1
        lockedAt = performance.now()
      } else if (tag === "COMMIT" || tag === "ROLLBACK") {
        if (lockedAt !== undefined) count.turnMs.push(performance.now() - lockedAt)
        lockedAt = undefined
      }
    })
    near.on("data", (chunk: Buffer) => {
      if (!isAsked) count.trips += 1
      isAsked = true
      count.bytes += chunk.length
      far.write(chunk)
    })
    far.on("data", (chunk: Buffer) => {
      isAsked = false
      count.bytes += chunk.length
      near.write(chunk)
      read(chunk)
    })
    endTogether(near, far, sockets)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(database)
  url.hostname = "127.0.0.1"
  // A TCP listener has an address with a port.
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    counted: () => ({ ...count, turnMs: [...count.turnMs] }),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** CommandComplete (PostgreSQL, "Message Formats"): its type, its length with itself, and the tag as a C string. */
const COMMAND_COMPLETE = 0x43

/** Reads the messages of a server, however they are cut, and tells the tag of each statement that was completed. */
export const tagReader = (tell: (tag: string) => void): ((chunk: Buffer) => void) => {
  let left: Buffer = Buffer.alloc(0)
  /** Bytes of a long message that are still to come. */
  let skip = 0
  return (chunk) => {
    let bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk])
    while (true) {
      const skipped = Math.min(skip, bytes.length)
      skip -= skipped
      bytes = bytes.subarray(skipped)
      if (bytes.length < 5) break
      const size = 1 + bytes.readUInt32BE(1)
      if (bytes[0] === COMMAND_COMPLETE) {
        if (bytes.length < size) break
        tell(bytes.toString("latin1", 5, size - 1))
      }
      skip = size
    }
    left = bytes
  }
}
