/** The log of events: what it still has and, if asked, what happens from now on. Source: docs/prompt.md. */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { StageEvent } from "@backlot/player/stage/EventStream"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { Console, Effect, Stream } from "effect"
import { Unusable } from "../process/Ended.ts"
import { eventsAfter, isOfType, keptAfter } from "./LoggedEvents.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { serverOf } from "./PromptServer.ts"

interface Wanted {
  readonly follow: boolean
  /** A type, or its first part: `interaction` is every `interaction.…`. */
  readonly type: string | undefined
}

export const showEvents = Effect.fnUntraced(function* ({ follow, type }: Wanted, flags: PromptFlags) {
  const server = serverOf(flags)
  const show = flags.json?.value === true ? (event: StageEvent) => JSON.stringify(event) : eventLine
  const events = yield* follow ? eventsAfter(server, 0) : keptAfter(server, 0)
  yield* events.pipe(
    Stream.filter(isOfType(type)),
    Stream.runForEach((event) => Console.log(show(event)))
  )
  if (follow) return yield* new Unusable({ message: `The server at ${server.url} ended the stream of events` })
}, Effect.scoped)

const WIDTH = 200

export const eventLine = ({ at, type, data }: StageEvent): string =>
  `${formatTime(at)}  ${type}  ${oneLine(formatValue(data, WIDTH), WIDTH)}`
