/**
 * Lets a program's own clock follow the service clock: docs/time.md. Node gets a preload, which asks the server for the
 * clock. Programs of other languages get libfaketime where it is installed, for their date alone.
 */
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { StageLost } from "@backlot/player/stage/Failure"
import { controlOf } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Clock, Data, Effect, Option, type Scope } from "effect"
import type { Environment } from "../intercept/Environment.ts"
import { PROGRAM } from "./AppClockProgram.generated.ts"
import type { WatchedStage } from "./Readiness.ts"

export interface ClockOptions extends Pick<WatchedStage, "stage" | "http"> {
  /** Of the shell. */
  readonly command: string
  /** That of the program without its clock. */
  readonly environment: Environment
}

export interface Following {
  /** More variables for the program. */
  readonly variables: Readonly<Record<string, string>>
  /** What there is to do when it is ready; `ended` completes when it has ended. */
  readonly stand: (ended: Effect.Effect<unknown>) => Effect.Effect<void, Unfollowed | StageLost>
}

/** The program cannot follow: a reason, for people. */
export class Unfollowed extends Data.TaggedError("Unfollowed")<{ readonly message: string }> {}

/** The scope removes the files that the program reads. */
export const follow = Effect.fnUntraced(function* (
  options: ClockOptions
): Effect.fn.Return<Following, Unfollowed | StageLost, Scope.Scope> {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "backlot-app-clock-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  return yield* isOther(options.command) ? withLibrary(options, folder) : withPreload(options, folder)
})

/** Programs whose children may run on Node, such as a shell, get the preload. */
const isOther = (command: string): boolean =>
  command.split(/[;&|()]+/).some((part) => {
    const [first = ""] = part.split(/[\s'"]+/).filter((word) => word !== "" && !/^\w+=/.test(word))
    return OTHER.test(basename(first))
  })

const OTHER = /^(?:python|pypy|ruby|perl|php|java|dotnet|mono|lua)[\d.]*$/

const withPreload = Effect.fnUntraced(function* ({ environment, http, stage }: ClockOptions, folder: string) {
  const file = join(folder, "app-clock.mjs")
  yield* Effect.promise(() => writeFile(file, PROGRAM))
  const { NODE_OPTIONS = "" } = environment
  const control = controlOf(http, stage)
  const before = followersIn((yield* control("GET", "/clock")).body)
  /** From now on its timers wait for the service clock: until here they ran, so that it could log in. */
  const stand = Effect.fnUntraced(function* (ended: Effect.Effect<unknown>) {
    const { status, body } = yield* control("POST", "/clock", { advance_ms: 0 })
    const { message } = fieldsOf(body)
    if (status >= 400) return yield* unfollowed(`cannot follow the service clock: ${message}`)
    // Another program may follow it already.
    if (followersIn(body) > before) return
    // It may have done its work.
    const end = yield* Effect.timeoutOption(ended, BOUNDS.done.value)
    if (Option.isNone(end)) return yield* unfollowed(NOT_FOLLOWING)
  })
  const variables = { NODE_OPTIONS: `${NODE_OPTIONS} --import ${pathToFileURL(file)}`.trim() }
  return { variables: { ...variables, BACKLOT_APP_CLOCK: "service" }, stand }
})

const followersIn = (clock: unknown): number => {
  const { followers } = fieldsOf(clock)
  return typeof followers === "number" ? followers : 0
}

const NOT_FOLLOWING =
  "does not follow the service clock: `clock: service` works for Node programs that keep NODE_OPTIONS; see docs/time.md."

const withLibrary = Effect.fnUntraced(function* ({ environment, http, stage }: ClockOptions, folder: string) {
  const places = environment["BACKLOT_FAKETIME"] === undefined ? PLACES : [environment["BACKLOT_FAKETIME"]]
  const library = places.find(existsSync)
  if (library === undefined) return yield* unfollowed(`${NO_LIBRARY} ${places.join(", ")}; see docs/time.md.`)
  const file = join(folder, "clock")
  /** Its date goes on from there at the usual pace. */
  const write = Effect.fnUntraced(function* (now: unknown) {
    const ahead = Math.round((Date.parse(String(now)) - (yield* Clock.currentTimeMillis)) / 1_000)
    // The program may read it at any time.
    yield* Effect.promise(() => writeFile(`${file}.new`, `${ahead < 0 ? "" : "+"}${ahead}`))
    yield* Effect.promise(() => rename(`${file}.new`, file))
  })
  const control = controlOf(http, stage)
  const self = randomUUID()
  /** Asks as the preload does, so that a change of the clock is answered once the date is written. */
  const ask = Effect.fnUntraced(function* (seen: string | undefined) {
    const query = seen === undefined ? "" : `&seen=${encodeURIComponent(seen)}`
    const { status, body } = yield* control("GET", `/clock/follow?process=${self}${query}`)
    const { state, now, message } = fieldsOf(body)
    if (status >= 400) return yield* unfollowed(`cannot follow the service clock: ${message}`)
    yield* write(now)
    return typeof state === "string" ? state : undefined
  })
  const keep = (seen: string | undefined): Effect.Effect<never> =>
    ask(seen).pipe(
      Effect.catch(() => Effect.as(Effect.sleep(AGAIN_MS), undefined)),
      Effect.flatMap(keep)
    )
  yield* Effect.forkScoped(keep(yield* ask(undefined)))
  const variables = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" }
  return { variables, stand: () => Effect.void }
})

const unfollowed = (message: string) => new Unfollowed({ message })

/** The server may be starting again, or have more programs than it takes. */
const AGAIN_MS = 100

const NO_LIBRARY =
  "cannot follow the service clock: programs that do not run on Node need libfaketime (Debian: apt install " +
  "libfaketime; BACKLOT_FAKETIME names it elsewhere), and there is none at"

const PLACES = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].flatMap((architecture) =>
  ["/usr/lib/", "/usr/local/lib/"].map((folder) => `${folder}${architecture}faketime/libfaketimeMT.so.1`)
)
