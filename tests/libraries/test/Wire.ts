/** Requests on node:http: headers as they stand on the wire, each as often as it stands there, and the body's own text. */
import { request } from "node:http"

export interface Exchange {
  readonly status: number
  /** The values of a header, in order; empty when it is absent. */
  readonly header: (name: string) => ReadonlyArray<string>
  readonly text: string
  /** The parsed body, or undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly json: any
}

export interface Sent {
  /** Text goes out as it is, anything else as JSON with its content type. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Wire = (method: string, path: string, sent?: Sent) => Promise<Exchange>

/** Requests below `base`; headers of a request win over `headers`, and an empty one is not sent. */
export const wireOf =
  (base: string, headers: Readonly<Record<string, string>>): Wire =>
  (method, path, sent = {}) => {
    const { body } = sent
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const type = text === undefined || text === body ? {} : { "content-type": "application/json" }
    const all = Object.entries({ ...type, ...headers, ...sent.headers }).filter(([, value]) => value !== "")
    return exchange(`${base}${path}`, method, Object.fromEntries(all), text)
  }

const exchange = (url: string, method: string, headers: Record<string, string>, body: string | undefined) =>
  new Promise<Exchange>((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        resolve({
          status: response.statusCode ?? 0,
          header: (name) => response.headersDistinct[name] ?? [],
          text,
          json: text === "" ? undefined : JSON.parse(text)
        })
      })
    })
    outgoing.on("error", reject)
    outgoing.end(body)
  })
