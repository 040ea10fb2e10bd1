/** A server with users to play, for tests of any runner. Source: product.md "Library use"; docs/testkit.md. */
import { applicationFinder } from "@backlot/player/name/Finder"
import { Effect, Result } from "effect"
import type { Act, Patience } from "./library/Act.ts"
import { type Answer, acting } from "./library/Answer.ts"
import { AppHandle } from "./library/AppHandle.ts"
import { leadHere, startApp } from "./library/Apps.ts"
import { BacklotError, type CallSite, callSiteOf } from "./library/BacklotError.ts"
import { EventLog, ServiceClock, WorldHandle } from "./library/Handles.ts"
import { open } from "./library/Opened.ts"
import { type AppUnderTest, type BacklotOptions, faultsOf } from "./library/Options.ts"
import { Session } from "./library/Session.ts"
import { traceFor } from "./library/Trace.ts"
import { User, UserInChannel } from "./library/User.ts"

export type { StageEvent } from "@backlot/player/stage/EventStream"
export type { OpenedModal, SeenMessage, ShownChoice } from "@backlot/scenario/Outcome"
export type { Act, ActOptions, Expectation, RefusalReason } from "./library/Act.ts"
export type { Answer, File } from "./library/Answer.ts"
export type { AppHandle, CallOptions } from "./library/AppHandle.ts"
export { BacklotError } from "./library/BacklotError.ts"
export type { AppAnswer, ReceivedInteraction } from "./library/InProcessApp.ts"
export type { AppProgram, AppUnderTest, BacklotOptions } from "./library/Options.ts"
export type { MessageLook, MessageTarget, User, UserInChannel } from "./library/User.ts"

/** What is waited for, from the act before on: an event of the log, or a dispatch to the application's gateway session. */
export interface Awaited extends Patience {
  readonly event?: string
  readonly gateway?: string
  readonly data?: unknown
}

/** Many may run in one process; each has a port, a world and a clock of its own. */
export class Backlot implements AsyncDisposable {
  readonly clock: ServiceClock
  readonly world: WorldHandle
  /** The server's log of events. */
  readonly events: EventLog
  /** Of the server; the REST base is `restUrl`, where libraries ask for one. */
  readonly url: string
  readonly restUrl: string
  readonly gatewayUrl: string
  readonly controlUrl: string
  readonly #session: Session
  readonly #application: string | undefined
  /** The world as it was when `start` was done; undefined once it is what the server goes back to. */
  #snapshot: unknown

  /** Starts a server and then the apps. Fails with a BacklotError for wrong options, a faulty world or a broken app. */
  static async start(options: BacklotOptions = {}): Promise<Backlot> {
    const site = callSiteOf(Backlot.start)
    const faults = faultsOf(options)
    if (faults.length > 0) throw new BacklotError(`Backlot.start: ${faults.join("\n")}`, { site })
    const opened = await Effect.runPromise(Effect.result(open(options)))
    if (opened._tag === "Failure") throw new BacklotError(opened.failure.message, { site })
    const backlot = new Backlot(new Session(opened.success, traceFor(process.env, opened.success.warn)), options)
    try {
      await backlot.#prepare(options, site)
    } catch (error) {
      await backlot.#session.giveUp()
      throw error instanceof BacklotError ? error.at(site) : error
    }
    return backlot
  }

  async #prepare(options: BacklotOptions, site: CallSite): Promise<void> {
    const { app, apps = {}, commands } = options
    const { opened } = this.#session
    const all: ReadonlyArray<readonly [AppUnderTest, AppHandle]> = [
      ...(app === undefined ? [] : [[app, this.app()] as const]),
      ...Object.entries(apps).map(([name, one]) => [one, this.app(name)] as const)
    ]
    if (options.intercept === true)
      await this.#session.run(leadHere(opened, this.app(), process.env, options.outside), site)
    // Before the programs, which may look for what is registered.
    if (commands !== undefined) await this.app().register(commands)
    const starts = all.map(([one, handle]) => startApp(opened, one, handle, process.env))
    await this.#session.run(Effect.all(starts, { concurrency: "unbounded", discard: true }), site)
    const isSet = commands !== undefined || all.length > 0
    if (isSet) this.#snapshot = await this.#session.control("GET", "/world", undefined, site)
  }

  private constructor(session: Session, { application }: BacklotOptions) {
    this.#session = session
    this.#application = application
    this.clock = new ServiceClock(session)
    this.world = new WorldHandle(session)
    this.events = new EventLog(session)
    const { url, rest_url, gateway_url, control_url } = session.opened.stage
    this.url = url
    this.restUrl = rest_url
    this.gatewayUrl = gateway_url
    this.controlUrl = control_url
  }

  /** A user of the world, by username, display name or id. */
  as(user: string): User {
    return new User(this.#session, user)
  }

  /** Several users in one channel: `const [alice, bob] = backlot.in("general", "alice", "bob")`. */
  in<const Names extends ReadonlyArray<string>>(
    channel: string,
    ...users: Names
  ): { readonly [Index in keyof Names]: UserInChannel } {
    // Mapping a tuple keeps its length, which its type does not say.
    return users.map((user) => new UserInChannel(this.#session, user, channel)) as {
      readonly [Index in keyof Names]: UserInChannel
    }
  }

  /** An application of the world, by name or id. Default: the one under test. */
  app(name: string | undefined = this.#application): AppHandle {
    const found = applicationFinder(this.#session.opened.stage.applications)(name)
    if (Result.isSuccess(found)) return new AppHandle(this.#session, found.success)
    throw new BacklotError(found.failure, { site: callSiteOf(this.app) })
  }

  /** The service's clock goes on by this, e.g. `15m`, and what is due happens. */
  advance(by: string): Act<Answer> {
    return acting(this.#session, callSiteOf(this.advance), { advance: by })
  }

  /** Waits, without polling, for what the service does. The answer has `events` or `gateway`. */
  until(awaited: Awaited): Act<Answer> {
    return acting(this.#session, callSiteOf(this.until), { wait: awaited })
  }

  /** Plans a fault, in the shape of POST /control/v1/faults; applications may be named. */
  fault(plan: Readonly<Record<string, unknown>>): Act<Answer> {
    return acting(this.#session, callSiteOf(this.fault), { fault: plan })
  }

  clearFaults(): Act<Answer> {
    return acting(this.#session, callSiteOf(this.clearFaults), { clear_faults: true })
  }

  /** Stops the server and starts it on its data, at the same address; needs `storage: "file"`. `kill`: lets nothing end. */
  restart(how: "restart" | "kill" = "restart"): Act<Answer> {
    return acting(this.#session, callSiteOf(this.restart), { server: how })
  }

  /**
   * Back to how it was when `start` was done, registered commands and the addresses of apps among it: messages, lobbies,
   * faults, counters and the clock. Gateway sessions end with it, and bots log in again by themselves.
   */
  async reset(): Promise<void> {
    const site = callSiteOf(this.reset)
    if (this.#snapshot !== undefined) {
      await this.#session.control("PUT", "/world", this.#snapshot, site)
      this.#snapshot = undefined
    }
    await this.#session.control("POST", "/reset", undefined, site)
    this.#session.begunAnew()
  }

  /** What was done so far: all of it, of which a failure shows the end. */
  transcript(): string {
    return this.#session.transcript()
  }

  /**
   * Fails if, since the start or the last check, calls of the app were refused, a program ended with an error, or the app
   * called what Backlot lacks, and no act shows it; `allow` accepts each. If an act failed, it only warns.
   */
  check(): Promise<void> {
    return this.#session.verdict(callSiteOf(this.check))
  }

  /** Ends apps and server, and whatever is still waited for; nothing is left. Fails as `check` does. */
  stop(): Promise<void> {
    return this.#session.end(callSiteOf(this.stop))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#session.end(callSiteOf(this[Symbol.asyncDispose]))
  }
}
