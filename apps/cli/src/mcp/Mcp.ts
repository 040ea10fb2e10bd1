/** Serves the control plane to coding agents over stdio. Source: docs/agents.md. */

import type { InterceptWay } from "@backlot/scenario/InterceptWays"
import { contactOf } from "@backlot/server/Embed"
import { start } from "@backlot/server/Server"
import { Console, Effect, Layer } from "effect"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import { askControl, baseOf, type ControlServer } from "../control/ControlAsk.ts"
import { badUsage, type Given, type Variables } from "../given/Given.ts"
import { version } from "../process/Built.ts"
import { read } from "../prompt/PromptServer.ts"
import type { ServeFlags } from "../serve/ServeFlags.ts"
import { serveOptions } from "../serve/ServeOptions.ts"
import { DEFAULT_SERVER } from "../world/WorldPlace.ts"
import { ACT_TOOLS } from "./ActTools.ts"
import { registerPrompts } from "./Guides.ts"
import { register } from "./McpTool.ts"
import { notes, type Place } from "./Place.ts"
import * as ProtocolStdio from "./ProtocolStdio.ts"
import { registerResources } from "./Resources.ts"
import { APP_TOOL, RUN_TOOLS } from "./RunTools.ts"
import { openApp } from "./TestedApp.ts"
import { WORLD_TOOLS } from "./WorldTools.ts"

export interface McpOptions {
  /** The app under test; empty without one. */
  readonly command: ReadonlyArray<string>
  readonly server: Given<string> | undefined
  /** As they were given. */
  readonly given: ServeFlags
  /** The same with the defaults of a server of our own. */
  readonly flags: ServeFlags
  readonly way: InterceptWay | false
  readonly outside: ReadonlyArray<string>
  readonly variables: Variables
}

/** Runs until the agent closes stdin. */
export const mcp = Effect.fnUntraced(function* (options: McpOptions) {
  // First, so that nothing else reaches stdout.
  const stdio = yield* ProtocolStdio.make
  const place = yield* placeOf(options)
  yield* Console.error(`backlot mcp: serves ${place.server.url}`)
  const tools = [...ACT_TOOLS, ...WORLD_TOOLS, ...RUN_TOOLS, ...(place.app === undefined ? [] : [APP_TOOL])]
  const registrations = Layer.effectDiscard(
    Effect.all([register(tools, place), registerResources(place), registerPrompts], { discard: true })
  )
  const served = McpServer.layerStdio({
    ...{ name: "backlot", version, instructions: INSTRUCTIONS, protocols: PROTOCOLS, registrations }
  })
  yield* Effect.raceFirst(Layer.launch(Layer.provide(served, stdio.layer)), stdio.ended)
}, Effect.scoped)

/** The newest first: it is offered to a client that asks for one that nobody knows. */
const PROTOCOLS = [
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

const INSTRUCTIONS =
  "Backlot is a Discord-like service on this machine for tests of bots and apps. These tools play its users: call `overview` first, then `use_command`, `press` and so on as a user, and look at what the app answers. A refusal says why; `explain` shows the permission decision, `trace` what an app was sent and answered, `app` the output of the app under test. Advance the clock instead of waiting. Write what should hold as a scenario file and play it by `play_scenario`; the resources have the language and the documentation."

const placeOf = Effect.fnUntraced(function* (options: McpOptions) {
  const { command, server, given, variables, way, outside } = options
  const own = [
    ...(command.length > 0 ? ["a command"] : []),
    ...Object.entries(given).flatMap(([name, one]) => (isFlag(one) && name !== "controlToken" ? [flagName(name)] : []))
  ]
  const [first] = own
  if (way !== false && command.length === 0) return yield* badUsage("--intercept needs the command of an app, after --")
  if (server?.by === "flag" && first !== undefined) {
    return yield* badUsage(`${first} is for a server of its own; leave --server out, or ${first}`)
  }
  const base = { variables, transcript: notes() }
  const token = given.controlToken?.value
  if (server !== undefined && first === undefined) {
    const asked: ControlServer = { url: baseOf(server.value), token }
    yield* read(asked, "/clock")
    return { ...base, server: asked, app: undefined } satisfies Place
  }
  const usual: ControlServer = { url: DEFAULT_SERVER, token }
  if (first === undefined && (yield* answers(usual))) return { ...base, server: usual, app: undefined } satisfies Place
  const stage = contactOf(yield* start(yield* serveOptions(options.flags)))
  const app = command.length === 0 ? undefined : yield* openApp({ words: command, stage, way, outside, variables })
  return { ...base, server: { url: stage.url, token: stage.control_token }, app } satisfies Place
})

const isFlag = (one: unknown): boolean => typeof one === "object" && one !== null && "by" in one && one.by === "flag"

const flagName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Whether a server is there that takes our token. */
const answers = (server: ControlServer) =>
  Effect.match(askControl(server, "GET", "/health"), {
    onFailure: () => false,
    onSuccess: ({ status }) => status === 200
  })
