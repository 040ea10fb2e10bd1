/**
 * Decides when a program under test can be played against. It waits for events of the log or for the program's output;
 * only an address is polled. Sources: `Ready` of scenario/Scenario.ts; docs/events.md.
 */
import type { EventStream, StageEvent } from "@backlot/player/stage/EventStream"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { GatewayWatch } from "@backlot/player/stage/GatewayWatch"
import type { Stage, StageApplication } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { fieldsOf } from "@backlot/scenario/Fields"
import { patternOf } from "@backlot/scenario/match/MatchPattern"
import type { App } from "@backlot/scenario/Scenario"
import { Effect, Schedule } from "effect"
import type { ProgramOutput } from "./ProgramOutput.ts"
import { type ExportedWorld, exportWorld } from "./StageWorld.ts"

export type Ready = NonNullable<(typeof App.Type)["ready"]>

/** What readiness is judged by. */
export interface Watched extends WatchedStage {
  readonly output: ProgramOutput
}

/** One condition, and its name while it is missing. */
interface Condition {
  readonly missing: string
  readonly met: Effect.Effect<unknown, StageLost>
}

/**
 * Run it before the program starts, so that nothing is missed. `met` completes when all conditions are met; `missing`
 * are those not met so far.
 */
export const prepare = Effect.fnUntraced(function* (ready: Ready | undefined, watched: Watched) {
  const loggedIn = firstLogin(watched)
  const asked = explicit(ready, watched, loggedIn)
  // `within` alone only changes how long the default is waited for.
  const conditions = asked.length === 0 ? [byDefault(watched, loggedIn, yield* othersEndpoint(watched))] : asked
  const missing = new Set(conditions.map(({ missing }) => missing))
  const all = conditions.map(({ missing: name, met }) => Effect.tap(met, () => Effect.sync(() => missing.delete(name))))
  return {
    met: Effect.all(all, { concurrency: "unbounded", discard: true }),
    missing: (): ReadonlyArray<string> => [...missing]
  }
})

/** `others`: the endpoint of the world where another program answers. */
const byDefault = (watched: Watched, loggedIn: Effect.Effect<void>, others: string | undefined): Condition => ({
  missing: `a gateway session or an interactions endpoint that answers${
    others === undefined
      ? " (if it has neither, say `ready`)"
      : `; at ${others}, as the world has it, another program did before (if it leads to this one, say \`ready\`)`
  }`,
  met: Effect.andThen(Effect.raceFirst(loggedIn, endpointAnswers(watched, others)), quiet(watched.output))
})

const explicit = ({ log, url, gateway, commands }: Ready = {}, watched: Watched, loggedIn: Effect.Effect<void>) => [
  ...(log === undefined ? [] : [{ missing: `${log} in its output`, met: written(log, watched.output) }]),
  ...(url === undefined ? [] : [{ missing: `an answer at ${url}`, met: answers(url) }]),
  ...(gateway === true ? [{ missing: "a gateway session", met: loggedIn }] : []),
  ...(commands === undefined
    ? []
    : [{ missing: `${commands} command${commands === 1 ? "" : "s"}`, met: registered(watched, commands) }])
]

const written = (log: string, output: ProgramOutput): Effect.Effect<void> => {
  const pattern = patternOf(log)?.regExp
  const is = () => (pattern === undefined ? output.text.includes(log) : pattern.test(output.text))
  return Effect.callback((resume) => {
    const look = () => {
      if (is()) resume(Effect.void)
    }
    const forget = output.onChange(look)
    look()
    return Effect.sync(forget)
  })
}

/** Real time. Our choice: docs/choices.md "Scenarios". */
const TRY_EVERY = "50 millis"
const QUIET = "100 millis"

/** Any answer counts. */
const answers = (url: string): Effect.Effect<void> =>
  asking(url).pipe(Effect.retry(Schedule.spaced(TRY_EVERY)), Effect.orDie)

const asking = (url: string) =>
  Effect.tryPromise((signal) => fetch(url, { signal, redirect: "manual" }).then((answer) => answer.body?.cancel()))

/** The endpoint that the world names, if something answers there before the program has started. */
const othersEndpoint = Effect.fnUntraced(function* (watched: Watched) {
  const url = endpointIn(yield* exportWorld(watched.http, watched.stage), watched)
  if (url === undefined) return undefined
  const answer = yield* Effect.timeoutOption(asking(url), TRY_EVERY).pipe(Effect.catch(() => Effect.succeedNone))
  return answer._tag === "Some" ? url : undefined
})

/** The output did not grow for a moment. */
const quiet = (output: ProgramOutput): Effect.Effect<void> =>
  Effect.flatMap(Effect.timeoutOption(grown(output), QUIET), (more) =>
    more._tag === "Some" ? quiet(output) : Effect.void
  )

const grown = (output: ProgramOutput): Effect.Effect<true> =>
  Effect.callback((resume) => {
    const forget = output.onChange(() => resume(Effect.succeed(true)))
    return Effect.sync(forget)
  })

/** Reads the world again after each event that may have changed it, until `read` finds something. */
const onceWorld = <A>(
  watched: Watched,
  types: RegExp,
  read: (world: ExportedWorld) => A | undefined
): Effect.Effect<A, StageLost> =>
  Effect.suspend(() => {
    const { events, stage, http } = watched
    const look = (mark: number): Effect.Effect<A, StageLost> =>
      Effect.flatMap(exportWorld(http, stage), (world) => {
        const found = read(world)
        if (found !== undefined) return Effect.succeed(found)
        const changed = events.feed.next(mark, ({ type }: StageEvent) => types.test(type))
        return Effect.flatMap(changed, (next) => look(next.mark))
      })
    return look(events.feed.mark())
  })

/**
 * Waits for an answer at the endpoint of the world, or at one that the program sets (the service tries that out first).
 * The endpoint of the world may be from an earlier run, so a new one is awaited at the same time; `stale` is not
 * enough.
 */
const endpointAnswers = (watched: Watched, stale?: string): Effect.Effect<void, StageLost> =>
  Effect.flatMap(addressOf(watched, stale), (url) => Effect.raceFirst(answers(url), endpointAnswers(watched, url)))

const addressOf = (watched: Watched, stale: string | undefined): Effect.Effect<string, StageLost> =>
  onceWorld(watched, /^(application\.|world\.)/, (world) => {
    const url = endpointIn(world, watched)
    return url === stale ? undefined : url
  })

const endpointIn = ({ applications = [] }: ExportedWorld, { application }: WatchedStage): string | undefined =>
  applications.find(({ id }) => id === application.id)?.interactions_endpoint_url ?? undefined

const registered = (watched: Watched, atLeast: number): Effect.Effect<true, StageLost> =>
  onceWorld(watched, /^(command|world\.)/, ({ commands = [] }) =>
    commands.filter(({ application_id }) => application_id === watched.application.id).length >= atLeast
      ? true
      : undefined
  )

export interface WatchedStage {
  readonly stage: Stage
  readonly http: StageHttp
  readonly events: EventStream
  readonly application: StageApplication
  /** The player's own sessions by application; they are not the program's. */
  readonly watches?: ReadonlyMap<string, GatewayWatch>
}

/** Watches from now on; the returned effect completes with the bot's first session. */
export const firstLogin = ({ events, application, watches }: WatchedStage): Effect.Effect<void> => {
  const mark = events.feed.mark()
  return Effect.asVoid(
    events.feed.next(mark, ({ type, data }) => {
      if (type !== "gateway_session.began") return false
      const { application_id, session_id, user_id } = fieldsOf(data)
      if (application_id !== application.id || user_id !== undefined) return false
      return session_id !== watches?.get(application.id)?.session()
    })
  )
}
