/** Leads a program under test to the server under the platform's names: docs/interception.md. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { InterceptWay as Way } from "@backlot/scenario/InterceptWays"
import { Effect, type Scope } from "effect"
import type { Environment } from "./Environment.ts"
import { type Leading, leadAway } from "./LeadAway.ts"
import * as Namespace from "./Namespace.ts"
import { isStatic, namesNode, runsOnNode } from "./NodeProgram.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { type Outside, outsideOf } from "./Outside.ts"
import { preload } from "./Preload.ts"
import * as OpenProxy from "./Proxy.ts"
import * as Resolver from "./Resolver.ts"

interface Fronted {
  readonly stage: Stage
  readonly http: StageHttp
  /** For which the program's token stands. */
  readonly applicationId: string
  /** Hosts that are let through, as `HOST` or `HOST:PORT`. */
  readonly outside: ReadonlyArray<string>
  readonly tell: (line: string) => void
}

export interface InterceptOptions extends Fronted {
  readonly way: Way
  /** What the program is started by: words of a shell. */
  readonly command: string
  readonly cwd: string
  /** Of the program so far. */
  readonly environment: Environment
}

export interface Intercepted {
  readonly way: Exclude<Way, "auto">
  /** More of them for the program. */
  readonly variables: Readonly<Record<string, string>>
  /** Words in front of the command. */
  readonly prefix: ReadonlyArray<string>
  /** A program that was not led, for people. */
  readonly missed: () => string | undefined
}

/** The scope ends it. */
export const intercept = Effect.fnUntraced(function* (
  options: InterceptOptions
): Effect.fn.Return<Intercepted, NotIntercepted | StageLost, Scope.Scope> {
  const { way, command, cwd, environment, tell } = options
  const given = {
    folder: yield* privateFolder,
    front: yield* frontOf(options),
    outside: yield* read(options.outside),
    ...{ environment, tell }
  }
  const ways: Readonly<Record<Exclude<Way, "auto">, Effect.Effect<Led, NotIntercepted, Scope.Scope>>> = {
    preload: Effect.map(preload(given), ({ option, isLoaded }) => ({
      variables: { NODE_OPTIONS: `${environment["NODE_OPTIONS"] ?? ""} ${option}`.trim() },
      missed: () => (isLoaded() ? undefined : NOT_LOADED)
    })),
    namespace: Namespace.enter(given),
    resolver: Effect.map(Resolver.build(given), ({ variables, isLoaded }) => ({
      variables,
      missed: () => (isLoaded() ? undefined : STATIC)
    })),
    proxy: Effect.map(OpenProxy.open(given), (variables) => ({ variables }))
  }
  const by = (way: Exclude<Way, "auto">) =>
    Effect.map(ways[way], ({ variables, prefix = [], missed = () => undefined }) => ({
      way,
      variables,
      prefix,
      missed
    }))
  if (way !== "auto") return yield* by(way)
  if (runsOnNode(command, cwd, environment)) return yield* by("preload")
  const resolver = isStatic(command, cwd, environment)
    ? new NotIntercepted({ message: "cannot be led by a resolver: it is linked statically" })
    : by("resolver")
  return yield* Effect.catch(by("namespace"), (first) =>
    Effect.catch(resolver, (second) =>
      // A script of the shell may start Node. If it does not, that is told.
      namesNode(command)
        ? by("preload")
        : new NotIntercepted({ message: `${first.message}; and it ${second.message}. ${INSTEAD}` })
    )
  )
})

type Led = Pick<Intercepted, "variables"> & Partial<Pick<Intercepted, "prefix" | "missed">>

const read = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const outside: Array<Outside> = []
  for (const text of texts) {
    const named = outsideOf(text)
    if (named === undefined)
      return yield* new NotIntercepted({ message: `cannot be led: the port of "${text}" is none from 1 to 65535` })
    outside.push(named)
  }
  return outside
})

const NOT_LOADED =
  "the command loaded nothing of Backlot, so it was not led: it does not run on Node, or its NODE_OPTIONS was replaced. --intercept=namespace leads any program, on Linux"
const STATIC =
  "the command asked the system's library for no address, so it was not led: it used no network, it is linked statically, as programs in Go are, or LD_PRELOAD was replaced"
const INSTEAD =
  "--intercept=proxy leads programs that heed HTTPS_PROXY, and docs/libraries has the option of each library"

const privateFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "backlot-intercept-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** Leads this process until the scope closes: a bot that a test imports. */
export const interceptHere = Effect.fnUntraced(function* (
  options: Fronted & Pick<Leading, "environment">
): Effect.fn.Return<void, NotIntercepted | StageLost, Scope.Scope> {
  const { tell, environment = {} } = options
  const outside = yield* read(options.outside)
  const port = yield* frontOf(options)
  // For its child processes and threads.
  const { option } = yield* preload({ folder: yield* privateFolder, front: port, outside })
  yield* Effect.acquireRelease(
    Effect.sync(() => leadAway({ port, outside: outside.map(({ host }) => host), tell, option, environment })),
    (end) => Effect.sync(end)
  )
})

/** The port of a front for this application. */
const frontOf = Effect.fnUntraced(function* ({ stage, http, applicationId }: Fronted) {
  const control = controlOf(http, stage)
  const opened = yield* Effect.acquireRelease(control("POST", `/applications/${applicationId}/fronts`), ({ body }) =>
    Effect.ignore(control("DELETE", `/fronts/${fieldsOf(body)["id"]}`))
  )
  const { port, message } = fieldsOf(opened.body)
  if (typeof port === "number") return port
  return yield* new NotIntercepted({
    message: `cannot be led to the server: ${message ?? `it answered ${opened.status}`}`
  })
})
