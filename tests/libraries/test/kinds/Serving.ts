/** How the apps listen, and how they wait for what they said. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"

export interface Served {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Listens on a free port. */
export const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
): Promise<Served> => {
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/interactions`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

/** Sends a response of the web. */
export const send = async (response: ServerResponse, answer: Response): Promise<void> => {
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes)
}

/**
 * Does it as soon as the answer that the app just gave stands. Who answers by the response of a delivery may be ahead of
 * its reader, so the first try may come too early; on the platform, distance hides that.
 */
export const onceItStands = <A>(act: () => Promise<A>): Promise<A> => vi.waitFor(act, { timeout: 60_000, interval: 5 })
