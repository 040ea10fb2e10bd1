/** The log of all events in a server. Its types are those of GET /control/v1/events. */
import type { StageEvent } from "@backlot/player/stage/EventStream"
import { Effect, Exit } from "effect"
import type { Session } from "./Session.ts"

/** `type`, `data`, `at` (milliseconds of the service clock), `seq`. */
export type { StageEvent } from "@backlot/player/stage/EventStream"

export class EventLog implements AsyncIterable<StageEvent> {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** The events of this type since the server started. */
  all(type?: string): ReadonlyArray<StageEvent> {
    const events = this.#feed()?.since(0) ?? []
    return type === undefined ? events : events.filter((event) => event.type === type)
  }

  /** The events from now on, until the Backlot stops. */
  async *[Symbol.asyncIterator](): AsyncGenerator<StageEvent, void> {
    const feed = this.#feed()
    let mark = feed?.mark() ?? 0
    while (feed !== undefined) {
      const next = await Effect.runPromiseExit(
        feed.next(mark, () => true),
        { signal: this.#session.ended }
      )
      if (Exit.isFailure(next)) return
      mark = next.value.mark
      yield next.value.one
    }
  }

  #feed() {
    return this.#session.opened.playing.events?.feed
  }
}
