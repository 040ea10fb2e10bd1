/** Rules between the parts of a planned fault. Codes and texts are our choice: docs/choices.md "Planned faults". */
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { at } from "../validation/Rule.ts"
import {
  DELIVERY_EVENTS,
  type FaultAction,
  isImmediate,
  limits,
  type PlannedFault,
  type Surface
} from "./PlannedFault.ts"

export const error = (suffix: string, message: string) => FormError.of(`PLANNED_FAULT_${suffix}`, message)

/** A fault has at most one of these. */
const ENDINGS = [
  "status",
  "drop",
  "disconnect",
  "invalid_session",
  "reconnect",
  "heartbeats",
  "rate_limit"
] as const satisfies ReadonlyArray<keyof FaultAction>

/** A fault has only one action. */
export const judgeActions = (planned: PlannedFault): ReadonlyArray<Fault> => {
  const [first, ...others] = ENDINGS.filter((name) => planned[name] !== undefined)
  const twice = others.map((name) =>
    fault([name], error("CONFLICT", `Cannot stand beside ${first}: of ${ENDINGS.join(", ")} give one.`))
  )
  const alone = (["body", "headers"] as const)
    .filter((name) => planned[name] !== undefined && planned.status === undefined)
    .map((name) => fault([name], error("CONFLICT", "Is part of an answer: give status too.")))
  return [...twice, ...alone]
}

const NOTHING = error("EMPTY", `This fault does nothing: give delay_ms, or one of ${ENDINGS.join(", ")}.`)

interface Answer {
  readonly status?: number | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | null
}

/** The answer must be possible in HTTP. */
export const judgeAnswer = ({ status, body, headers }: Answer): ReadonlyArray<Fault> => [
  ...at(["body"], body !== undefined && status != null && BODILESS.includes(status) ? bodiless(status) : undefined),
  ...at(["body"], body !== undefined && sizeOf(body) > limits.bodyBytes ? TOO_LONG : undefined),
  ...judgeHeaders(Object.entries(headers ?? {}))
]

const BODILESS = [204, 205, 304]
const bodiless = (status: number) => error("BODY", `An answer of status ${status} has no body.`)
const TOO_LONG = error("BODY", `Must be ${limits.bodyBytes} or fewer bytes long.`)

/** In UTF-16 units, each at most three bytes: accurate enough for a bound. */
const sizeOf = (body: unknown): number => (typeof body === "string" ? body : JSON.stringify(body)).length

const judgeHeaders = (headers: ReadonlyArray<readonly [string, string]>): ReadonlyArray<Fault> => {
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (headers.length > limits.headers || size > limits.headerBytes) return [fault(["headers"], TOO_MANY)]
  return headers.flatMap(([name, value]) => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return [fault(["headers", name], NO_NAME)]
    if (FRAMING.includes(name.toLowerCase())) return [fault(["headers", name], FRAMES)]
    return /^[\x20-\x7e]*$/.test(value) ? [] : [fault(["headers", name], NO_VALUE)]
  })
}

/** The server sets these headers to send the answer itself. */
const FRAMING = [
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
]

const TOO_MANY = error(
  "HEADERS",
  `Must be ${limits.headers} or fewer headers of ${limits.headerBytes} or fewer bytes together.`
)
const NO_NAME = error("HEADERS", "This is no name of a header.")
const NO_VALUE = error("HEADERS", "Must be printable ASCII.")
const FRAMES = error("HEADERS", "The server sets this header itself.")

/** Whether a fault with valid parts does anything and can ever match; an immediate one can have no schedule. */
export const judgeWhole = (planned: PlannedFault, surfaces: ReadonlyArray<Surface>): ReadonlyArray<Fault> => {
  const { event } = planned.match
  const does = [...ENDINGS, "delay_ms" as const].some((name) => planned[name] !== undefined)
  if (!does) return [fault([], NOTHING)]
  if (surfaces.length === 0) return [fault(["match"], NOWHERE)]
  const isDelivery = surfaces.every((surface) => surface === "delivery")
  if (isDelivery && event !== undefined && !DELIVERY_EVENTS.includes(event)) {
    return [fault(["match", "event"], FormError.choices(DELIVERY_EVENTS))]
  }
  if (event === "HELLO") return [fault(["match", "event"], TOO_EARLY)]
  if (planned.heartbeats !== undefined && event !== undefined && event !== "HEARTBEAT") {
    return [fault(["match", "event"], error("CONFLICT", "Unanswered heartbeats are those of the event HEARTBEAT."))]
  }
  if (!isImmediate(planned)) return []
  return (["times", "after", "delay_ms"] as const)
    .filter((name) => planned[name] !== undefined && !(name === "times" && planned.times === 1))
    .map((name) => fault([name], AT_ONCE))
}

const NOWHERE = error(
  "MEANINGLESS",
  "Such a match and such an action never meet. rest: method and path, status, rate_limit, drop, disconnect, delay_ms. " +
    "delivery: method, path and event, status, drop, disconnect, delay_ms. gateway: event and session, drop, disconnect (with a " +
    "code), invalid_session, reconnect, heartbeats, delay_ms."
)

const TOO_EARLY = error(
  "MEANINGLESS",
  "HELLO is sent before anybody knows whose connection it is: use IDENTIFY or RESUME."
)

const AT_ONCE = error("AT_ONCE", "Without an event this is done once, at once, to the sessions that are there.")
