/** A way to a server that can be cut, fall silent, and be restored. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { endTogether } from "./Ends.ts"

export const startRelay = async (port: number, host: string) => {
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(port, host)
    endTogether(near, far, sockets)
    const pair = [near, far] as const
    pairs.add(pair)
    near.on("close", () => pairs.delete(pair))
    if (isSilent) swallow(pair)
    else near.pipe(far).pipe(near)
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
    restore: () => listen(own),
    /** From now on nothing comes through, and no connection ends: as where packets vanish. */
    silence: () => {
      isSilent = true
      for (const pair of pairs) swallow(pair)
    },
    /** New connections work again. Those from before stay silent, as where a firewall has forgotten them. */
    speak: () => {
      isSilent = false
    }
  }
}

const swallow = ([near, far]: readonly [Socket, Socket]) => {
  near.unpipe(far)
  far.unpipe(near)
  near.resume()
  far.resume()
}
