/** Listens on the ports on which somebody listens at the other side of a namespace. Needs nothing but Node. */
import { createServer, type Server, type Socket } from "node:net"
import { HALF_OPEN, listening } from "./Tunnel.ts"

export interface Mirror {
  /** The ports that it holds. */
  readonly ports: ReadonlySet<number>
  /** Completes when it listens on these and on no other. A port that is taken here is left alone. */
  readonly follow: (ports: ReadonlyArray<number>) => Promise<void>
}

/** `arrived` takes each connection and the port that it came to. */
export const mirror = (arrived: (socket: Socket, port: number) => void): Mirror => {
  const open = new Map<number, Server>()
  const start = async (port: number) => {
    const server = createServer(HALF_OPEN, (socket) => arrived(socket, port))
    open.set(port, server)
    await listening(server, { port, host: "127.0.0.1" }).catch(() => open.delete(port))
  }
  return {
    get ports() {
      return new Set(open.keys())
    },
    follow: async (ports) => {
      for (const [port, server] of open) {
        if (ports.includes(port)) continue
        server.close()
        open.delete(port)
      }
      await Promise.all(ports.filter((port) => !open.has(port)).map(start))
    }
  }
}
