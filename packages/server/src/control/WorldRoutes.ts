/** Health, the world as a whole, and the clock. Source: product.md "Control plane". */
import { placeFaults } from "@backlot/document/PlacedFault"
import { formatTime, parseTime } from "@backlot/domain/base/IsoTime"
import { clock, http } from "@backlot/domain/base/Limits"
import { fault, type Path } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { clearLimits } from "@backlot/usecases/access/InvalidRequests"
import * as Time from "@backlot/usecases/event/Time"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import * as WorldInput from "@backlot/usecases/world/WorldInput"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Effect, Result } from "effect"
import { Closing } from "../boot/Closing.ts"
import { ServerSettings } from "../boot/ServerSettings.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { warnOfUnmatched } from "../world/WorldBuckets.ts"
import * as WorldFile from "../world/WorldFile.ts"
import { compact } from "../world/WorldText.ts"
import { WorldRefused } from "./ControlAnswer.ts"

/** 503 once the server is stopping, so that load balancers send it nothing more. */
export const health = Effect.fnUntraced(function* () {
  const { version } = yield* ServerSettings
  const { hasBegun } = yield* Closing
  return hasBegun() ? Answer.json(503, { status: "stopping", version }) : Answer.json(200, { status: "ok", version })
})

export const getWorld = Effect.fnUntraced(function* () {
  return Answer.text(200, compact(yield* Worlds.read))
})

/** JSON or YAML text: the same shape as a world file. */
export const putWorld = Effect.fnUntraced(function* (call: Call) {
  const text = yield* Body.text(call, http.worldBytes)
  const parsed = WorldFile.parse(text)
  if (Result.isFailure(parsed)) {
    const { message, line, column } = parsed.failure
    return yield* new WorldRefused({ faults: [{ path: "", line, column, code: "UNREADABLE", message }] })
  }
  const { value, locate } = parsed.success
  const world = yield* WorldInput.decode(value)
  if (Result.isFailure(world)) {
    return yield* new WorldRefused({ faults: placeFaults(world.failure, locate) })
  }
  yield* warnOfUnmatched(world.success)
  yield* Worlds.replace(world.success)
  return Answer.noContent
})

export const reset = Effect.fnUntraced(function* () {
  const settings = yield* ServerSettings
  yield* Worlds.reset(settings.clock)
  yield* clearLimits
  yield* clearFaults
  return Answer.noContent
})

const clearFaults = Effect.map(PlannedFaults, (faults) => faults.clear())

export const getClock = Effect.fnUntraced(function* () {
  return reading(yield* Time.read)
})

export const setClock = Effect.fnUntraced(function* (call: Call) {
  const { now } = yield* Time.read
  return reading(yield* Time.change(yield* clockChange(yield* Body.json(call), now)))
})

const reading = ({ now, mode }: Time.ClockReading) => Answer.json(200, { now: formatTime(now), mode })

const clockChange = (body: unknown, nowMs: number): Effect.Effect<Time.ClockChange, InvalidForm> => {
  const fields =
    typeof body === "object" && body !== null ? Object.entries(body).filter(([, v]) => v !== undefined) : []
  const [entry, ...more] = fields
  if (entry === undefined || more.length > 0) return refuse([], "Give exactly one of advance_ms, now, mode.")
  const [name, value] = entry
  if (name === "advance_ms") {
    return typeof value === "number" && value >= 0 && isTime(nowMs + value)
      ? Effect.succeed({ advance_ms: value })
      : refuse([name], `Must be whole milliseconds, 0 or more, and lead no further than ${formatTime(clock.latestMs)}.`)
  }
  if (name === "mode") {
    return value === "real" || value === "frozen"
      ? Effect.succeed({ mode: value })
      : refuse([name], "Must be real or frozen.")
  }
  if (name !== "now") return refuse([name], "Unknown field: give one of advance_ms, now, mode.")
  const now = typeof value === "string" ? parseTime(value) : value
  return isTime(now)
    ? Effect.succeed({ now })
    : refuse(
        [name],
        `Must be an ISO 8601 time, or milliseconds since 1970, no later than ${formatTime(clock.latestMs)}.`
      )
}

const isTime = (ms: unknown): ms is number =>
  typeof ms === "number" && Number.isSafeInteger(ms) && ms >= 0 && ms <= clock.latestMs

const refuse = (path: Path, message: string) =>
  Effect.fail(new InvalidForm({ faults: [fault(path, { code: "CLOCK_INVALID", message })] }))
