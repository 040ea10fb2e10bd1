/** Whether this program has something under way, as far as Node can tell. */
import { subscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"

const now = performance.now.bind(performance)

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
  requests.set(request, { since: now(), label })
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
  [...requests.values()].find((request) => request.since >= since || now() - request.since < LONG_MS)?.label

/** Files, look-ups, connections and writes of a short time; a read of a pipe can last for ever. */
const WORK = /^(?:FSReq|GetAddrInfoReq|GetNameInfoReq|TCPConnectWrap|PipeConnectWrap|WriteWrap|ShutdownWrap)/

/** Computing in Node's other threads, such as that of a hash, and child programs: nobody waits longer for an answer. */
const ANSWER_MS = 3_000

let children = 0

const sum = ({ user, system }: NodeJS.CpuUsage): number => user + system

/** Microseconds that other threads have used; before Node 23.9 those of this one as well. */
const usedElsewhere = (): number => sum(process.cpuUsage()) - (ownUsage === undefined ? 0 : sum(ownUsage.call(process)))
// The types are those of a newer Node.
const ownUsage: NodeJS.Process["threadCpuUsage"] | undefined = process.threadCpuUsage

/** Of a core. Where this thread counts as well, its looks must not be taken for work. */
const COMPUTING = ownUsage === undefined ? 0.5 : 0.1

let used = usedElsewhere()
let looked = now()

/** Whether other threads have computed since the last look. */
export const isComputing = (): boolean => {
  const [usedBefore, lookedBefore] = [used, looked]
  used = usedElsewhere()
  looked = now()
  return used - usedBefore > (looked - lookedBefore) * 1_000 * COMPUTING
}

const childrenIn = (resources: ReadonlyArray<string>): number =>
  resources.filter((name) => name === "ProcessWrap").length

/** Children that run now are no work from here on. */
export const settled = (): void => {
  children = childrenIn(process.getActiveResourcesInfo())
}

export const isAtWork = (since: number, computes: boolean): boolean => {
  const resources = process.getActiveResourcesInfo()
  const passed = now() - since
  const isBusy = computes || childrenIn(resources) > children
  return (passed < ANSWER_MS && isBusy) || (passed < LONG_MS && resources.some((name) => WORK.test(name)))
}
