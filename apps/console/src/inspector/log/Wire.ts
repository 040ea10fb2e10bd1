/** What goes over the wire, read while a view shows it. */

import type { WireFrame, WireRequest } from "@backlot/protocol/control/ControlWire"
import { useEffect } from "react"
import { create } from "zustand"
import { authorization, send } from "../../api/Control.ts"
import { SentFrames } from "./SentFrames.ts"

export interface Request extends WireRequest {
  readonly id: string
}

export interface Frame extends WireFrame {
  readonly id: string
  readonly gateway: Gateway
}

/** That of events, and that of voice connections. */
const GATEWAYS = ["gateway", "voice"] as const
export type Gateway = (typeof GATEWAYS)[number]

interface Wire {
  readonly state: "closed" | "opening" | "open"
  /** Oldest first. */
  readonly requests: ReadonlyArray<Request>
  readonly frames: ReadonlyArray<Frame>
  /** Entries that were lost because the page was too slow. */
  readonly lost: number
}

/** Entries of each kind that the page keeps. */
const KEPT = 2_000
/** Whoever changes between two views keeps the connection. */
const LINGER_MS = 2_000
const AGAIN_MS = 1_000

export const useWire = create<Wire>()(() => ({ state: "closed", requests: [], frames: [], lost: 0 }))

export const clearWire = (): void => useWire.setState({ requests: [], frames: [], lost: 0 })

let watchers = 0
let running: AbortController | undefined
let last: string | undefined

/** Keeps the stream open while the component is shown. */
export const useWatching = (): void => {
  useEffect(() => {
    watchers += 1
    if (running === undefined) {
      running = new AbortController()
      void watch(running.signal)
    }
    return () => {
      watchers -= 1
      setTimeout(() => {
        if (watchers > 0) return
        running?.abort()
        running = undefined
        useWire.setState({ state: "closed" })
      }, LINGER_MS)
    }
  }, [])
}

const watch = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    useWire.setState({ state: "opening" })
    try {
      const headers = { ...authorization(), ...(last === undefined ? {} : { "last-event-id": last }) }
      const response = await send("/wire", { signal, headers })
      if (!response.ok || response.body === null) throw new Error(`The server answered ${response.status}`)
      useWire.setState({ state: "open" })
      const sent = new SentFrames()
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) take(sent.read(text))
    } catch {
      // The connection is tried again below.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

const take = (sent: ReturnType<SentFrames["read"]>) => {
  const requests: Array<Request> = []
  const frames: Array<Frame> = []
  let lost = 0
  for (const { id, event, data } of sent) {
    if (id !== undefined) last = id
    if (data === "") continue
    const value = JSON.parse(data) as unknown
    if (event === "rest") requests.push({ ...(value as WireRequest), id: id ?? "" })
    const gateway = GATEWAYS.find((each) => each === event)
    if (gateway !== undefined) frames.push({ ...(value as WireFrame), id: id ?? "", gateway })
    if (event === "dropped") lost += (value as { readonly count: number | null }).count ?? 1
  }
  if (requests.length === 0 && frames.length === 0 && lost === 0) return
  useWire.setState((now) => ({
    ...(requests.length === 0 ? {} : { requests: [...now.requests, ...requests].slice(-KEPT) }),
    ...(frames.length === 0 ? {} : { frames: [...now.frames, ...frames].slice(-KEPT) }),
    ...(lost === 0 ? {} : { lost: now.lost + lost })
  }))
}
