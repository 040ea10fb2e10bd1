/** A planned fault from what a form has. Source: docs/faults.md. */
import type { BodyOf } from "../../api/Control.ts"

export type Surface = "rest" | "delivery" | "gateway"

export interface FaultDraft {
  readonly surface: Surface
  /** Empty for every application. */
  readonly application: string
  readonly method: string
  readonly path: string
  readonly event: string
  readonly action: string
  readonly status: string
  readonly delay: string
  readonly times: string
  readonly after: string
}

export const EMPTY: FaultDraft = {
  surface: "rest",
  ...{ application: "", method: "", path: "", event: "", action: "status" },
  ...{ status: "500", delay: "", times: "1", after: "" }
}

interface Action {
  readonly id: string
  readonly name: string
  readonly surfaces: ReadonlyArray<Surface>
  readonly body: (draft: FaultDraft) => object
}

export const ACTIONS: ReadonlyArray<Action> = [
  {
    id: "status",
    name: "Answer with a status",
    surfaces: ["rest", "delivery"],
    body: ({ status }) => ({ status: Number(status) })
  },
  {
    id: "rate_limit",
    name: "Answer 429 with a whole rate limit",
    surfaces: ["rest"],
    body: () => ({ rate_limit: { retry_after_ms: 2_000, scope: "user" } })
  },
  {
    id: "drop",
    name: "Drop: no answer, not sent",
    surfaces: ["rest", "delivery", "gateway"],
    body: () => ({ drop: true })
  },
  {
    id: "disconnect",
    name: "Break the connection",
    surfaces: ["rest", "delivery", "gateway"],
    body: ({ surface }) => ({ disconnect: surface === "gateway" ? { code: 4000 } : true })
  },
  { id: "delay", name: "Only delay", surfaces: ["rest", "delivery", "gateway"], body: () => ({}) },
  {
    id: "invalid_session",
    name: "Invalidate the session",
    surfaces: ["gateway"],
    body: () => ({ invalid_session: true })
  },
  { id: "reconnect", name: "Ask to reconnect", surfaces: ["gateway"], body: () => ({ reconnect: true }) },
  {
    id: "heartbeats",
    name: "Leave heartbeats unanswered",
    surfaces: ["gateway"],
    body: () => ({ heartbeats: "unanswered" })
  }
]

export const bodyOf = (draft: FaultDraft): BodyOf<"plan_fault"> => {
  const { surface, application, method, path, event, action, delay, times, after } = draft
  const match = {
    surface,
    ...given({ application, event: surface === "rest" ? "" : event }),
    ...(surface === "rest" ? given({ method, path }) : {})
  }
  const number = (name: string, text: string) => (text === "" ? {} : { [name]: Number(text) })
  return {
    match,
    ...ACTIONS.find(({ id }) => id === action)?.body(draft),
    ...number("delay_ms", delay),
    ...number("times", times),
    ...number("after", after)
  } as BodyOf<"plan_fault">
}

const given = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))

/** The common ones, planned by one click. */
export const READY: ReadonlyArray<{ readonly name: string; readonly draft: Partial<FaultDraft> }> = [
  { name: "The API answers 500 once", draft: { surface: "rest", action: "status", status: "500", times: "1" } },
  { name: "A rate limit of 2 s", draft: { surface: "rest", action: "rate_limit", times: "1" } },
  { name: "The API takes 2 s", draft: { surface: "rest", action: "delay", delay: "2000", times: "1" } },
  {
    name: "The app answers 503",
    draft: { surface: "delivery", event: "INTERACTION_CREATE", action: "status", status: "503", times: "1" }
  },
  {
    name: "The app answers after 2.5 s",
    draft: { surface: "delivery", event: "INTERACTION_CREATE", action: "delay", delay: "2500", times: "1" }
  },
  {
    name: "An interaction gets lost",
    draft: { surface: "delivery", event: "INTERACTION_CREATE", action: "drop", times: "1" }
  },
  { name: "Bots are disconnected", draft: { surface: "gateway", action: "disconnect", times: "" } },
  { name: "Sessions become invalid", draft: { surface: "gateway", action: "invalid_session", times: "" } }
]

type Planned = Readonly<Record<string, unknown>>

/** A planned fault in a sentence. */
export const saysOf = (fault: Planned): string => {
  const { status, drop, disconnect, invalid_session, reconnect, heartbeats, rate_limit, delay_ms } = fault
  const acts = [
    delay_ms == null ? "" : `waits ${String(delay_ms)} ms`,
    status == null ? "" : `answers ${String(status)}`,
    rate_limit == null ? "" : "answers 429",
    drop === true ? "drops it" : "",
    disconnect == null || disconnect === false ? "" : "breaks the connection",
    invalid_session == null || invalid_session === false ? "" : "invalidates the session",
    reconnect === true ? "asks to reconnect" : "",
    heartbeats == null ? "" : "leaves heartbeats unanswered"
  ]
  return acts.filter((act) => act !== "").join(", then ")
}

export const whereOf = (match: Planned): string => {
  const { surface, method, path, event } = match
  return [surface ?? "every surface", method, path, event].filter((part) => part != null).join(" ")
}
