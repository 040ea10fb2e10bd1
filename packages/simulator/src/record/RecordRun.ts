/**
 * Follows a recording on a running server. When it ends (interrupted, or stopped by somebody else), writes what was
 * done as a scenario file. Source: product.md "Scenario files" (`simulate --record`).
 */
import { mkdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { make } from "@backlot/player/stage/NodeHttp"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { type RecordedEntry, RecordingState } from "@backlot/protocol/control/ControlRecording"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { defined } from "@backlot/scenario/Fields"
import { Data, Effect, Exit, Option, Schema } from "effect"
import { fileText, type ScenarioOptions, toScenario } from "./ToScenario.ts"

export interface RecordOptions {
  /** Of a running server, e.g. `http://127.0.0.1:6780`. */
  readonly url: string
  readonly control_token?: string | undefined
  /** Where the scenario is written: JSON by its name, otherwise YAML. */
  readonly out: string
  /** Whether the world goes into its own file, or (false) into the scenario. Default: its own file. */
  readonly worldFile?: boolean | undefined
  readonly app?: ScenarioOptions["app"]
  /** Receives one line for each act. */
  readonly report: (line: string) => Effect.Effect<void>
  /** Called when an interrupted recording cannot be written: an interrupted effect cannot fail, but it can die. */
  readonly lost: (message: string) => Effect.Effect<void>
}

/** The server or the file is unusable; one line for people. */
export class RecordFailed extends Data.TaggedError("RecordFailed")<{ readonly message: string }> {}

/** What was written. */
export interface Recorded {
  readonly files: ReadonlyArray<string>
  readonly steps: number
  /** Not everything that was done fits into the recording. */
  readonly full: boolean
}

/**
 * Runs until the recording ends. An interruption ends it too: the files are then written before the effect ends, and
 * `written` is called.
 */
export const record = (options: RecordOptions, written: (recorded: Recorded) => Effect.Effect<void>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const ask = askingOf(yield* make, options)
      const begun = yield* begin(ask)
      const session: Session = { ...begun, entries: [], full: false, shown: 0 }
      const finished = Effect.flatMap(finish(ask, options, session), written)
      yield* Effect.onExit(follow(ask, options, session), (exit) => {
        if (Exit.isSuccess(exit)) return Effect.void
        return Effect.catch(finished, ({ message }) => options.lost(message))
      })
      yield* finished
    })
  )

interface Session {
  world: unknown
  readonly clock: "real" | "frozen"
  entries: ReadonlyArray<RecordedEntry>
  full: boolean
  /** Steps that were printed. */
  shown: number
}

const begin = Effect.fnUntraced(function* (ask: Ask) {
  // Starts recording before it reads the world: changes in between are recorded, and replayed on the world before them.
  yield* ask("POST", "/recording", decodeState)
  const world = yield* ask("GET", "/world", Option.some)
  const { mode } = yield* ask("GET", "/clock", decodeClock)
  return { world, clock: mode }
})

const follow = Effect.fnUntraced(function* (ask: Ask, options: RecordOptions, session: Session) {
  for (;;) {
    const after = session.entries.length
    const state = yield* ask("GET", `/recording?after=${after}&wait=true`, decodeState)
    session.entries = [...session.entries, ...state.entries]
    session.full = state.full
    // Later entries happen in the world that was put.
    if (state.entries.some(isWorld)) session.world = yield* ask("GET", "/world", Option.some)
    if (state.entries.length > 0) yield* show(options, session)
    if (!state.recording) return
  }
})

const isWorld = ({ operation, status }: RecordedEntry): boolean => operation === "put_world" && status < 400

const show = Effect.fnUntraced(function* ({ report }: RecordOptions, session: Session) {
  const { steps } = toScenario(session.entries, session.world)
  const at: { as: string | undefined; in: string | undefined } = { as: undefined, in: undefined }
  for (const [index, step] of steps.entries()) {
    at.as = step.as ?? at.as
    at.in = step.in ?? at.in
    if (index >= session.shown) yield* report(describeAct(step, at))
  }
  session.shown = Math.max(session.shown, steps.length)
})

const finish = Effect.fnUntraced(function* (ask: Ask, options: RecordOptions, session: Session) {
  const { out, worldFile = true, app } = options
  // If the server is gone, the entries so far are kept.
  const last = yield* Effect.option(ask("DELETE", "/recording", decodeState))
  const { entries, full } = Option.getOrElse(last, () => session)
  const name = basename(out).replace(/(?:\.scenario)?\.\w+$/, "")
  const beside = join(dirname(out), `${name}.world.yaml`)
  const held = defined({ app, worldFile: worldFile ? basename(beside) : undefined })
  const scenario = toScenario(entries, session.world, { name, clock: session.clock, ...held })
  if (worldFile) yield* write(beside, fileText(session.world, "yaml"))
  yield* write(out, fileText(scenario, /\.json$/i.test(out) ? "json" : "yaml"))
  return { files: worldFile ? [out, beside] : [out], steps: scenario.steps.length, full } satisfies Recorded
})

/** Readable only by its owner: a world holds secrets. */
const write = (path: string, text: string) =>
  Effect.tryPromise({
    try: async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text, { mode: 0o600 })
    },
    catch: (error) => new RecordFailed({ message: `${path} cannot be written: ${String(error)}` })
  })

type Ask = ReturnType<typeof askingOf>

const askingOf = (http: StageHttp, { url, control_token }: RecordOptions) => {
  const base = `${url.replace(/\/+$/, "").replace(/\/control\/v1$/, "")}/control/v1`
  const headers = control_token === undefined ? {} : { authorization: `Bearer ${control_token}` }
  return <A>(method: string, path: string, decode: (body: unknown) => Option.Option<A>) =>
    http.send({ method, url: `${base}${path}`, headers }).pipe(
      Effect.mapError(({ message }) => new RecordFailed({ message })),
      Effect.flatMap(({ status, body }) => {
        const decoded = status === 200 ? decode(body) : Option.none()
        if (Option.isSome(decoded)) return Effect.succeed(decoded.value)
        const advice = status === 401 ? "; give the control token" : ""
        return Effect.fail(new RecordFailed({ message: `${method} ${base}${path} answered ${status}${advice}` }))
      })
    )
}

const decodeState = Schema.decodeUnknownOption(RecordingState)
const decodeClock = Schema.decodeUnknownOption(Schema.Struct({ mode: Schema.Literals(["real", "frozen"]) }))
