/** Starts programs as the application of the harbour. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as EventStream from "@backlot/player/stage/EventStream"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import type { App } from "@backlot/scenario/Scenario"
import * as AppUnderTest from "@backlot/simulator/run/AppUnderTest"
import { Effect } from "effect"
import { openStage, temporaryFolder } from "./EmbeddedStages.ts"
import { harbour } from "./Harbour.ts"

export type Run = typeof App.Type

/** Starts a program with this text as the application of the harbour. */
export const begin = Effect.fnUntraced(function* (
  text: string,
  app: Omit<Run, "command"> = {},
  world: object = harbour,
  before = ""
) {
  const folder = yield* temporaryFolder
  writeFileSync(join(folder, "app.mjs"), text)
  const { stage } = yield* openStage({ world, clock: "frozen", storage: "memory", ids: "wall" })
  const http = yield* NodeHttp.make
  const events = yield* EventStream.open(http, stage)
  yield* events.ready
  const [application] = stage.applications
  if (application === undefined) return yield* Effect.die("no application")
  const command = `${before} ${JSON.stringify(process.execPath)} app.mjs`.trim()
  const starting = yield* AppUnderTest.start({
    stage,
    http,
    events,
    application,
    app: { command, ...app },
    file: join(folder, "a.scenario.yaml"),
    environment: { PATH: process.env["PATH"], BACKLOT_APP_LEFTOVER: "x" }
  })
  return { ...starting, stage, folder }
})
