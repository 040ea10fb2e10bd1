/** An interactions endpoint on node:http whose only gate is the library's own signature check. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { verifyKey } from "discord-interactions"

// biome-ignore lint/suspicious/noExplicitAny: an app reads the payload as it comes
export type Interaction = any

export interface Received {
  readonly interaction: Interaction
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

type Reply = { readonly status?: number; readonly json?: unknown; readonly type?: string }
type Handler = (interaction: Interaction) => Reply | Promise<Reply>

export interface EndpointApp {
  readonly url: string
  readonly received: Array<Received>
  /** How many good PINGs came. */
  readonly pings: () => number
  /** How many requests the library's check refused. */
  readonly refused: () => number
  handle: Handler
  readonly stop: () => Promise<void>
}

export const startEndpoint = async (publicKey: string): Promise<EndpointApp> => {
  const received: Array<Received> = []
  let refused = 0
  let pings = 0
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  const app = {
    received,
    pings: () => pings,
    refused: () => refused,
    handle: (() => ({ status: 500 })) as Handler,
    url: "",
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const signature = String(request.headers["x-signature-ed25519"] ?? "")
    const timestamp = String(request.headers["x-signature-timestamp"] ?? "")
    if (!(await verifyKey(body, signature, timestamp, publicKey))) {
      refused++
      response.writeHead(401).end("Bad request signature")
      return
    }
    const interaction = JSON.parse(body.toString())
    if (interaction.type === 1) {
      pings++
      return send(response, { json: { type: 1 } })
    }
    received.push({ interaction, headers: request.headers, body: body.toString() })
    send(response, await app.handle(interaction))
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  app.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`
  return app
}

const send = (response: ServerResponse, { status = 200, json, type = "application/json" }: Reply) => {
  if (json === undefined) response.writeHead(status).end()
  else response.writeHead(status, { "content-type": type }).end(JSON.stringify(json))
}
