/** Leads a program under test to the server under the platform's names: docs/interception.md. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { INTERCEPT_WAYS } from "@backlot/scenario/InterceptWays"
import { Effect, type Scope } from "effect"
import type { Environment } from "./Environment.ts"
import { type Leading, leadAway } from "./LeadAway.ts"
import * as Namespace from "./Namespace.ts"
import { isStatic, namesNode, runsOnNode } from "./NodeProgram.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { outsideOf } from "./Outside.ts"
import { preload } from "./Preload.ts"
import * as OpenProxy from "./Proxy.ts"
import * as Resolver from "./Resolver.ts"

export type Way = (typeof INTERCEPT_WAYS)[number]

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
  const wrong = options.outside.find(
    (text) => /[^:]:\d+$/.test(text) && !/:.*:/.test(text) && outsideOf(text).port === undefined
  )
  if (wrong !== undefined)
    return yield* new NotIntercepted({ message: `cannot be led: the port of "${wrong}" is none from 1 to 65535` })
  const given = {
    folder: yield* privateFolder,
    front: yield* frontOf(options),
    outside: options.outside.map(outsideOf),
    ...{ environment, tell }
  }
  const ways = {
    preload: Effect.map(preload(given), ({ option, isLoaded }) => ({
      way: "preload" as const,
      variables: { NODE_OPTIONS: `${environment["NODE_OPTIONS"] ?? ""} ${option}`.trim() },
      prefix: [],
      missed: () => (isLoaded() ? undefined : NOT_LOADED)
    })),
    namespace: Effect.map(Namespace.enter(given), (entered) => ({
      ...entered,
      way: "namespace" as const,
      missed: () => undefined
    })),
    resolver: Effect.map(Resolver.build(given), ({ variables, isLoaded }) => ({
      way: "resolver" as const,
      variables,
      prefix: [],
      missed: () => (isLoaded() ? undefined : STATIC)
    })),
    proxy: Effect.map(OpenProxy.open(given), (variables) => ({
      way: "proxy" as const,
      variables,
      prefix: [],
      missed: () => undefined
    }))
  }
  if (way !== "auto") return yield* ways[way]
  if (runsOnNode(command, cwd, environment)) return yield* ways.preload
  const resolver = isStatic(command, cwd, environment)
    ? new NotIntercepted({ message: "cannot be led by a resolver: it is linked statically" })
    : ways.resolver
  return yield* Effect.catch(ways.namespace, (first) =>
    Effect.catch(resolver, (second) =>
      // A script of the shell may start Node. If it does not, that is told.
      namesNode(command)
        ? ways.preload
        : new NotIntercepted({ message: `${first.message}; and it ${second.message}. ${INSTEAD}` })
    )
  )
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
  const outside = options.outside.map(outsideOf)
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
