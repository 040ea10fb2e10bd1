/** The apps under test: functions of the test behind an endpoint, and programs of their own. */
import { join } from "node:path"
import * as AppProgram from "@backlot/simulator/run/AppUnderTest"
import { excerptOf } from "@backlot/simulator/run/OutputExcerpt"
import { Effect, Scope } from "effect"
import type { AppHandle } from "./AppHandle.ts"
import * as InProcessApp from "./InProcessApp.ts"
import type { Opened } from "./Opened.ts"
import type { AppUnderTest } from "./Options.ts"

/** Ready to be played against once this is over. It ends with the server. */
export const startApp = (opened: Opened, app: AppUnderTest, handle: AppHandle, environment: NodeJS.ProcessEnv) =>
  (typeof app === "function" ? serve(opened, app, handle) : run(opened, app, handle, environment)).pipe(
    Scope.provide(opened.scope)
  )

/** Trusted at once, as an address that stands in the world is. */
const serve = Effect.fnUntraced(function* (
  { playing, witnesses }: Opened,
  answer: Extract<AppUnderTest, (...args: never) => unknown>,
  handle: AppHandle
) {
  const { url, trust, takeThrown } = yield* InProcessApp.start((interaction) => answer(interaction, handle))
  trust(handle.publicKey)
  witnesses.push(() => ({ thrown: takeThrown() }))
  const given = yield* playing.control("PATCH", `/applications/${handle.id}`, { interactions_endpoint_url: url })
  // Its own address, on a server of its own: nothing but a bug refuses it.
  if (given.status !== 200) return yield* Effect.die(new Error(JSON.stringify(given.body)))
})

/** Ours: lines of its output that are told with a failure. */
const TOLD = 30

const run = Effect.fnUntraced(function* (
  { playing, witnesses, programs }: Opened,
  app: Exclude<AppUnderTest, (...args: never) => unknown>,
  handle: AppHandle,
  environment: NodeJS.ProcessEnv
) {
  const { stage, http, events, watches } = playing
  if (events === undefined) return yield* Effect.die("a Backlot listens to events")
  // What it is started by stands where the test runs.
  const file = join(process.cwd(), "test")
  const application = {
    id: handle.id,
    name: handle.name,
    bot_token: handle.token,
    client_secret: handle.secret,
    public_key: handle.publicKey
  }
  const starting = yield* AppProgram.start({ app, file, environment, stage, http, events, watches, application })
  witnesses.push(() => ({ output: told(starting.told()) }))
  programs.push(yield* starting.ready)
})

const told = ({ command, output, exit_code }: ReturnType<AppProgram.StartingApp["told"]>): ReadonlyArray<string> => {
  const lines = output.split("\n").filter((line) => line !== "")
  return [
    ...(lines.length === 0 ? [] : [`${command}:`, ...excerptOf(lines, TOLD).map((line) => `  ${line}`)]),
    ...(exit_code === undefined ? [] : [`${command} ended with exit code ${exit_code}`])
  ]
}
