/** The apps under test: functions of the test behind an endpoint, and programs. */
import { join } from "node:path"
import { interceptHere } from "@backlot/simulator/intercept/Intercept"
import * as AppProgram from "@backlot/simulator/run/AppUnderTest"
import { excerptOf } from "@backlot/simulator/run/ProgramOutput"
import { Effect, Scope } from "effect"
import type { AppHandle } from "./AppHandle.ts"
import * as InProcessApp from "./InProcessApp.ts"
import type { Opened } from "./Opened.ts"
import type { AppUnderTest } from "./Options.ts"

/** Starts them, and waits until they are ready. They end with the server. */
export const startApp = (opened: Opened, app: AppUnderTest, handle: AppHandle, environment: NodeJS.ProcessEnv) =>
  (typeof app === "function" ? serve(opened, app, handle) : run(opened, app, handle, environment)).pipe(
    Scope.provide(opened.scope)
  )

/** Leads this process to the server until that ends. */
export const leadHere = (
  { playing, scope, warn }: Opened,
  handle: AppHandle,
  environment: NodeJS.ProcessEnv,
  outside: ReadonlyArray<string> = []
) =>
  interceptHere({ ...playing, applicationId: handle.id, outside, environment, tell: warn }).pipe(
    Effect.mapError(({ message }) => ({ message: `This process ${message}` })),
    Scope.provide(scope)
  )

/** The endpoint is trusted at once, like one in the world file. */
const serve = Effect.fnUntraced(function* (
  { playing, witnesses }: Opened,
  answer: Extract<AppUnderTest, (...args: never) => unknown>,
  handle: AppHandle
) {
  const { url, trust, takeThrown } = yield* InProcessApp.start((interaction) => answer(interaction, handle))
  trust(handle.publicKey)
  witnesses.push(() => ({ thrown: takeThrown() }))
  const given = yield* playing.control("PATCH", `/applications/${handle.id}`, { interactions_endpoint_url: url })
  // The address is our own, and so is the server: only a bug refuses it.
  if (given.status !== 200) return yield* Effect.die(new Error(JSON.stringify(given.body)))
})

const LINES = 30

const run = Effect.fnUntraced(function* (
  { playing, witnesses, programs, logs }: Opened,
  app: Exclude<AppUnderTest, (...args: never) => unknown>,
  handle: AppHandle,
  environment: NodeJS.ProcessEnv
) {
  const { stage, http, events, watches } = playing
  if (events === undefined) return yield* Effect.die("a Backlot listens to events")
  // Paths are relative to the working directory of the test.
  const file = join(process.cwd(), "test")
  const application = {
    id: handle.id,
    name: handle.name,
    bot_token: handle.token,
    client_secret: handle.secret,
    public_key: handle.publicKey
  }
  const starting = yield* AppProgram.start({ app, file, environment, stage, http, events, watches, application })
  witnesses.push(() => ({ output: describeOutput(starting.report()) }))
  logs.push(() => logOf(starting.report()))
  programs.push(yield* starting.ready)
})

const logOf = ({ command, output, exit_code }: ReturnType<AppProgram.StartingApp["report"]>): string =>
  [`$ ${command}`, output, ...(exit_code === undefined ? [] : [`(ended with exit code ${exit_code})`]), ""].join("\n")

const describeOutput = ({
  command,
  output,
  exit_code
}: ReturnType<AppProgram.StartingApp["report"]>): ReadonlyArray<string> => {
  const lines = output.split("\n").filter((line) => line !== "")
  return [
    ...(lines.length === 0 ? [] : [`${command}:`, ...excerptOf(lines, LINES).map((line) => `  ${line}`)]),
    ...(exit_code === undefined ? [] : [`${command} ended with exit code ${exit_code}`])
  ]
}
