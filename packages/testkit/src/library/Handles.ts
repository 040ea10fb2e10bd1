/** What a test reads and changes of a running server: the service clock, the world, and the log of all events. */
import type { StageEvent } from "@backlot/player/stage/EventStream"
import { Effect, Exit } from "effect"
import type { Act, ActOptions } from "./Act.ts"
import { type Answer, acting } from "./Answer.ts"
import { callSiteOf } from "./BacklotError.ts"
import type { Session } from "./Session.ts"

class Handle {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  protected get session(): Session {
    return this.#session
  }
}

/** The service clock: deadlines, tokens, time-outs and rate limits depend on it. */
export class ServiceClock extends Handle {
  async now(): Promise<Date> {
    const site = callSiteOf(this.now)
    const reading = await this.session.control("GET", "/clock", undefined, site)
    // ClockState of the protocol.
    return new Date((reading as { readonly now: string }).now)
  }

  /** Advances the time, e.g. by `15m`. Everything that is due happens in order before this ends. */
  advance(by: string): Act<Answer> {
    return acting(this.session, callSiteOf(this.advance), { advance: by })
  }

  /** Sets the time; it does not fire what lies between. */
  set(now: string | Date): Act<Answer> {
    return acting(this.session, callSiteOf(this.set), {
      clock: { now: typeof now === "string" ? now : now.toISOString() }
    })
  }

  /** Stops the time. */
  freeze(): Act<Answer> {
    return acting(this.session, callSiteOf(this.freeze), { clock: { mode: "frozen" } })
  }

  /** Lets the time pass by itself, from its present value. */
  resume(): Act<Answer> {
    return acting(this.session, callSiteOf(this.resume), { clock: { mode: "real" } })
  }
}

/**
 * The world while it runs. Paths are those of the control plane with names for ids: `/guilds/Harbour/members/bob`.
 * Bodies are elements of a world file; each answer has `status` and `body`. Source: product.md "Control plane".
 */
export class WorldHandle extends Handle {
  /** An element; `/world` is the whole world, in the shape of a world file. */
  get(path: string, options?: ActOptions): Act<Answer> {
    return acting(this.session, callSiteOf(this.get), { world: { get: path } }, options)
  }

  put(path: string, body: unknown, options?: ActOptions): Act<Answer> {
    return acting(this.session, callSiteOf(this.put), { world: { put: path, body } }, options)
  }

  patch(path: string, body: unknown, options?: ActOptions): Act<Answer> {
    return acting(this.session, callSiteOf(this.patch), { world: { patch: path, body } }, options)
  }

  delete(path: string, options?: ActOptions): Act<Answer> {
    return acting(this.session, callSiteOf(this.delete), { world: { delete: path } }, options)
  }
}

/**
 * The log of all events in a server: `type`, `data`, `at` (milliseconds of the service clock), `seq`. Its types are those
 * of GET /control/v1/events.
 */
export class EventLog extends Handle implements AsyncIterable<StageEvent> {
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
        { signal: this.session.ended }
      )
      if (Exit.isFailure(next)) return
      mark = next.value.mark
      yield next.value.one
    }
  }

  #feed() {
    return this.session.opened.playing.events?.feed
  }
}
