/** One address for several servers: each request goes to the next one, also over a connection that is kept. */
import { once } from "node:events"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { Balancer } from "./Balancer.ts"

export interface RequestBalancer extends Balancer {
  /** How many requests each port got. */
  readonly requests: ReadonlyMap<number, number>
}

export const startRequestBalancer = async (): Promise<RequestBalancer> => {
  let ports: ReadonlyArray<number> = []
  let turn = 0
  const requests = new Map<number, number>()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((asked, answer) => {
    const port = ports[turn++ % ports.length]
    if (port === undefined) return void answer.writeHead(502).end()
    requests.set(port, (requests.get(port) ?? 0) + 1)
    const { method, url: path, headers } = asked
    const far = request({ host: "127.0.0.1", port, agent, method, path, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.rawHeaders)
      came.pipe(answer)
    })
    far.once("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    answer.once("close", () => far.destroy())
    asked.pipe(far)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    lead: (to) => {
      ports = to
    },
    stop: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
