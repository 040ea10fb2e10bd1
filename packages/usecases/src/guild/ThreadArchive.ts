/** Threads archive themselves after a time without activity. Source: the platform's documentation of threads. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { archiveDueOf, heard, turned } from "@backlot/domain/guild/ThreadActivity"
import { threadChanged } from "@backlot/domain/guild/ThreadMembership"
import { isThread } from "@backlot/domain/record/World"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { guildChannel } from "../access/ChannelObjects.ts"
import { commit, type EventLog, type NewEvent } from "../event/EventLog.ts"
import type { Handler } from "../store/Deadlines.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import * as KeptThreads from "../store/KeptThreads.ts"

const NONE: ReadonlyArray<NewEvent> = []

/** Ignores a thread that is gone or archived. Messages do not move the deadline; it looks for them when it is due. */
const archive: Handler<EventLog | ServiceClock> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  yield* commit(function* () {
    if (!(yield* claim) || !isSnowflake(payload)) return { value: undefined, events: NONE }
    const thread = yield* guildChannel(payload)
    if (thread === undefined || !isThread(thread)) return { value: undefined, events: NONE }
    const [last] = yield* KeptMessages.last([thread.id], 1)
    const known = heard(thread, last?.message.timestamp ?? "")
    const due = archiveDueOf(known)
    if (due === null) return { value: undefined, events: NONE }
    const after = due > due_ms ? known : turned(thread, true, due_ms)
    yield* KeptThreads.put(after, thread)
    return { value: undefined, events: due > due_ms ? NONE : threadChanged(thread, after) }
  })
})

/** For the layer of `Deadlines`. */
export const handlers = { [KeptThreads.ARCHIVE_KIND]: archive }
