/** Whether a connection of this program waits for an answer: to a heartbeat, or from a database. */
import { Socket } from "node:net"
import { seen } from "./Seen.ts"

/** Who has not answered for so long does not answer everything. */
const PATIENCE_MS = 2_000

interface Watched {
  written: number
  read: number
  /** Since when it waits. */
  since: number | undefined
}

const sockets = new Map<Socket, Watched>()

export const ignore = (socket: Socket): void => void sockets.delete(socket)

/** Watches all connections from now on, those of other threads excepted. */
export const observeSockets = (): void => {
  const { connect } = Socket.prototype
  Reflect.set(Socket.prototype, "connect", function (this: Socket, ...given: ReadonlyArray<unknown>) {
    sockets.set(this, { written: 0, read: 0, since: undefined })
    this.once("close", () => ignore(this))
    return Reflect.apply(connect, this, given)
  })
}

/** Looks at all of them: something came or went since the last look, or one waits for an answer. */
export const socketsAtWork = (): boolean => {
  let isAtWork = false
  for (const [socket, watched] of sockets) {
    const { bytesWritten, bytesRead } = socket
    const wrote = bytesWritten > watched.written
    const read = bytesRead > watched.read
    if (read) watched.since = undefined
    else if (wrote) watched.since = seen()
    Object.assign(watched, { written: bytesWritten, read: bytesRead })
    const waits = watched.since !== undefined && seen() - watched.since < PATIENCE_MS
    isAtWork ||= wrote || read || waits
  }
  return isAtWork
}
