/**
 * Leads a program under test to the server under the platform's names: docs/interception.md. Programs for Node get a preload.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Data, Effect, type Scope } from "effect"
import { PROGRAM } from "./InterceptProgram.generated.ts"
import { type Leading, leadAway } from "./LeadAway.ts"

export interface InterceptOptions {
  readonly stage: Stage
  readonly http: StageHttp
  /** For which the program's token stands. */
  readonly applicationId: string
  /** Hosts that are let through. */
  readonly outside: ReadonlyArray<string>
  /** `NODE_OPTIONS` of the program so far. */
  readonly nodeOptions: string | undefined
}

/** The program cannot be led here: a reason, for people. */
export class NotIntercepted extends Data.TaggedError("NotIntercepted")<{ readonly message: string }> {}

/** More variables for the program. The scope closes the front. */
export const intercept = Effect.fnUntraced(function* (
  options: InterceptOptions
): Effect.fn.Return<Readonly<Record<string, string>>, NotIntercepted | StageLost, Scope.Scope> {
  const option = yield* preload(yield* frontOf(options), options.outside)
  return { NODE_OPTIONS: `${options.nodeOptions ?? ""} ${option}`.trim() }
})

/** Writes the file that Node loads first; gives the option. The scope removes it. */
const preload = Effect.fnUntraced(function* (port: number, outside: ReadonlyArray<string>) {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "backlot-intercept-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const file = join(folder, "intercept.cjs")
  // A path with a blank is one word only in quotes.
  const option = `--require ${/\s/.test(file) ? JSON.stringify(file) : file}`
  const given = JSON.stringify({ port, outside, option })
  yield* Effect.promise(() => writeFile(file, `const BACKLOT = ${given};\n${PROGRAM}\n`))
  return option
})

/** Leads this process until the scope closes: a bot that a test imports. */
export const interceptHere = Effect.fnUntraced(function* (
  options: Omit<InterceptOptions, "nodeOptions"> & Pick<Leading, "tell" | "environment">
): Effect.fn.Return<void, NotIntercepted | StageLost, Scope.Scope> {
  const { outside, tell, environment = {} } = options
  const port = yield* frontOf(options)
  // For its child processes and threads.
  const option = yield* preload(port, outside)
  yield* Effect.acquireRelease(
    Effect.sync(() => leadAway({ port, outside, tell, option, environment })),
    (end) => Effect.sync(end)
  )
})

/** The port of a front for this application. */
const frontOf = Effect.fnUntraced(function* ({
  stage,
  http,
  applicationId
}: Pick<InterceptOptions, "stage" | "http" | "applicationId">) {
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
