/** What apps did that no step shows: calls that were refused or are not implemented. Steps do some of it themselves. */
import { refusedCalls as limits } from "@backlot/domain/base/Limits"
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { fieldsOf, listOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import type { Playing, RefusedAs } from "./Playing.ts"

export interface Misdeeds {
  readonly refused_calls: ReadonlyArray<RefusedCall>
  /** One sentence for each operation. */
  readonly not_implemented: ReadonlyArray<string>
}

/** The number of the last refused call; 0 where the server has no such list. */
export const lastRefused = (control: Playing["control"]) =>
  Effect.map(Effect.option(control("GET", `/refused_calls?after=${LATEST}`)), (answer) => {
    const { total } = fieldsOf(answer._tag === "Some" && answer.value.status === 200 ? answer.value.body : undefined)
    return typeof total === "number" ? total : 0
  })

/** Higher than any number. */
const LATEST = 2 ** 31 - 1

/** The refused calls after this number; none where the server has no such list. */
export const refusedCalls = (control: Playing["control"], after = 0) =>
  Effect.map(
    Effect.option(control("GET", `/refused_calls?after=${after}`)),
    (answer): ReadonlyArray<RefusedCall> =>
      // The shape of RefusedCalls (ControlRefused of the protocol).
      answer._tag === "Some" && answer.value.status === 200
        ? (listOf(answer.value.body, "calls") as Array<RefusedCall>)
        : []
  )

/**
 * Reads the calls that were refused since the last reading. Those of steps go at once; the answer to one may still be on
 * its way, so the rest are compared again later.
 */
export const readRefused = Effect.fnUntraced(function* ({ control, heard, own }: Playing) {
  const read = yield* refusedCalls(control, heard.after)
  // Another reading may have ended meanwhile.
  const calls = read.filter(({ number }) => number > heard.after)
  // Their order is that of time, which is not that of the numbers of several servers.
  heard.after = Math.max(heard.after, ...calls.map(({ number }) => number))
  const all = [...heard.calls, ...calls].filter((call) => {
    const at = own.refused.findIndex((one) => isSame(one, call))
    if (at !== -1) own.refused.splice(at, 1)
    return at === -1
  })
  heard.calls = all.slice(-limits.calls)
})

/** What apps did wrong so far, without what steps did themselves. */
export const misdeedsOf = (playing: Playing): Effect.Effect<Misdeeds> =>
  Effect.map(readRefused(playing), () => ({
    refused_calls: playing.heard.calls,
    not_implemented: lackingIn(playing).flatMap(([line]) => (playing.own.lacking.has(line) ? [] : [line]))
  }))

/** Operations that were called since the last forgetting, with the number of their events. */
const lackingIn = ({ events, heard }: Playing) =>
  [...(events?.notImplemented.counts() ?? [])].filter(([line, count]) => count > (heard.lacking.get(line) ?? 0))

/** e.g. `PUT /guilds/1/bans/2 was answered 403: 50013 Missing Permissions (Pet Shop lacks BAN_MEMBERS …)`. */
export const refusalText = ({ method, path, status, code, message, reason, errors }: RefusedCall): string => {
  const why = [
    ...(code === 0 ? [] : [String(code)]),
    message,
    ...(reason === undefined ? [] : [`(${reason})`]),
    ...(errors === undefined ? [] : [errors]),
    ...(LACKING[code] === undefined || reason !== undefined ? [] : [`(${lacks(LACKING[code])})`])
  ]
  return `${method} ${path} was answered ${status}: ${why.join(" ")}`
}

/** What a program knows by an id of the real platform. Source: the platform's JSON error codes. */
const LACKING: Readonly<Record<number, string>> = { 10002: "application", 10004: "guild" }

const lacks = (what: string): string =>
  `the world has no such ${what}: an id of the real platform must be in it, and \`backlot init\` writes those of your settings`

/** The server writes the names of parameters for tokens: `{interaction_token}`. */
const isSame = (ours: RefusedAs, { method, status, path }: RefusedCall): boolean => {
  if (ours.method !== method || ours.status !== status) return false
  const [own, heard] = [ours.path.split("/"), path.split("/")]
  return own.length === heard.length && heard.every((part, at) => part.startsWith("{") || part === own[at])
}

/** Leaves out from now on what was done so far. */
export const forgetMisdeeds = (playing: Playing): Effect.Effect<void> =>
  Effect.map(readRefused(playing), () => {
    playing.heard.lacking = new Map(playing.events?.notImplemented.counts())
    playing.heard.calls = []
  })
