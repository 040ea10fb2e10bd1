/** What came while a wait in vain was under way: events of the log, dispatches, refused calls of apps. One line each. */
import { headline } from "@backlot/scenario/describe/DescribeMessage"
import { field, textOf } from "@backlot/scenario/Fields"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { match } from "@backlot/scenario/match/Match"
import type { Wait } from "@backlot/scenario/step/ActWait"
import { Effect } from "effect"
import type { WorldNames } from "../name/WorldNames.ts"
import { misdeedsOf, refusalText } from "./Misdeeds.ts"
import type { Turn } from "./Turn.ts"

interface Came {
  readonly type: string
  readonly data: unknown
  readonly line: string
}

/** More are counted. */
const SHOWN = 10
const WIDTH = 200

/** @param began_ms real time, by the clock of this machine */
export const cameSince = Effect.fnUntraced(function* (
  { playing, step, marks }: Turn,
  began_ms: number
): Effect.fn.Return<ReadonlyArray<string>> {
  const { world } = playing.names.known()
  // The outcome has a sentence for each call that is not implemented.
  const events = (playing.events?.feed.since(marks.events) ?? []).filter(({ type }) => type !== "rest.not_implemented")
  // Dispatches repeat events.
  const watches = typeof step.wait === "object" && step.wait.gateway !== undefined ? [...playing.watches] : []
  const dispatches = watches.flatMap(([id, { feed }]) => feed.since(marks.gateway.get(id) ?? 0))
  const { refused_calls } = yield* misdeedsOf(playing)
  const all: ReadonlyArray<Came> = [
    ...events.map(({ type, data }) => ({ type, data, line: lineOf(type, data, world) })),
    ...dispatches.map(({ t, d }) => ({ type: t, data: d, line: `dispatch ${lineOf(t, d, world)}` })),
    ...refused_calls
      .filter(({ at }) => at >= began_ms)
      .map((call) => ({ type: "", data: undefined, line: `refused: ${refusalText(call)}` }))
  ]
  const shown = nearestTo(step.wait, all).map(({ line }) => oneLine(line, WIDTH))
  return all.length > shown.length ? [...shown, `… and ${all.length - shown.length} more`] : shown
})

/** Those with the fewest differences, then the newest; in the order in which they came. */
const nearestTo = (wait: unknown, all: ReadonlyArray<Came>): ReadonlyArray<Came> => {
  const wanted = WANTED.flatMap(({ of, types, data }) => {
    const given = field(wait, of)
    return given === undefined ? [] : [{ types: types(given), data: data(given, wait) }]
  })
  const farness = ({ type, data }: Came): number =>
    Math.min(...wanted.map((one) => (one.types.test(type) ? match(one.data, data).length : Number.POSITIVE_INFINITY)))
  return all
    .map((one, index) => ({ one, index, far: farness(one) }))
    .toSorted((a, b) => (a.far === b.far ? b.index - a.index : a.far - b.far))
    .slice(0, SHOWN)
    .toSorted((a, b) => a.index - b.index)
    .map(({ one }) => one)
}

/** What each condition of a wait is about, as an item of the streams. */
const WANTED: ReadonlyArray<{
  readonly of: keyof typeof Wait.Type
  readonly types: (given: unknown) => { readonly test: (type: string) => boolean }
  readonly data: (given: unknown, wait: unknown) => unknown
}> = [
  { of: "event", types: exactly, data: (_, wait) => field(wait, "data") },
  { of: "gateway", types: exactly, data: (_, wait) => field(wait, "data") },
  { of: "state", types: () => /^interaction\./, data: () => undefined },
  { of: "message", types: () => /^message\.(?:created|updated)$/, data: recorded },
  { of: "no_message", types: () => /^message\./, data: recorded }
]

function exactly(given: unknown) {
  return { test: (type: string) => type === given }
}

/** A text or a pattern alone is about the content. */
function recorded(given: unknown) {
  const isText = typeof given === "string" || given instanceof RegExp
  return { record: { message: isText ? { content: given } : given } }
}

/** `message.created in #general: Alice: "hello"` */
const lineOf = (type: string, data: unknown, world: WorldNames): string => {
  const record = field(data, "record")
  const message = field(record, "message") ?? (type.startsWith("MESSAGE_") ? data : undefined)
  const user = nameOf(textOf(data, "user_id"), world)
  const channel = nameOf(textOf(data, "channel_id") ?? textOf(record, "channel_id"), world)
  const details = textOf(message, "author", "id") === undefined ? detailsOf(data) : headline(message)
  const place = `${user === undefined ? "" : ` by ${user}`}${channel === undefined ? "" : ` in ${channel}`}`
  if (details !== "") return `${type}${place}: ${details}`
  return place === "" ? `${type} ${formatValue(data, WIDTH)}` : `${type}${place}`
}

const nameOf = (id: string | undefined, { users, applications, guilds }: WorldNames): string | undefined => {
  if (id === undefined) return undefined
  const user = users.find((one) => one.id === id)
  const bot = applications.find((one) => one.bot.id === id)
  const channel = guilds.flatMap(({ channels }) => channels).find((one) => one.id === id)
  return user?.global_name ?? user?.username ?? bot?.name ?? (channel === undefined ? id : `#${channel.name}`)
}

const DETAILS: ReadonlyArray<readonly [path: ReadonlyArray<string>, shown: (text: string) => string]> = [
  [["command", "name"], (name) => `/${name}`],
  [["custom_id"], String],
  [["emoji", "name"], String],
  [["method"], String],
  [["path"], String],
  [["reason"], String],
  [["error"], String]
]

const detailsOf = (data: unknown): string =>
  DETAILS.flatMap(([path, shown]) => {
    const text = textOf(data, ...path)
    return text === undefined ? [] : [shown(text)]
  }).join(": ")
