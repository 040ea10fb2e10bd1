/**
 * The body that plans a fault: its shape and its rules. A field that is null or false counts as left out. Unknown fields
 * are refused, because a match with a typing error would fit everything. Codes and texts are our choice: docs/choices.md
 * "Planned faults".
 */
import { Result, Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { isElement } from "../element/WorldTarget.ts"
import { type Fault, fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { choiceError, given } from "../validation/Given.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { described, oneOf, whole } from "../validation/ShapeLimits.ts"
import { shownOf } from "../validation/Shown.ts"
import * as WorldError from "../world/rule/WorldError.ts"
import { limits, type PlannedFault, SCOPES, SURFACES, surfacesOf } from "./PlannedFault.ts"
import { error, judgeActions, judgeAnswer, judgeWhole } from "./PlannedFaultRules.ts"

const explained = <S extends Schema.Top>(shape: S, description: string) => Shape.optional(described(shape, description))

const MatchShape = Schema.Struct({
  surface: Shape.optional(oneOf(Shape.Text, SURFACES)),
  application: explained(Shape.Id, "Whose request, delivery or gateway session."),
  method: explained(Shape.Text, "Of a request, or a delivery (POST)."),
  path: explained(
    Shape.Text,
    "Of a request to the API, with or without /api and the version; of a delivery that of the endpoint URL. * and {name} " +
      "stand for any one segment, ** at the end for all that follow."
  ),
  event: explained(
    Shape.Text,
    "Of a delivery INTERACTION_CREATE, or PING when an endpoint URL is verified. Of the gateway the name of a dispatch, or " +
      "HEARTBEAT, IDENTIFY, RESUME."
  ),
  session: explained(Shape.Text, "Of the gateway: the id of one session, as READY and the list of sessions have it.")
}).annotate({ identifier: "FaultMatch", description: "What is left out fits everything." })

const RateLimitShape = Schema.Struct({
  retry_after_ms: Shape.needed(whole(0, limits.retryAfterMs)),
  scope: Shape.optional(oneOf(Shape.Text, SCOPES))
})
const DisconnectShape = Schema.Struct({ code: Shape.optional(whole(1000, 4999)) })
const InvalidSessionShape = Schema.Struct({ resumable: Shape.optional(Shape.Bool) })

/** True or an object; validated below. */
const orTrue = (shape: Schema.Top) => Shape.shownAs(Shape.Any, () => Schema.Union([Schema.Boolean, shownOf(shape)]))

const bodyShape = Shape.shownAs(Schema.optionalKey(Shape.Any), () =>
  Schema.optionalKey(
    Schema.Unknown.annotate({
      description:
        "Beside status. A text goes out as it is, as text/plain unless headers say otherwise; anything else as JSON. Without one " +
        "an error has the platform's."
    })
  )
)

const HEARTBEATS = ["unanswered"]

export const PlannedFaultShape = Schema.Struct({
  match: Shape.optional(MatchShape),
  status: explained(
    whole(200, 599),
    "rest: the answer. delivery: as if the endpoint had answered so; it is not asked. A 429 without a body is a whole one."
  ),
  body: bodyShape,
  headers: explained(Shape.dict(Shape.Text, limits.headers), "Beside status: texts by name."),
  delay_ms: explained(whole(0, limits.delayMs), "In real time, before anything else happens."),
  drop: explained(
    Shape.Bool,
    "rest: the connection is closed without an answer. delivery: not sent, so its time runs out. gateway: not sent and not " +
      "counted; a HEARTBEAT is not acknowledged."
  ),
  disconnect: explained(
    orTrue(DisconnectShape),
    "rest: the connection is reset. delivery: the connection is refused. gateway: closed with the code, without one cut."
  ),
  invalid_session: explained(orTrue(InvalidSessionShape), "gateway: op 9. Without resumable it is false."),
  reconnect: explained(Shape.Bool, "gateway: op 7."),
  heartbeats: explained(oneOf(Shape.Text, HEARTBEATS), "gateway: heartbeats are not acknowledged."),
  rate_limit: explained(
    RateLimitShape,
    "rest: a 429 as the service gives it, with Via, Retry-After and the X-RateLimit headers. Default scope: user."
  ),
  times: explained(whole(1, limits.times), "How often it happens. Default: until it is removed."),
  after: explained(whole(0, limits.times), "How many that fit are let pass before.")
}).annotate({
  identifier: "PlanFault",
  description:
    "Give delay_ms, and at most one of status, drop, disconnect, invalid_session, reconnect, heartbeats, rate_limit."
})

type FaultBody = typeof PlannedFaultShape.Type

const decodeShape = Shape.decoder(PlannedFaultShape)
const decodeDisconnect = Shape.decoder(DisconnectShape)
const decodeInvalidSession = Shape.decoder(InvalidSessionShape)

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
  const all = Shape.withoutEchoes(faults, single)
  if (all.length > 0) return Result.fail(all)
  const whole = judgeWhole(planned, surfacesOf(planned))
  return whole.length > 0 ? Result.fail(whole) : Result.succeed(planned)
}

/** A field that is `true`, or an object with details; false counts as left out. */
const detailed = <A>(
  sent: unknown,
  name: string,
  decode: (input: unknown) => Shape.Decoded<A>
): Shape.Decoded<A | undefined> => {
  if (sent == null || sent === false) return { value: undefined, faults: [] }
  if (sent !== true && !isElement(sent)) return { value: undefined, faults: [fault([name], NOT_DETAILED)] }
  const { value, faults } = decode(sent === true ? {} : sent)
  return { value, faults: under([name], faults) }
}

const NOT_DETAILED = error("INVALID", "Must be true, or an object.")

const plannedOf = (
  { match, status, body, headers, delay_ms, drop, reconnect, heartbeats, rate_limit, times, after }: FaultBody,
  disconnect: typeof DisconnectShape.Type | undefined,
  invalidSession: typeof InvalidSessionShape.Type | undefined
): PlannedFault => ({
  match: given({
    surface: SURFACES.find((known) => known === match?.surface),
    application: match?.application,
    method: match?.method?.toUpperCase(),
    path: match?.path,
    event: match?.event,
    session: match?.session
  }),
  ...given({ status }),
  ...(body === undefined ? {} : { body }),
  ...given({
    headers: headers && lowerCase(headers),
    delay_ms,
    drop: drop || undefined,
    disconnect: disconnect && given({ code: disconnect.code }),
    invalid_session: invalidSession && { resumable: invalidSession.resumable === true },
    reconnect: reconnect || undefined,
    heartbeats: heartbeats == null ? undefined : ("unanswered" as const),
    rate_limit: rate_limit && {
      retry_after_ms: rate_limit.retry_after_ms ?? 0,
      scope: SCOPES.find((scope) => scope === rate_limit.scope) ?? "user"
    },
    times,
    after
  })
})

const lowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const judgeUnknown = (input: unknown): ReadonlyArray<Fault> => {
  if (!isElement(input)) return []
  const { match, rate_limit, disconnect, invalid_session } = input
  return [
    ...unknownFields(input, PlannedFaultShape),
    ...under(["match"], unknownFields(match, MatchShape)),
    ...under(["rate_limit"], unknownFields(rate_limit, RateLimitShape)),
    ...under(["disconnect"], unknownFields(disconnect, DisconnectShape)),
    ...under(["invalid_session"], unknownFields(invalid_session, InvalidSessionShape))
  ]
}

const unknownFields = (object: unknown, shape: { readonly fields: object }): ReadonlyArray<Fault> => {
  const known = Object.keys(shape.fields)
  const unknown = isElement(object) ? Object.keys(object).filter((name) => !known.includes(name)) : []
  return unknown.slice(0, Limits.http.faults).map((name) => fault([name], WorldError.unknownField(known)))
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

const judgeMatch = ({
  surface,
  method,
  path,
  event,
  session
}: NonNullable<FaultBody["match"]>): ReadonlyArray<Fault> => [
  ...at(["match", "surface"], choiceError(surface, SURFACES)),
  ...at(["match", "method"], choiceError(method?.toUpperCase(), METHODS)),
  ...at(["match", "path"], path == null || isPath(path) ? undefined : BAD_PATH),
  ...at(["match", "event"], event == null || isEvent(event) ? undefined : BAD_EVENT),
  ...at(["match", "session"], session == null || /^[0-9a-f]{32}$/.test(session) ? undefined : BAD_SESSION)
]

const isPath = (path: string): boolean =>
  path.length <= limits.pathMax && /^\/[^?#\s]*$/.test(path) && !path.split("/").slice(0, -1).includes("**")

const BAD_PATH = error(
  "PATH",
  `Must begin with "/", have no "?", "#" or space, and be ${limits.pathMax} or fewer in length; "**" is allowed only at the end.`
)

const isEvent = (name: string): boolean => name.length <= limits.eventMax && /^[A-Z][A-Z0-9_]*$/.test(name)

const BAD_EVENT = error("EVENT", "Must be the name of an event in upper case, e.g. INTERACTION_CREATE or HEARTBEAT.")

const BAD_SESSION = error("SESSION", "Must be the id of a gateway session: 32 digits in hexadecimal.")

const judgeNumbers = ({ status, delay_ms, times, after, rate_limit, heartbeats }: FaultBody): ReadonlyArray<Fault> => [
  ...at(["status"], rangeError(status, 200, 599)),
  ...at(["delay_ms"], rangeError(delay_ms, 0, limits.delayMs)),
  ...at(["times"], rangeError(times, 1, limits.times)),
  ...at(["after"], rangeError(after, 0, limits.times)),
  ...(rate_limit == null ? [] : judgeRateLimit(rate_limit)),
  ...at(["heartbeats"], choiceError(heartbeats, HEARTBEATS))
]

const judgeRateLimit = ({ retry_after_ms: wait, scope }: typeof RateLimitShape.Type): ReadonlyArray<Fault> => [
  ...at(["rate_limit", "retry_after_ms"], FormError.presence(wait) ?? rangeError(wait, 0, limits.retryAfterMs)),
  ...at(["rate_limit", "scope"], choiceError(scope, SCOPES))
]

/** RFC 6455 §7.4: the codes that an endpoint may send. */
const judgeCode = (code: number | null | undefined): ReadonlyArray<Fault> =>
  at(
    ["disconnect", "code"],
    code == null || CLOSE_CODES.some(([min, max]) => min <= code && code <= max) ? undefined : BAD_CODE
  )

const CLOSE_CODES = [
  [1000, 1003],
  [1007, 1014],
  [3000, 4999]
] as const

const BAD_CODE = error("CODE", "Must be a close code: 1000 to 1003, 1007 to 1014, or 3000 to 4999.")
