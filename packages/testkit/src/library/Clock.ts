/** The service clock: deadlines, tokens, time-outs and rate limits depend on it. */
import type { Step } from "@backlot/scenario/Step"
import type { Act } from "./Act.ts"
import { type Answer, acting } from "./Answer.ts"
import { type CallSite, callSiteOf } from "./BacklotError.ts"
import type { Session } from "./Session.ts"

export class ServiceClock {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async now(): Promise<Date> {
    const site = callSiteOf(this.now)
    const reading = await this.#session.control("GET", "/clock", undefined, site)
    // ClockState of the protocol.
    return new Date((reading as { readonly now: string }).now)
  }

  /** Advances the time, e.g. by `15m`. Everything that is due happens in order before this ends. */
  advance(by: string): Act<Answer> {
    return this.#act(callSiteOf(this.advance), { advance: by })
  }

  /** Sets the time; it does not fire what lies between. */
  set(now: string | Date): Act<Answer> {
    return this.#act(callSiteOf(this.set), { clock: { now: typeof now === "string" ? now : now.toISOString() } })
  }

  /** Stops the time. */
  freeze(): Act<Answer> {
    return this.#act(callSiteOf(this.freeze), { clock: { mode: "frozen" } })
  }

  /** Lets the time pass by itself, from its present value. */
  resume(): Act<Answer> {
    return this.#act(callSiteOf(this.resume), { clock: { mode: "real" } })
  }

  #act(site: CallSite, step: Step): Act<Answer> {
    return acting(this.#session, site, step)
  }
}
