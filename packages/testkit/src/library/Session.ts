/** What the objects of one Backlot share: the player, and the messages of failures. */
import { setMaxListeners } from "node:events"
import type { Player } from "@backlot/player/Player"
import { format, type Transcript } from "@backlot/player/Transcript"
import { forgetMisdeeds } from "@backlot/player/turn/Misdeeds"
import { describeAct } from "@backlot/scenario/describe/Describe"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { judgeStep } from "@backlot/scenario/schema/StepJudge"
import { Cause, Effect, Exit, Option } from "effect"
import { patient } from "./Act.ts"
import { BacklotError, BacklotStopped, type CallSite } from "./BacklotError.ts"
import { describeFailure, describeProblems, type Evidence, inOwnWords, recentActs, sectionsOf } from "./FailureText.ts"
import { judgeApps, type Opened, whileRunning } from "./Opened.ts"
import { runningFile, runningTest } from "./RunningTest.ts"
import type { Trace } from "./Trace.ts"

export interface Done {
  readonly outcome: Outcome
  readonly player: Player
}

interface From {
  readonly site: CallSite
  readonly test: string | undefined
}

interface Failure {
  readonly message: string
  readonly _tag?: string
}

/** The failure of an app already has the end of its output. */
const NO_OUTPUT: Partial<Evidence> = { output: [] }

/** Interactions of a trace: the last ones. */
const TRACED_MAX = 100

const GONE =
  "Nothing is played from here on; another Backlot starts it anew. A program that has done its work ends with exit code 0."

export class Session {
  readonly opened: Opened
  /** The player of the act that ended last: the next act goes on from it. */
  #latest: Player
  /** Number of the last act before the last reset. */
  #beforeReset = 0
  /** Whether an act failed since the last verdict: the test knows it, and the verdict is only its shadow. */
  #hasFailed = false
  #end: Promise<void> | undefined
  readonly #ending = new AbortController()
  readonly #trace: Trace | undefined

  /** `trace`: where a reporter wants what happened. */
  constructor(opened: Opened, trace?: Trace) {
    this.opened = opened
    this.#trace = trace
    // Any number of acts may be under way.
    setMaxListeners(0, this.#ending.signal)
    this.#latest = opened.player
  }

  /** Acts may be played at the same time; each has its own memory. `after`: goes on from another act than the last. */
  async play(step: Step, site: CallSite, after?: Done): Promise<Done> {
    const problems = judgeStep(step, { variables: false })
    // An unknown field would be an expectation that always holds.
    if (problems.length > 0) throw new BacklotError(describeProblems(step, problems), { site })
    const test = runningTest()
    this.#trace?.usedIn(runningFile(), test)
    const player = (after?.player ?? this.#latest).fork(test)
    const outcome = await this.#settled(whileRunning(this.opened, player.perform(patient(step))), site, (failure) => {
      if (failure._tag === "AppFailed") {
        return this.#failure([describeAct(step), failure.message, GONE], { site, test }, NO_OUTPUT)
      }
      const played = player.played().find((step) => step.failure === failure)
      const transcript = player.transcript()
      const mismatches = failure._tag === "ExpectationFailed" ? failure.mismatches : []
      const message = describeFailure(failure, played, this.#recent(transcript, test), this.#evidence())
      return new BacklotError(message, { site, transcript, mismatches, outcome: played?.outcome })
    })
    this.#latest = player
    return { outcome, player }
  }

  /** Runs a request outside of a step. */
  run<A>(effect: Effect.Effect<A, Failure>, site: CallSite): Promise<A> {
    const from = { site, test: runningTest() }
    return this.#settled(effect, site, ({ message, _tag }) =>
      this.#failure([message], from, _tag === "AppFailed" ? NO_OUTPUT : {})
    )
  }

  /** A request of the control plane; returns the body of its answer. */
  async control(method: string, path: string, body: unknown, site: CallSite): Promise<unknown> {
    const answer = await this.run(this.opened.playing.control(method, path, body), site)
    if (answer.status < 400) return answer.body
    throw new BacklotError(`${method} /control/v1${path}: ${answer.status} ${JSON.stringify(answer.body)}`, { site })
  }

  transcript(): string {
    return inOwnWords(format(this.opened.player.transcript()))
  }

  /** Failures from now on leave out the acts so far. */
  begunAnew(): void {
    this.#beforeReset = this.opened.player.played().at(-1)?.number ?? 0
  }

  /** Fails with what the apps did wrong since the last verdict; warns of it if an act already failed. */
  async verdict(site: CallSite): Promise<void> {
    const judged = await Effect.runPromise(Effect.result(judgeApps(this.opened)))
    const hasFailed = this.#hasFailed
    this.#hasFailed = false
    await Effect.runPromise(forgetMisdeeds(this.opened.playing))
    if (judged._tag === "Success") return
    const { message, _tag } = judged.failure
    if (hasFailed) return this.opened.warn(message)
    throw this.#failure([message], { site, test: undefined }, _tag === "AppFailed" ? NO_OUTPUT : {})
  }

  /** Ends what is under way, then apps and server; then fails as `verdict` does. */
  end(site: CallSite): Promise<void> {
    this.#ending.abort()
    this.#end ??= this.verdict(site)
      .finally(() => this.#writeTrace())
      .finally(() => this.opened.close())
    return this.#end
  }

  /** Ends without a verdict. */
  giveUp(): Promise<void> {
    this.#ending.abort()
    this.#end ??= this.opened.close()
    return this.#end
  }

  get ended(): AbortSignal {
    return this.#ending.signal
  }

  #evidence(): Evidence {
    return { ...this.opened.evidence(), trace: this.#trace?.path }
  }

  /** Also right after a failure: a test that hangs afterwards never stops its Backlot. */
  async #writeTrace(): Promise<void> {
    if (this.#trace === undefined) return
    const { player, playing, logs, warn } = this.opened
    const ids = [...new Set(player.played().flatMap(({ outcome }) => outcome?.interaction_id ?? []))]
    const asked = Effect.forEach(ids.slice(-TRACED_MAX), (id) =>
      Effect.option(playing.control("GET", `/interactions/${id}`))
    )
    const traces = (await Effect.runPromise(asked)).flatMap((answer) => Option.toArray(answer).map(({ body }) => body))
    const texts = { transcript: this.transcript(), traces, logs: logs.map((log) => log()) }
    await this.#trace.write(texts).catch((error: unknown) => warn(`The trace cannot be written: ${String(error)}`))
  }

  #failure(lines: ReadonlyArray<string>, { site, test }: From, evidence: Partial<Evidence>): BacklotError {
    const transcript = this.opened.player.transcript()
    const all = sectionsOf(this.#recent(transcript, test), { ...this.#evidence(), ...evidence })
    return new BacklotError([lines.join("\n"), ...all].join("\n\n"), { site, transcript })
  }

  /** Acts of earlier and other tests explain nothing. */
  #recent(transcript: Transcript, test: string | undefined): string {
    const own = this.opened.player
      .played()
      .filter((step) => step.number > this.#beforeReset && (test === undefined || step.test === test))
    return recentActs(transcript, new Set(own.map(({ number }) => number)))
  }

  async #settled<A, E>(effect: Effect.Effect<A, E>, site: CallSite, describe: (error: E) => BacklotError): Promise<A> {
    if (this.ended.aborted) throw new BacklotStopped(site)
    const exit = await Effect.runPromiseExit(Effect.result(effect), { signal: this.ended })
    if (Exit.isFailure(exit)) throw this.ended.aborted ? new BacklotStopped(site) : Cause.squash(exit.cause)
    if (exit.value._tag === "Failure") {
      this.#hasFailed = true
      await this.#writeTrace()
      throw describe(exit.value.failure)
    }
    return exit.value.success
  }
}
