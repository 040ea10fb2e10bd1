/** Leads a program under test to the server under the platform's names: docs/interception.md. */
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { InterceptWay as Way } from "@backlot/scenario/InterceptWays"
import { Effect, Result, Schedule, type Scope } from "effect"
import type { Environment } from "./Environment.ts"
import { type Leading, leadAway } from "./LeadAway.ts"
import type { NamespaceOptions } from "./Namespace.ts"
import * as Namespace from "./Namespace.ts"
import { isStatic, namesNode, runsOnNode, whyNotLoaded } from "./NodeProgram.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { isPort, type Outside, outsideOf } from "./Outside.ts"
import { preload } from "./Preload.ts"
import { privateFolder } from "./PrivateFolder.ts"
import * as OpenProxy from "./Proxy.ts"
import * as Resolver from "./Resolver.ts"
import * as SecureFront from "./SecureFront.ts"
import { trust } from "./Trust.ts"

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
  /** `both`: a preload in a namespace. */
  readonly way: Exclude<Way, "auto"> | "both"
  /** More of them for the program. */
  readonly variables: Readonly<Record<string, string>>
  /** Words in front of the command. */
  readonly prefix: ReadonlyArray<string>
  /** A program that was not led, for people. */
  readonly missed: () => string | undefined
  /** Why something of the program is not held back, where it could be elsewhere. It follows "The command". */
  readonly loose: string | undefined
}

/** The scope ends it. */
export const intercept = Effect.fnUntraced(function* (
  options: InterceptOptions
): Effect.fn.Return<Intercepted, NotIntercepted | StageLost, Scope.Scope> {
  const { way, command, cwd, environment, tell, stage } = options
  const given: NamespaceOptions = {
    folder: yield* privateFolder,
    front: yield* frontOf(options),
    outside: yield* read(options.outside),
    ports: [Number(new URL(stage.url).port)].filter(isPort),
    ...{ environment, tell }
  }
  const unloaded = whyNotLoaded(command, cwd)
  const alone =
    unloaded === undefined
      ? preloaded(given, false)
      : new NotIntercepted({ message: `cannot be led by a file that Node loads first: ${unloaded}` })
  const ways: Readonly<Record<Exclude<Way, "auto"> | "both", Effect.Effect<Led, NotIntercepted, Scope.Scope>>> = {
    preload: alone,
    namespace: Namespace.enter({ ...given, isForJava: true }),
    both: bothWays(given),
    resolver: Effect.map(Resolver.build(given), ({ variables, isLoaded }) => ({
      variables,
      missed: () => (isLoaded() ? undefined : STATIC)
    })),
    proxy: proxied(given)
  }
  const by = (way: keyof typeof ways) =>
    Effect.map(ways[way], (led) => ({ way, prefix: [], missed: () => undefined, loose: undefined, ...led }))
  if (way !== "auto") return yield* by(way)
  if (runsOnNode(command, cwd, environment))
    return yield* Effect.catch(by("both"), (first) =>
      by("preload").pipe(
        Effect.map((led) => ({ ...led, loose: first.message })),
        Effect.mapError((second) => new NotIntercepted({ message: `${second.message}; and it ${first.message}` }))
      )
    )
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

type Led = Pick<Intercepted, "variables"> & Partial<Pick<Intercepted, "prefix" | "missed" | "loose">>

const preloaded = (given: NamespaceOptions, isHeld: boolean) =>
  Effect.map(
    preload({ ...given, isHeld }),
    ({ option, isLoaded }): Led => ({
      variables: { NODE_OPTIONS: `${given.environment["NODE_OPTIONS"] ?? ""} ${option}`.trim() },
      missed: () => (isLoaded() ? undefined : NOT_LOADED)
    })
  )

/** Node loads the file; all that it starts, and what does not load the file, is in the namespace. */
const bothWays = Effect.fnUntraced(function* (
  given: NamespaceOptions
): Effect.fn.Return<Led, NotIntercepted, Scope.Scope> {
  const outside = [...given.outside, ...REGISTRIES.map((host) => ({ host, port: 443 }))]
  const { prefix, variables } = yield* Namespace.enter({ ...given, outside, isForJava: false })
  const { variables: own } = yield* preloaded(given, true)
  return { prefix, variables: { ...variables, ...own } }
})

/** Package managers start the program, and may fetch it. The program itself is refused by the file that it loads. */
const REGISTRIES = ["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com"]

/** The resolver leads what ignores a proxy, where it can be had. */
const proxied = Effect.fnUntraced(function* (
  given: NamespaceOptions
): Effect.fn.Return<Led, NotIntercepted, Scope.Scope> {
  const resolved = yield* Effect.result(Resolver.build(given))
  if (Result.isSuccess(resolved)) {
    const { variables: trusted, secure } = resolved.success
    return { variables: yield* OpenProxy.open({ ...given, secure, trusted }) }
  }
  const { port: secure, authority } = yield* SecureFront.open(given.front)
  const trusted = yield* trust({ ...given, authority, isForJava: true })
  return { variables: yield* OpenProxy.open({ ...given, secure, trusted }), loose: resolved.failure.message }
})

const read = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const outside: Array<Outside> = []
  for (const text of texts) {
    const named = outsideOf(text)
    if (named === undefined)
      return yield* new NotIntercepted({ message: `cannot be led: the port of "${text}" is not between 1 and 65535` })
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

/** Leads this process until the scope closes: a bot that a test imports. */
export const interceptHere = Effect.fnUntraced(function* (
  options: Fronted & Pick<Leading, "environment">
): Effect.fn.Return<void, NotIntercepted | StageLost, Scope.Scope> {
  const { tell, environment = {} } = options
  const outside = yield* read(options.outside)
  const port = yield* frontOf(options)
  // For its child processes and threads.
  const { option } = yield* preload({ folder: yield* privateFolder, front: port, outside, isHeld: false })
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      leadAway({ port, outside: outside.map(({ host }) => host), tell, option, environment, tellsOthers: true })
    ),
    (end) => Effect.sync(end)
  )
})

/** The port of a front for this application. */
const frontOf = Effect.fnUntraced(function* ({ stage, http, applicationId }: Fronted) {
  const control = controlOf(http, stage)
  const opened = yield* Effect.acquireRelease(control("POST", `/applications/${applicationId}/fronts`), ({ body }) =>
    Effect.ignore(control("DELETE", `/fronts/${fieldsOf(body)["id"]}`))
  )
  const { id, port, message } = fieldsOf(opened.body)
  if (typeof port === "number") {
    // The program may be silent for longer than a server waits.
    const keep = Effect.ignore(control("PUT", `/fronts/${id}`))
    yield* Effect.forkScoped(Effect.repeat(keep, Schedule.spaced("1 minute")))
    return port
  }
  return yield* new NotIntercepted({
    message: `cannot be led to the server: ${message ?? `it answered ${opened.status}`}`
  })
})
