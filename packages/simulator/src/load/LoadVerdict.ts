/**
 * What apps did wrong during a load though no step shows it, as thresholds that nobody has to write. Source: product.md
 * "Scenario files" (allow).
 */
import { lastRefused, misdeedsOf } from "@backlot/player/turn/Misdeeds"
import type { Playing } from "@backlot/player/turn/Playing"
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { Effect, Array as Lists } from "effect"
import { type Allowed, KINDS } from "../run/AppVerdict.ts"
import { countText } from "./LoadNumbers.ts"
import type { Judged, LoadReport } from "./LoadReport.ts"

/** What the server had counted when the load began. */
export interface Before {
  readonly refused: number
  /** Calls by operation. */
  readonly lacking: ReadonlyMap<string, number>
}

export const before = Effect.fnUntraced(function* (control: Playing["control"]) {
  return { refused: yield* lastRefused(control), lacking: yield* lackingBy(control) } satisfies Before
})

/** One missed threshold for each kind of misdeed; none for a sound app. Calls of steps do not count. */
export const misdeeds = Effect.fnUntraced(function* (playing: Playing, since: Before, allow: Allowed = []) {
  const { refused_calls } = yield* misdeedsOf(playing)
  const lacking = yield* lackingBy(playing.control)
  const found = { refused_calls: refusedText(refused_calls), not_implemented: lackingText(playing, since, lacking) }
  return KINDS.flatMap(
    (kind): ReadonlyArray<Judged> =>
      allow.includes(kind) || found[kind] === "" ? [] : [{ name: kind, wanted: "none", found: found[kind], met: false }]
  )
})

/** The report of a load whose app ended: one more missed threshold. `message` begins with how it ended. */
export const ofDead = (report: LoadReport, message: string): LoadReport => {
  const [found = ""] = message.split("\n")
  return { ...report, thresholds: [{ name: "exit", wanted: "none", found, met: false }, ...report.thresholds] }
}

/** Of the newest calls, 200 at most. */
const refusedText = (calls: ReadonlyArray<RefusedCall>): string =>
  listed(
    Object.entries(
      Lists.groupBy(calls, ({ operation, status, code, message }) => `${operation} ${status}: ${code} ${message}`)
    ).map(([what, { length }]) => [what, length])
  )

const lackingText = ({ own }: Playing, since: Before, now: ReadonlyMap<string, number>): string =>
  listed(
    [...now].flatMap(([operation, count]) => {
      const more = count - (since.lacking.get(operation) ?? 0)
      const isOwn = [...own.lacking].some((line) => line.includes(`(${operation})`))
      return more > 0 && !isOwn ? [[operation, more] as const] : []
    })
  )

const listed = (counted: ReadonlyArray<readonly [what: string, count: number]>): string =>
  counted
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, count]) => `${countText(count)} × ${what}`)
    .join("; ")

/** The server counts what it lacks in its metrics: a load reads no events. */
const lackingBy = (control: Playing["control"]) =>
  Effect.map(Effect.option(control("GET", "/metrics")), (answer) => {
    const text = answer._tag === "Some" && typeof answer.value.body === "string" ? answer.value.body : ""
    const counts = [...text.matchAll(COUNTED)].map(([, operation = "", count]) => [operation, Number(count)] as const)
    return new Map(counts.filter(([operation]) => operation !== "unknown"))
  })

const COUNTED = /^backlot_rest_not_implemented_total\{operation="(\w+)"\} (\d+)$/gm
