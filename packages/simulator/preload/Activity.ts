/** Whether this program has something under way, as far as Node can tell. */
import { subscribe } from "node:diagnostics_channel"
import { seen } from "./Seen.ts"

/** A request of an earlier time that is this old is a long poll or a stream, which nobody waits for. */
const LONG_MS = 1_000

const requests = new Map<object, { readonly since: number; readonly label: string }>()
let count = 0

/** Each call is an activity. */
export const act = (): void => {
  count++
}

export const acts = (): number => count

const begin = (request: object, label: string): void => {
  act()
  requests.set(request, { since: seen(), label })
}

const end = (request: object): void => {
  if (requests.delete(request)) act()
}

/** Requests of `node:http` and of fetch; `own` are those of this preload. */
export const observeRequests = (own: string): void => {
  on("http.client.request.start", ({ request }) => {
    const { method = "GET", host = "", path = "" } = fieldsOf(request)
    if (path.startsWith(own)) return
    begin(request, labelOf(method, host, path))
    if ("once" in request && typeof request.once === "function") request.once("close", () => end(request))
  })
  on("http.client.response.finish", ({ request }) => end(request))
  on("undici:request:create", ({ request }) => {
    const { method = "GET", origin = "", path = "" } = fieldsOf(request)
    begin(request, labelOf(method, origin, path))
  })
  for (const name of ["headers", "trailers", "error"]) on(`undici:request:${name}`, ({ request }) => end(request))
}

const on = (name: string, take: (message: { readonly request: object }) => void): void =>
  // Node documents the shape of these channels.
  subscribe(name, (message) => take(message as { readonly request: object }))

interface RequestFields {
  readonly method?: string
  readonly host?: string
  readonly origin?: string
  readonly path?: string
}

// Both kinds of request have these fields as texts.
const fieldsOf = (request: object): RequestFields => request as RequestFields

/** Long parts of a path are tokens. */
const labelOf = (method: string, host: string, path: string): string =>
  `${method} ${host}${path.split("?")[0]?.replace(/[^/]{40,}/g, "…")} is under way`

/** A request that began after `since`, or a short time ago. */
export const requestUnderWay = (since: number): string | undefined =>
  [...requests.values()].find((request) => request.since >= since || seen() - request.since < LONG_MS)?.label

/** Connections and writes of a short time. */
const WORK = /^(?:TCPConnectWrap|PipeConnectWrap|WriteWrap|ShutdownWrap)/

export const isConnecting = (since: number): boolean =>
  seen() - since < LONG_MS && process.getActiveResourcesInfo().some((name) => WORK.test(name))
