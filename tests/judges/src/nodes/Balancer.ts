/** One address for several servers, as a load balancer is: each connection goes to the next server that accepts it. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { endTogether } from "@backlot/postgres/Ends"

export interface Balancer {
  readonly url: string
  /** Takes connections to these ports from now on. */
  readonly lead: (ports: ReadonlyArray<number>) => void
  readonly stop: () => Promise<void>
}

export const startBalancer = async (): Promise<Balancer> => {
  let ports: ReadonlyArray<number> = []
  let turn = 0
  const sockets = new Set<Socket>()

  const lead = (near: Socket, tries: number): void => {
    const port = ports[turn++ % ports.length]
    if (port === undefined || tries === 0) return void near.destroy()
    const far = connect(port, "127.0.0.1")
    far.once("error", () => lead(near, tries - 1))
    far.once("connect", () => {
      far.removeAllListeners("error")
      join(near, far)
    })
  }
  const join = (near: Socket, far: Socket) => {
    endTogether(near, far, sockets)
    near.pipe(far).pipe(near)
  }
  const server = createServer({ noDelay: true }, (near) => {
    near.on("error", () => near.destroy())
    lead(near, ports.length)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (to) => {
      ports = to
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
