/**
 * Plays a scenario from the page against its own server, over the control plane, as `simulate --server` does. Loaded when
 * somebody plays. The app under test runs already.
 */
import { openOn } from "@backlot/player/PlayerEdges"
import { on } from "@backlot/player/PlayerOn"
import type { EventStream } from "@backlot/player/stage/EventStream"
import * as FetchHttp from "@backlot/player/stage/FetchHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import { describeFailure } from "@backlot/player/Transcript"
import { lastRefused } from "@backlot/player/turn/Misdeeds"
import type { Edges, Playing } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import { fieldsOf, listOf } from "@backlot/scenario/Fields"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { loadFrom } from "@backlot/scenario/file/LoadScenario"
import { textFiles } from "@backlot/scenario/file/TextFiles"
import { judgeApp } from "@backlot/simulator/run/AppVerdict"
import { titleOf } from "@backlot/simulator/run/StepResults"
import { Cause, Effect, Exit, Option, Result, type Scope } from "effect"
import { authorization } from "../../api/Control.ts"
import type { Files, Listener, StepAt } from "./Replayed.ts"

/** Resolves once the play is over; what became of it is told to the listener. */
export const replay = async ({ scenario, world }: Files, listen: Listener, signal: AbortSignal): Promise<void> => {
  const files = textFiles({ [scenario.name]: scenario.text, [world.name]: world.text })
  const loaded = Effect.runSync(Effect.result(loadFrom(files, scenario.name)))
  if (Result.isFailure(loaded)) return listen.over({ failure: loaded.failure.faults.map(({ message }) => message) })
  listen.began(loaded.success.scenarios.flatMap(stepsOf))
  let first = 0
  for (const one of loaded.success.scenarios) {
    const exit = await Effect.runPromiseExit(Effect.scoped(play(one, first, listen)), { signal })
    if (Exit.isFailure(exit)) return listen.over({ failure: wordsOf(exit.cause) })
    first += one.steps.length
  }
  listen.over({ failure: undefined })
}

const stepsOf = (scenario: LoadedScenario): ReadonlyArray<StepAt> =>
  scenario.steps.map(({ place }, index) => ({ title: titleOf(scenario, index), line: place.line }))

const play = Effect.fnUntraced(function* (loaded: LoadedScenario, first: number, listen: Listener) {
  const { scenario } = loaded
  yield* Effect.forEach(["limits", "ids", "seed"] as const, (name) =>
    scenario[name] === undefined
      ? Effect.void
      : refused(`\`${name}\` cannot be set on a server that runs already: play it by \`backlot simulate\``)
  )
  const played = Effect.gen(function* () {
    const playing = yield* opened(loaded)
    const player = yield* on(playing, { variables: loaded.variables })
    for (const [index, { step }] of loaded.steps.entries()) {
      listen.step(first + index, { status: "playing" })
      const result = yield* Effect.result(player.perform(step))
      const took = player.played().at(-1)?.real_ms ?? 0
      if (Result.isFailure(result)) {
        listen.step(first + index, { status: "failed", took, failure: describeFailure(result.failure) })
        return yield* refused("")
      }
      listen.step(first + index, { status: "passed", took })
    }
    yield* Effect.mapError(judgeApp({ allow: scenario.allow, unit: "step" }, player), Failed.of)
  })
  const limit = millisOf(scenario.timeout ?? "") ?? BOUNDS.scenario.value
  yield* Effect.timeoutOrElse(played, {
    duration: limit,
    orElse: () => refused(`It took longer than ${limit / 1_000} s.`)
  })
})

/** Puts the world and the clock of the scenario, and opens what a player needs. */
const opened = Effect.fnUntraced(function* ({ scenario, world }: LoadedScenario) {
  const stage = stageHere()
  const edges: Edges = {
    http: FetchHttp.make(),
    readFile: () => Promise.reject(new Error("a page reads no file by its path: play it by `backlot simulate`"))
  }
  const base = yield* openOn(edges, { stage })
  const { events, control } = base
  if (events !== undefined) yield* Effect.mapError(events.ready, Failed.of)
  if (world !== undefined) yield* putWorld(base, world, scenario.clock ?? "frozen", events)
  const refused_before = yield* lastRefused(control)
  const { application, answers_within } = scenario
  const answers_within_ms = millisOf(answers_within ?? "")
  return { ...base, application, answers_within_ms, refused_before, heard: { ...base.heard, after: refused_before } }
})

const putWorld = Effect.fnUntraced(function* (
  playing: Playing,
  world: unknown,
  clock: "real" | "frozen",
  events: EventStream | undefined
) {
  const ask = asking(playing)
  const mark = events?.feed.mark() ?? 0
  const before = fieldsOf(yield* ask("GET", "/clock"))
  yield* ask("PUT", "/world", world)
  yield* ask("POST", "/clock", { mode: clock })
  yield* Effect.addFinalizer(() => Effect.ignore(ask("POST", "/clock", { mode: before["mode"] })))
  if (events !== undefined) yield* botsBack(events, mark)
})

/** A world that is put ends the sessions of bots: waits until as many are there again. */
const botsBack = Effect.fnUntraced(function* ({ feed }: EventStream, mark: number) {
  const isReplaced = ({ type }: { readonly type: string }) => type === "world.replaced"
  yield* Effect.timeoutOption(feed.next(mark, isReplaced), BOUNDS.late.value)
  const count = (type: string) => feed.since(mark).filter((event) => event.type === type).length
  const back = Effect.gen(function* () {
    while (count("gateway_session.began") < count("gateway_session.ended")) yield* feed.next(feed.mark(), () => true)
  })
  yield* Effect.timeoutOption(back, BACK_MS)
})

/** Real time. A session that was invalidated begins again after one to five seconds (wire-interactions.md §3.8). */
const BACK_MS = 10_000

const asking =
  ({ control }: Playing) =>
  (method: string, path: string, body?: unknown): Effect.Effect<unknown, Failed> =>
    Effect.flatMap(Effect.mapError(control(method, path, body), Failed.of), (answer) => {
      if (answer.status < 300) return Effect.succeed(answer.body)
      const { message = `${method} ${path} answered ${answer.status}` } = fieldsOf(answer.body)
      const faults = listOf(answer.body, "errors").map((fault) => {
        const { path: at, message: says } = fieldsOf(fault)
        return `${String(at)}: ${String(says)}`
      })
      return Effect.fail(new Failed([String(message), ...faults]))
    })

/** The server of this page. What only the simulator needs of a stage is left empty. */
const stageHere = (): Stage => {
  const { origin } = location
  const [, token] = /^Bearer (.+)$/.exec(authorization()["authorization"] ?? "") ?? []
  return {
    url: origin,
    rest_url: `${origin}/api`,
    gateway_url: `${origin.replace(/^http/, "ws")}/gateway`,
    control_url: `${origin}/control/v1`,
    applications: [],
    ...(token === undefined ? {} : { control_token: token })
  }
}

/** Why a play ended, beside a failed step, which was told already. */
class Failed {
  readonly _tag = "Failed"
  readonly lines: ReadonlyArray<string>

  constructor(lines: ReadonlyArray<string>) {
    this.lines = lines
  }

  static of({ message }: { readonly message: string }): Failed {
    return new Failed(message.split("\n"))
  }
}

const refused = (message: string): Effect.Effect<never, Failed, Scope.Scope> => Effect.fail(Failed.of({ message }))

const wordsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<string> => {
  if (Cause.hasInterruptsOnly(cause)) return ["It was stopped."]
  const failed = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failed instanceof Failed) return failed.lines.filter((line) => line !== "")
  return [failed instanceof Error ? failed.message : (Cause.pretty(cause).split("\n")[0] ?? "")]
}
