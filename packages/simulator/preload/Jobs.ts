/**
 * What Node does for this program elsewhere: files, look-ups of names, hashes and keys, compression, native modules, threads
 * and child programs. Each is known from its beginning to its end, however long it waits for a core.
 */
import { AsyncResource, asyncWrapProviders, createHook, type HookCallbacks } from "node:async_hooks"
import { act } from "./Activity.ts"
import { seen } from "./Seen.ts"

/** It lasts as long as it computes, or may last for ever as a read of a pipe does. */
type Kind = "computing" | "waiting" | "lasting"

interface Job {
  readonly kind: Kind
  readonly since: number
  /** A file that could not be opened, and the like, is collected without an end. */
  readonly resource: WeakRef<object>
}

/** How long one that may last for ever is waited for: nobody waits longer for an answer. */
const MOST_MS: Readonly<Record<Kind, number>> = { computing: Number.POSITIVE_INFINITY, waiting: 1_000, lasting: 3_000 }

const jobs = new Map<number, Job>()

const begin = (id: number, kind: Kind, resource: object): void => {
  act()
  jobs.set(id, { kind, since: seen(), resource: new WeakRef(resource) })
}

const end = (id: number): void => {
  if (jobs.delete(id)) act()
}

/** Makes known when a method of Node's own object begins a job; what is done when it returns is none. */
const onCall = (id: number, resource: object, name: "run" | "write"): void => {
  const method: unknown = Reflect.get(resource, name)
  if (typeof method !== "function") return
  Reflect.set(resource, name, (...given: ReadonlyArray<unknown>) => {
    begin(id, "computing", resource)
    const result: unknown = Reflect.apply(method, resource, given)
    // The error and the result of a job that did not leave this thread.
    if (Array.isArray(result)) end(id)
    return result
  })
}

type Take = (id: number, resource: object) => void

const taking =
  (kind: Kind): Take =>
  (id, resource) =>
    begin(id, kind, resource)

/** By the types of Node's asynchronous resources, https://nodejs.org/api/async_hooks.html#type. */
const takerOf = (type: string): Take | undefined => {
  if (type === "ZLIB") return (id, resource) => onCall(id, resource, "write")
  if (type === "PROCESSWRAP") return taking("lasting")
  if (/^(?:FSREQ|GETADDRINFOREQ|GETNAMEINFOREQ|QUERYWRAP)/.test(type)) return taking("waiting")
  if (type.endsWith("REQUEST") && type !== "HTTPCLIENTREQUEST") return (id, resource) => onCall(id, resource, "run")
  if (type in asyncWrapProviders || OF_JAVASCRIPT.has(type)) return undefined
  // A native module's; those of programs are made by this class.
  return (id, resource) => {
    if (!(resource instanceof AsyncResource)) begin(id, "lasting", resource)
  }
}

const OF_JAVASCRIPT = new Set(["TickObject", "Timeout", "Immediate", "PROMISE"])

const takers = new Map<string, Take | undefined>()

/** Promises are many and tell nothing; before Node 24 they cannot be left out. */
type Hooks = HookCallbacks & { readonly trackPromises: false }

const hooks: Hooks = {
  trackPromises: false,
  init: (id, type, _trigger, resource) => {
    if (!takers.has(type)) takers.set(type, takerOf(type))
    takers.get(type)?.(id, resource)
  },
  // It is about to call back.
  before: end
}

export const observeJobs = (): void => {
  createHook(hooks).enable()
  process.on("worker", (thread) => {
    const id = -thread.threadId
    begin(id, "lasting", thread)
    thread.once("exit", () => end(id))
  })
}

/** What is under way now and may last for ever is no work from here on. */
export const forgetJobs = (): void => {
  for (const [id, { kind }] of jobs) if (kind !== "computing") jobs.delete(id)
}

export const isJobUnderWay = (): boolean => {
  let isUnderWay = false
  for (const [id, { kind, since, resource }] of jobs) {
    if (resource.deref() === undefined) jobs.delete(id)
    else isUnderWay ||= seen() - since < MOST_MS[kind]
  }
  return isUnderWay
}
