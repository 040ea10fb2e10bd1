/** Passes requests on to the control plane of a server, and keeps them. */
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import type { ControlRequest } from "./ControlRequest.ts"

export interface Recorder {
  readonly url: string
  readonly requests: ReadonlyArray<ControlRequest>
  readonly stop: () => void
}

export const recordBefore = (control_url: string): Promise<Recorder> =>
  new Promise((resolve) => {
    const requests: Array<ControlRequest> = []
    const server = createServer(async (incoming, outgoing) => {
      const { method = "", url: path = "" } = incoming
      const body = await text(incoming)
      requests.push({ method, path, body })
      const headers = { "content-type": "application/json" }
      const answer = await fetch(control_url + path, { method, headers, ...(body === "" ? {} : { body }) })
      const answered = await answer.text()
      outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(answered)
    }).listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      resolve({ url: `http://127.0.0.1:${port}`, requests, stop: () => server.close() })
    })
  })
