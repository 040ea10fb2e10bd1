/** Listens on the ports on which somebody listens at the other side of a namespace. Needs nothing but Node. */
import { createServer, type Server, type Socket } from "node:net"
import { HALF_OPEN, listening } from "./Tunnel.ts"

export interface Mirror {
  /** The ports that it holds. */
  readonly ports: ReadonlySet<number>
  /** Completes when it listens on these and on no other, on some for other machines too. A port that is taken here is left alone. */
  readonly follow: (ports: ReadonlyArray<number>, everywhere?: ReadonlyArray<number>) => Promise<void>
}

/** `arrived` takes each connection and the port that it came to. */
export const mirror = (arrived: (socket: Socket, port: number) => void): Mirror => {
  const open = new Map<number, Server>()
  const start = async (port: number, host: string) => {
    const server = createServer(HALF_OPEN, (socket) => arrived(socket, port))
    open.set(port, server)
    await listening(server, { port, host }).catch(() => open.delete(port))
  }
  return {
    get ports() {
      return new Set(open.keys())
    },
    follow: async (ports, everywhere = []) => {
      for (const [port, server] of open) {
        if (ports.includes(port)) continue
        server.close()
        open.delete(port)
      }
      const added = ports.filter((port) => !open.has(port))
      await Promise.all(added.map((port) => start(port, everywhere.includes(port) ? "0.0.0.0" : "127.0.0.1")))
    }
  }
}
