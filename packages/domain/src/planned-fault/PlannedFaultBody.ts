/**
 * The body that plans a fault: its shape and its rules. A field that is null or false counts as left out. Unknown fields
 * are refused, because a match with a typing error would fit everything. Codes and texts are our choice: docs/choices.md
 * "Planned faults".
 */
import { Result, Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { Any, Bool, decoder, dict, Id, needed, optional, shownAs, Text, withoutEchoes } from "../validation/Shape.ts"
import { described, oneOf, whole } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import * as WorldError from "../world/rule/WorldError.ts"
import { type PlannedFault, SCOPES, SURFACES, surfacesOf } from "./PlannedFault.ts"
import { plannedFault } from "./PlannedFaultLimits.ts"
import { judgeActions, judgeAnswer, judgeWhole } from "./PlannedFaultRules.ts"

const said = <S extends Schema.Top>(shape: S, description: string) => optional(described(shape, description))

const MatchShape = Schema.Struct({
  surface: optional(oneOf(Text, SURFACES)),
  application: said(Id, "Whose request, delivery or gateway session."),
  method: said(Text, "Of a request, or a delivery (POST)."),
  path: said(
    Text,
    "Of a request to the API, with or without /api and the version; of a delivery that of the endpoint URL. * and {name} " +
      "stand for any one segment, ** at the end for all that follow."
  ),
  event: said(
    Text,
    "Of a delivery INTERACTION_CREATE, or PING when an endpoint URL is verified. Of the gateway the name of a dispatch, or " +
      "HEARTBEAT, IDENTIFY, RESUME."
  )
}).annotate({ identifier: "FaultMatch", description: "What is left out fits everything." })

const RateLimitShape = Schema.Struct({
  retry_after_ms: needed(whole(0, plannedFault.retryAfterMs)),
  scope: optional(oneOf(Text, SCOPES))
})
const DisconnectShape = Schema.Struct({ code: optional(whole(1000, 4999)) })
const InvalidSessionShape = Schema.Struct({ resumable: optional(Bool) })

/** True or an object; validated below. */
const orTrue = (shape: Schema.Top) => shownAs(Any, () => Schema.Union([Schema.Boolean, shownOf(shape)]))

const bodyShape = shownAs(Schema.optionalKey(Any), () =>
  Schema.optionalKey(
    Schema.Unknown.annotate({
      description:
        "Beside status. A text goes out as it is, as text/plain unless headers say otherwise; anything else as JSON. Without one " +
        "an error has the platform's."
    })
  )
)

export const PlannedFaultShape = Schema.Struct({
  match: optional(MatchShape),
  status: said(
    whole(200, 599),
    "rest: the answer. delivery: as if the endpoint had answered so; it is not asked. A 429 without a body is a whole one."
  ),
  body: bodyShape,
  headers: said(dict(Text, plannedFault.headers), "Beside status: texts by name."),
  delay_ms: said(whole(0, plannedFault.delayMs), "In real time, before anything else happens."),
  drop: said(
    Bool,
    "rest: the connection is closed without an answer. delivery: not sent, so its time runs out. gateway: not sent and not " +
      "counted; a HEARTBEAT is not acknowledged."
  ),
  disconnect: said(
    orTrue(DisconnectShape),
    "rest: the connection is reset. delivery: the connection is refused. gateway: closed with the code, without one cut."
  ),
  invalid_session: said(orTrue(InvalidSessionShape), "gateway: op 9. Without resumable it is false."),
  reconnect: said(Bool, "gateway: op 7."),
  heartbeats: said(oneOf(Text, ["unanswered"]), "gateway: heartbeats are not acknowledged."),
  rate_limit: said(
    RateLimitShape,
    "rest: a 429 as the service gives it, with Via, Retry-After and the X-RateLimit headers. Default scope: user."
  ),
  times: said(whole(1, plannedFault.times), "How often it happens. Default: until it is removed."),
  after: said(whole(0, plannedFault.times), "How many that fit are let pass before.")
}).annotate({
  identifier: "PlanFault",
  description:
    "Give delay_ms, and at most one of status, drop, disconnect, invalid_session, reconnect, heartbeats, rate_limit."
})

export type FaultBody = (typeof PlannedFaultShape)["Type"]

const decodeShape = decoder(PlannedFaultShape)
const decodeDisconnect = decoder(DisconnectShape)
const decodeInvalidSession = decoder(InvalidSessionShape)

/** The fault, or every fault of its body (at least one). */
export const decodePlannedFault = (input: unknown): Result.Result<PlannedFault, ReadonlyArray<Fault>> => {
  const { value, faults } = decodeShape(input)
  const disconnect = detailed(value.disconnect, "disconnect", decodeDisconnect)
  const invalidSession = detailed(value.invalid_session, "invalid_session", decodeInvalidSession)
  const planned = plannedOf(value, disconnect.value, invalidSession.value)
  const single = [
    ...judgeUnknown(input),
    ...judgeMatch(value.match ?? {}),
    ...judgeNumbers(value),
    ...disconnect.faults,
    ...judgeCode(disconnect.value?.code),
    ...invalidSession.faults,
    ...judgeAnswer(value),
    ...judgeActions(planned)
  ]
  const all = withoutEchoes(faults, single)
  if (all.length > 0) return Result.fail(all)
  const whole = judgeWhole(planned, surfacesOf(planned))
  return whole.length > 0 ? Result.fail(whole) : Result.succeed(planned)
}

/** A field that is `true`, or an object with details; false counts as left out. */
const detailed = <A>(
  given: unknown,
  name: string,
  decode: (input: unknown) => { readonly value: A; readonly faults: ReadonlyArray<Fault> }
): { readonly value: A | undefined; readonly faults: ReadonlyArray<Fault> } => {
  if (given === undefined || given === null || given === false) return { value: undefined, faults: [] }
  if (given !== true && (typeof given !== "object" || Array.isArray(given))) {
    return { value: undefined, faults: [fault([name], NOT_DETAILED)] }
  }
  const { value, faults } = decode(given === true ? {} : given)
  return { value, faults: faults.map((one) => ({ ...one, path: [name, ...one.path] })) }
}

const NOT_DETAILED = { code: "PLANNED_FAULT_INVALID", message: "Must be true, or an object." }

const plannedOf = (
  value: FaultBody,
  disconnect: { readonly code?: number | null } | undefined,
  invalidSession: { readonly resumable?: boolean | null } | undefined
): PlannedFault => ({
  match: matchOf(value.match ?? {}),
  ...given("status", value.status),
  ...("body" in value && value.body !== undefined ? { body: value.body } : {}),
  ...(value.headers == null ? {} : { headers: lowerCase(value.headers) }),
  ...given("delay_ms", value.delay_ms),
  ...(value.drop === true ? { drop: true } : {}),
  ...(disconnect === undefined ? {} : { disconnect: given("code", disconnect.code) }),
  ...(invalidSession === undefined ? {} : { invalid_session: { resumable: invalidSession.resumable === true } }),
  ...(value.reconnect === true ? { reconnect: true } : {}),
  ...(value.heartbeats == null ? {} : { heartbeats: "unanswered" }),
  ...(value.rate_limit == null
    ? {}
    : {
        rate_limit: {
          retry_after_ms: value.rate_limit.retry_after_ms ?? 0,
          scope: SCOPES.find((scope) => scope === value.rate_limit?.scope) ?? "user"
        }
      }),
  ...given("times", value.times),
  ...given("after", value.after)
})

const matchOf = (match: NonNullable<FaultBody["match"]>): PlannedFault["match"] => {
  const surface = SURFACES.find((known) => known === match.surface)
  return {
    ...given("surface", surface),
    ...given("application", match.application),
    ...given("method", match.method?.toUpperCase()),
    ...given("path", match.path),
    ...given("event", match.event)
  }
}

const given = <const K extends string, A>(key: K, value: A | null | undefined): { readonly [P in K]?: A } => {
  const entry: { [P in K]?: A } = {}
  if (value !== undefined && value !== null) entry[key] = value
  return entry
}

const lowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const FIELDS: ReadonlyArray<readonly [key: string | undefined, known: ReadonlyArray<string>]> = [
  [undefined, Object.keys(PlannedFaultShape.fields)],
  ["match", Object.keys(MatchShape.fields)],
  ["rate_limit", Object.keys(RateLimitShape.fields)],
  ["disconnect", Object.keys(DisconnectShape.fields)],
  ["invalid_session", Object.keys(InvalidSessionShape.fields)]
]

const judgeUnknown = (input: unknown): ReadonlyArray<Fault> =>
  FIELDS.flatMap(([key, known]) => {
    const object = key === undefined ? input : isRecord(input) ? input[key] : undefined
    if (!isRecord(object)) return []
    const path: Path = key === undefined ? [] : [key]
    return Object.keys(object)
      .filter((name) => !known.includes(name))
      .slice(0, Limits.http.faults)
      .map((name) => fault([...path, name], WorldError.unknownField(known)))
  })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

const judgeMatch = ({ surface, method, path, event }: NonNullable<FaultBody["match"]>): ReadonlyArray<Fault> => [
  ...among(["match", "surface"], surface, SURFACES),
  ...among(["match", "method"], method?.toUpperCase(), METHODS),
  ...unless(["match", "path"], path, isPath, {
    code: "PLANNED_FAULT_PATH",
    message: `Must begin with "/", have no "?", "#" or space, and be ${plannedFault.pathMax} or fewer in length; "**" stands only at the end.`
  }),
  ...unless(
    ["match", "event"],
    event,
    (name) => name.length <= plannedFault.eventMax && /^[A-Z][A-Z0-9_]*$/.test(name),
    {
      code: "PLANNED_FAULT_EVENT",
      message: "Must be the name of an event in upper case, e.g. INTERACTION_CREATE or HEARTBEAT."
    }
  )
]

const isPath = (path: string): boolean =>
  path.length <= plannedFault.pathMax && /^\/[^?#\s]*$/.test(path) && !path.split("/").slice(0, -1).includes("**")

const judgeNumbers = (value: FaultBody): ReadonlyArray<Fault> => [
  ...within(["status"], value.status, 200, 599),
  ...within(["delay_ms"], value.delay_ms, 0, plannedFault.delayMs),
  ...within(["times"], value.times, 1, plannedFault.times),
  ...within(["after"], value.after, 0, plannedFault.times),
  ...(value.rate_limit == null
    ? []
    : [
        ...(value.rate_limit.retry_after_ms == null
          ? [fault(["rate_limit", "retry_after_ms"], FormError.required)]
          : within(["rate_limit", "retry_after_ms"], value.rate_limit.retry_after_ms, 0, plannedFault.retryAfterMs)),
        ...among(["rate_limit", "scope"], value.rate_limit.scope, SCOPES)
      ]),
  ...among(["heartbeats"], value.heartbeats, ["unanswered"])
]

/** RFC 6455 §7.4: the codes that an endpoint may send. */
const judgeCode = (code: number | null | undefined): ReadonlyArray<Fault> =>
  code == null ||
  (code >= 3000 && code <= 4999) ||
  [1000, 1001, 1002, 1003].includes(code) ||
  (code >= 1007 && code <= 1014)
    ? []
    : [
        fault(["disconnect", "code"], {
          code: "PLANNED_FAULT_CODE",
          message: "Must be a close code: 1000 to 1003, 1007 to 1014, or 3000 to 4999."
        })
      ]

const within = (path: Path, value: number | null | undefined, min: number, max: number): ReadonlyArray<Fault> => {
  if (value === null || value === undefined) return []
  if (value < min) return [fault(path, FormError.numberMin(min))]
  return value > max ? [fault(path, FormError.numberMax(max))] : []
}

const among = (path: Path, value: string | null | undefined, known: ReadonlyArray<string>): ReadonlyArray<Fault> =>
  value === null || value === undefined || known.includes(value) ? [] : [fault(path, FormError.choices(known))]

const unless = (
  path: Path,
  value: string | null | undefined,
  isSound: (text: string) => boolean,
  error: { readonly code: string; readonly message: string }
): ReadonlyArray<Fault> => (value === null || value === undefined || isSound(value) ? [] : [fault(path, error)])
