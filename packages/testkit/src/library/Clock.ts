/** The service's clock: deadlines, tokens, time-outs and rate limits go by it. */
import type { Step } from "@backlot/scenario/Step"
import type { Act } from "./Act.ts"
import { type Answer, acting } from "./Answer.ts"
import { type CallSite, callSiteOf } from "./CallSite.ts"
import type { Session } from "./Session.ts"

export class ServiceClock {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** What time it is. */
  async now(): Promise<Date> {
    const site = callSiteOf(this.now)
    const reading = await this.#session.control("GET", "/clock", undefined, site)
    // ClockState of the protocol.
    return new Date((reading as { readonly now: string }).now)
  }

  /** Time goes on by this, e.g. `15m`: what is due happens, in order, before it is over. */
  advance(by: string): Act<Answer> {
    return this.#act(callSiteOf(this.advance), { advance: by })
  }

  /** Sets the time, which may not fire what lies between. */
  set(now: string | Date): Act<Answer> {
    return this.#act(callSiteOf(this.set), { clock: { now: typeof now === "string" ? now : now.toISOString() } })
  }

  /** Time stands still. */
  freeze(): Act<Answer> {
    return this.#act(callSiteOf(this.freeze), { clock: { mode: "frozen" } })
  }

  /** Time passes by itself, from where it stands. */
  resume(): Act<Answer> {
    return this.#act(callSiteOf(this.resume), { clock: { mode: "real" } })
  }

  #act(site: CallSite, step: Step): Act<Answer> {
    return acting(this.#session, site, step)
  }
}
