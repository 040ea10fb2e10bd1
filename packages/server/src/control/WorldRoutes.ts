/** Health, metrics, the world as a whole, and the clock. Source: product.md "Control plane". */
import { placeFaults } from "@backlot/document/PlacedFault"
import { formatTime, parseTime } from "@backlot/domain/base/IsoTime"
import { clock, http } from "@backlot/domain/base/Limits"
import type { TargetKind, WorldTarget } from "@backlot/domain/element/WorldTarget"
import { fault, type Path } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { PARTS, type WorldPart } from "@backlot/domain/world/WorldExport"
import { Storage } from "@backlot/ports/Storage"
import type { ClockChange } from "@backlot/protocol/control/ControlClock"
import { type EditMethod, edits } from "@backlot/protocol/control/ControlEdits"
import * as AuditLog from "@backlot/usecases/audit/AuditLog"
import * as Time from "@backlot/usecases/event/Time"
import { changeAll } from "@backlot/usecases/planned-fault/PlannedFaults"
import * as WorldEdits from "@backlot/usecases/world/WorldEdits"
import * as WorldLinks from "@backlot/usecases/world/WorldLinks"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Effect, Result } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Closing, ServerSettings } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { Observation } from "../observability/Instruments.ts"
import * as GivenWorld from "../world/GivenWorld.ts"
import { compact } from "../world/WorldText.ts"
import { byUser } from "./ByUser.ts"
import { clearLimitsEverywhere } from "./ClearedLimits.ts"
import { BOUNDS, ClockFollowers } from "./ClockFollowers.ts"
import { WorldRefused } from "./ControlAnswer.ts"
import { fieldsOf } from "./RecordingViews.ts"

export const worldRoutes = {
  /** 503 once the server is stopping, or while its database is away, so that load balancers send it nothing more. */
  health: Effect.fnUntraced(function* () {
    const { version } = yield* ServerSettings
    const { hasBegun } = yield* Closing
    if (hasBegun()) return Answer.json(503, { status: "stopping", version })
    // Only a store that other processes share can be away.
    if ((yield* Storage).revision !== undefined) return { status: "ok", version }
    return yield* Time.isStored.pipe(
      Effect.as({ status: "ok", version }),
      Effect.catchTag("StorageError", () => Effect.succeed(Answer.json(503, { status: "storage away", version })))
    )
  }),
  /** In the exposition format of Prometheus, version 0.0.4. */
  metrics: () =>
    Effect.map(Observation, ({ instruments }) =>
      Answer.of(200, "text/plain; version=0.0.4; charset=utf-8", PrometheusMetrics.formatUnsafe(instruments.context))
    ),
  get_world: Effect.fnUntraced(function* (call: Call) {
    const parts = yield* partsOf(call)
    return Answer.text(200, compact(yield* Worlds.readParts(parts), parts))
  }),
  /** JSON or YAML text: the same shape as a world file. */
  put_world: Effect.fnUntraced(function* (call: Call) {
    const parsed = GivenWorld.parse(yield* Body.text(call, http.worldBytes))
    if (Result.isFailure(parsed)) {
      return yield* new WorldRefused({ faults: [{ path: "", code: "UNREADABLE", ...parsed.failure }] })
    }
    const { value, locate } = parsed.success
    const { loopback } = yield* ServerSettings
    const world = yield* GivenWorld.decodeValue(value, loopback ? "kept" : "refused")
    if (Result.isFailure(world)) return yield* new WorldRefused({ faults: placeFaults(world.failure, locate) })
    yield* GivenWorld.warnOfUnmatched(world.success)
    yield* Worlds.replace(world.success)
    yield* (yield* ClockFollowers).begin
  }),
  list_links: () => WorldLinks.read,
  edit_links: Effect.fnUntraced(function* (call: Call) {
    return yield* WorldLinks.edit(yield* bodyOf(call))
  }),
  reset: Effect.fnUntraced(function* () {
    const settings = yield* ServerSettings
    yield* Worlds.reset(settings.clock)
    yield* clearLimitsEverywhere
    yield* changeAll({ do: "clear" })
    yield* (yield* ClockFollowers).begin
  }),
  get_clock: () => Effect.flatMap(Time.read, reading),
  set_clock: Effect.fnUntraced(function* (call: Call) {
    const { now } = yield* Time.read
    const { change } = yield* ClockFollowers
    return yield* reading(yield* change(yield* clockChange(yield* Body.json(call), now)))
  }),
  follow_clock: Effect.fnUntraced(function* (call: Call) {
    const { follow, live } = yield* ClockFollowers
    const [process = "", seen, busy] = yield* Effect.forEach(["process", "seen", "busy"], (name) =>
      shortText(call, name)
    )
    if (process === "") return yield* Query.invalid("process", FormError.required)
    if ((yield* Query.oneOf(call, "alive", ["true"])) !== undefined) return yield* live(process)
    const next = call.query("next_ms")
    const next_ms = next === undefined ? undefined : yield* Query.whole(call, "next_ms", 0, 0, Number.MAX_SAFE_INTEGER)
    return yield* follow({ process, seen, busy, next_ms, application_id: yield* Query.id(call, "application_id") })
  })
}

const partsOf = (call: Call): Effect.Effect<ReadonlyArray<WorldPart>, InvalidForm> => {
  const asked = call.query("parts")?.split(",")
  if (asked === undefined) return Effect.succeed(PARTS)
  const parts = PARTS.filter((part) => asked.includes(part))
  const areKnown = asked.every((name) => PARTS.some((part) => part === name))
  return areKnown ? Effect.succeed(parts) : Query.invalid("parts", FormError.choices(PARTS))
}

const shortText = (call: Call, name: string) => {
  const text = call.query(name)
  return (text?.length ?? 0) > BOUNDS.text
    ? Query.invalid(name, FormError.maxLength(BOUNDS.text))
    : Effect.succeed(text)
}

const reading = ({ now, mode }: Time.ClockReading) =>
  Effect.map(ClockFollowers, ({ count }) => ({
    now: formatTime(now),
    mode,
    ...(count() === 0 ? {} : { followers: count() })
  }))

const isTime = (ms: unknown): ms is number =>
  typeof ms === "number" && Number.isSafeInteger(ms) && ms >= 0 && ms <= clock.latestMs

interface ClockField {
  /** The change that a value asks for; undefined refuses it. */
  readonly read: (value: unknown, nowMs: number) => Time.ClockChange | undefined
  readonly expected: string
}

/** The fields of the contract. */
const CLOCK_FIELDS: Readonly<Record<keyof typeof ClockChange.fields, ClockField>> = {
  advance_ms: {
    read: (value, nowMs) =>
      typeof value === "number" && value >= 0 && isTime(nowMs + value) ? { advance_ms: value } : undefined,
    expected: `Must be whole milliseconds, 0 or more, and lead no further than ${formatTime(clock.latestMs)}.`
  },
  now: {
    read: (value) => {
      const now = typeof value === "string" ? parseTime(value) : value
      return isTime(now) ? { now } : undefined
    },
    expected: `Must be an ISO 8601 time, or milliseconds since 1970, no later than ${formatTime(clock.latestMs)}.`
  },
  mode: {
    read: (value) => (value === "real" || value === "frozen" ? { mode: value } : undefined),
    expected: "Must be real or frozen."
  }
}

const NAMES = Object.keys(CLOCK_FIELDS).join(", ")

const clockChange = (body: unknown, nowMs: number): Effect.Effect<Time.ClockChange, InvalidForm> => {
  const [given, ...more] = Object.entries(fieldsOf(body)).filter(([, value]) => value !== undefined)
  if (given === undefined || more.length > 0) return refuse([], `Give exactly one of ${NAMES}.`)
  const [name, value] = given
  const field = new Map<string, ClockField>(Object.entries(CLOCK_FIELDS)).get(name)
  if (field === undefined) return refuse([name], `Unknown field: give one of ${NAMES}.`)
  const change = field.read(value, nowMs)
  return change === undefined ? refuse([name], field.expected) : Effect.succeed(change)
}

const refuse = (path: Path, message: string) =>
  Effect.fail(new InvalidForm({ faults: [fault(path, { code: "CLOCK_INVALID", message })] }))

/** A guild can be as large as a world. */
const bodyOf = (call: Call) => Body.json(call, http.worldBytes)

const OPERATIONS = {
  get: (target: WorldTarget) => WorldEdits.get(target),
  put: Effect.fnUntraced(function* (target: WorldTarget, call: Call) {
    const { element, created } = yield* WorldEdits.put(target, yield* bodyOf(call))
    return Answer.json(created ? 201 : 200, element)
  }),
  patch: (target: WorldTarget, call: Call) => Effect.flatMap(bodyOf(call), (body) => WorldEdits.patch(target, body)),
  delete: (target: WorldTarget) => WorldEdits.remove(target)
}

const stepOf = (method: EditMethod, kind: string) =>
  Effect.fnUntraced(function* (call: Call) {
    const by = call.query("by")
    const author = by === undefined ? undefined : yield* AuditLog.authorNamed(by)
    const ids = yield* Query.ids(call, ...Object.keys(call.params).filter((name) => name.endsWith("_id")))
    const { code } = call.params
    // The path of a kind names the ids of its target.
    const target = { kind, ...ids, ...(code === undefined ? {} : { code }) } as WorldTarget
    const edit = Effect.gen(function* () {
      return yield* OPERATIONS[method](target, call)
    })
    return yield* byUser(author?.user_id, call)(edit)
  })

/** Changes the world while it runs, one element at a time: each method with each kind, by the names of the contract. */
export const editRoutes = Object.fromEntries(
  Object.keys(edits).map((name) => {
    const [method = "", kind = ""] = name.split("_world_")
    return [name, stepOf(method as EditMethod, kind)]
  })
) as { readonly [Name in `${EditMethod}_world_${TargetKind}`]: ReturnType<typeof stepOf> }
