/** A way to a server that can be cut and restored. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { endTogether } from "./Ends.ts"

export const startRelay = async (port: number, host: string) => {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, host)
    endTogether(near, far, sockets)
    near.pipe(far).pipe(near)
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, "127.0.0.1", done))
  await listen(0)
  // A server that listens on TCP has a port.
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    /** Ends every connection; new ones are refused. */
    cut: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
    restore: () => listen(own)
  }
}
