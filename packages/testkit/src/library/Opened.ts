/** A server in the process of the test with a player on it, until it is closed. */
import { readFile } from "node:fs/promises"
import * as Player from "@backlot/player/Player"
import { openPlaying } from "@backlot/player/PlayerOpen"
import { StageFailed } from "@backlot/player/stage/Stage"
import { WorldDocument } from "@backlot/server/Embed"
import { type AppFailed, inOne, type RunningApp } from "@backlot/simulator/run/AppUnderTest"
import { type Allowed, judgeApp } from "@backlot/simulator/run/AppVerdict"
import { Effect, Exit, Logger, LogLevel, Scope } from "effect"
import * as EmbeddedStages from "./EmbeddedStages.ts"
import type { Evidence } from "./FailureText.ts"

/** Options of the server of a Backlot. */
export interface ServerOptions {
  /**
   * A value in the shape of a world file, or the path of one, YAML or JSON. Default: the demo world, in which alice (an
   * administrator), bob (a moderator) and carol are in the channels of the guild Harbour, with the application Pet Shop.
   * `{}` is an empty one.
   */
  readonly world?: string | object
  /** The application of `app` and `commands`, by name or id. Default: the first of the world. */
  readonly application?: string
  /**
   * frozen: only `advance` and `clock.set` move the time, so an answer on a slow machine is never late. It begins at the
   * present unless the world says `now`. real: it passes. Default: frozen.
   */
  readonly clock?: "real" | "frozen"
  /** file: a data file in a temporary folder, which survives `restart`. Default: memory. */
  readonly storage?: "memory" | "file"
  /** Rate limits: refuse requests, only count them, or neither. Default: observe on a frozen clock, enforce on a real one. */
  readonly limits?: "enforce" | "observe" | "off"
  /**
   * The time that ids carry. clock: that of the service clock. wall: the computer's. Default: clock with a frozen clock,
   * else wall.
   */
  readonly ids?: "wall" | "clock"
  /** A whole number that makes tokens, keys and secrets the same each time. Default: other ones each time. */
  readonly seed?: number
  /** Reports unknown fields of requests as warnings. Default: false. */
  readonly strict?: boolean
  /** Opens a gateway session of the application before the first act, for `until({ gateway })`. Default: false. */
  readonly watchGateway?: boolean
  /**
   * What the app may do though no act shows it: have calls refused, end with an error, call what Backlot lacks. Else
   * `check()` and `stop()` fail. Default: nothing.
   */
  readonly allow?: Allowed
  /** Receives each warning of the server, such as a call that is not implemented. Default: written to stderr. */
  readonly warn?: (line: string) => void
}

export type Witness = () => Partial<Evidence>

export type Opened = Effect.Success<ReturnType<typeof open>>

export const open = Effect.fnUntraced(function* (options: ServerOptions) {
  const scope = yield* Scope.make()
  const warn =
    options.warn ??
    ((line: string) =>
      void process.stderr.write(`backlot: ${line}
`))
  const log = serverLog(warn)
  const { clock = "frozen", storage = "memory", ids, limits, seed, strict } = options
  const world = yield* worldOf(options.world)
  const request = { world, clock, storage, ids, limits, seed, strict }
  return yield* Effect.gen(function* () {
    const { stage, restart } = yield* log.capture(EmbeddedStages.open(request))
    const restarting: typeof restart = (how) => log.capture(restart(how))
    const playing = yield* openPlaying({ stage, restart: restarting, application: options.application })
    const programs: Array<RunningApp> = []
    const logs: Array<() => string> = []
    const witnesses: Array<Witness> = [() => ({ warnings: log.warnings() })]
    return {
      stage,
      allow: options.allow,
      warn,
      player: yield* Player.on(playing, { watch: options.watchGateway }),
      /** For requests outside of steps. */
      playing,
      /** Everything ends with it. */
      scope,
      witnesses,
      /** Under test. */
      programs,
      /** The output of each program so far. */
      logs,
      evidence: () => witnessed(witnesses),
      close: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }).pipe(
    Scope.provide(scope),
    Effect.onError(() => Scope.close(scope, Exit.void))
  )
})

/** Runs the act. Fails as soon as a program under test ends with an error, or at once if one already has. */
export const whileRunning = <A, E>(opened: Opened, act: Effect.Effect<A, E>): Effect.Effect<A, E | AppFailed> =>
  Effect.raceAllFirst([...judgedPrograms(opened).map(({ broken }) => broken), act])

/** What the apps did wrong though no act shows it. Programs get a moment to fail after the last act. */
export const judgeApps = Effect.fnUntraced(function* (opened: Opened) {
  const { allow, player } = opened
  yield* inOne(judgedPrograms(opened)).settled
  yield* judgeApp({ allow, unit: "act" }, player)
})

const judgedPrograms = ({ programs, allow }: Opened): ReadonlyArray<RunningApp> =>
  allow?.includes("exit") === true ? [] : programs

const witnessed = (witnesses: ReadonlyArray<Witness>): Evidence => {
  const all = witnesses.map((witness) => witness())
  return {
    output: all.flatMap(({ output = [] }) => output),
    thrown: all.flatMap(({ thrown = [] }) => thrown),
    warnings: all.flatMap(({ warnings = [] }) => warnings)
  }
}

/** Reads the text of a path, so that faults have its lines. */
const worldOf = (world: ServerOptions["world"]): Effect.Effect<unknown, StageFailed> =>
  typeof world !== "string"
    ? Effect.succeed(world)
    : Effect.tryPromise({
        try: async () => new WorldDocument(world, await readFile(world, "utf8")),
        catch: (error) => new StageFailed({ message: `The world ${world} can not be read: ${String(error)}` })
      })

/** Requests that were answered with 5xx: the caller sees them, and planned faults cause them on purpose. */
const ANSWERED = "A request is finished"

const KEPT = 50

/** The log of the server, kept for failures. `warn` receives each warning and error at once: they are about the app. */
const serverLog = (warn: (line: string) => void) => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>((options) => {
    if (!LogLevel.isGreaterThanOrEqualTo(options.logLevel, "Warn")) return
    const { level, message, annotations, cause } = Logger.formatStructured.log(options)
    const texts = (Array.isArray(message) ? message : [message]).map((one) =>
      typeof one === "string" ? one : JSON.stringify(one)
    )
    if (texts[0] === ANSWERED) return
    const noted = Object.entries(annotations).map(([name, value]) => `${name}=${String(value)}`)
    const line = [level, ...texts, ...noted, ...(cause === undefined ? [] : [cause])].join(" ")
    lines.push(line)
    if (lines.length > KEPT) lines.shift()
    warn(line)
  })
  return {
    /** The last warnings and errors, oldest first. */
    warnings: (): ReadonlyArray<string> => [...lines],
    /** Effects in it log here, and nowhere else. */
    capture: Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
  }
}
