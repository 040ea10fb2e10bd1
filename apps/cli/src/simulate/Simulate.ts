/** Chooses what `simulate` does: play scenarios once or on each change, load, random users, or record. */
import { existsSync } from "node:fs"
import type { Stages } from "@backlot/player/stage/Stage"
import { scenarioJsonSchema } from "@backlot/scenario/file/ScenarioJsonSchema"
import { Console, Effect, type Layer, Random } from "effect"
import { badUsage, exclusive, type Variables } from "../given/Given.ts"
import * as GivenStages from "../stage/GivenStages.ts"
import * as HostedStages from "../stage/HostedStages.ts"
import { intercepted } from "./Intercepted.ts"
import { type Given, givenBy, loadFiles } from "./Loading.ts"
import { type PlayOptions, playScenarios } from "./PlayScenarios.ts"
import { reportsOf } from "./Reports.ts"
import { scenarioPaths } from "./ScenarioPaths.ts"
import { isLoad, LOAD_ONLY, NOT_OF_LOAD, type SimulateFlags } from "./SimulateFlags.ts"

export const simulate = Effect.fnUntraced(function* (named: SimulateFlags, variables: Variables) {
  const flags = withFolder(named)
  if (flags.schema?.value === true) return yield* Console.log(JSON.stringify(scenarioJsonSchema(), null, 2))
  yield* fitTogether(flags)
  if (flags.record?.value === true) {
    const { playRecord } = yield* Effect.promise(() => import("./SimulateRecord.ts"))
    return yield* playRecord(flags)
  }
  const seed = flags.seed?.value ?? (yield* Random.nextIntBetween(1, 2 ** 31))
  if (flags.random?.value === true) {
    const { playRandom } = yield* Effect.promise(() => import("./SimulateRandom.ts"))
    return yield* Effect.provide(playRandom(flags, variables, seed), stagesFor(flags, seed))
  }
  const reports = yield* reportsOf(flags.report?.value ?? [], variables)
  // Shared by all plays: with --watch, unchanged files are not read again.
  const given = yield* givenBy(flags.set?.value ?? [], isLoad(flags) ? yield* loadVariables : {})
  const play = playFiles({ flags, variables, seed, reports }, given)
  if (flags.watch?.value !== true)
    return yield* Effect.provide(Effect.flatMap(scenarioPaths(flags.files), play), stagesFor(flags, seed))
  const { playAgain } = yield* Effect.promise(() => import("./SimulateWatch.ts"))
  return yield* Effect.provide(playAgain(flags, given.variables, play), stagesFor(flags, seed))
})

const stagesFor = ({ server, controlToken, parallel }: SimulateFlags, seed: number): Layer.Layer<Stages> =>
  server === undefined
    ? HostedStages.layer(parallel?.value ?? 1)
    : GivenStages.layer({ url: server.value, token: controlToken?.value }, { seed })

const loadVariables = Effect.map(
  Effect.promise(() => import("@backlot/simulator/load/LoadStep")),
  ({ LOAD_VARIABLES }) => LOAD_VARIABLES
)

/** Plays the files once. */
const playFiles = (options: PlayOptions, given: Given) =>
  Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
    const files = yield* loadFiles(paths, given, options.flags)
    const scenarios = files.flatMap(({ scenarios }) => scenarios).map((one) => intercepted(one, options.flags))
    if (!isLoad(options.flags)) return yield* playScenarios(scenarios, options)
    const { playLoads } = yield* Effect.promise(() => import("./SimulateLoad.ts"))
    return yield* playLoads(scenarios, options)
  })

/** Where `backlot init` writes scenarios. */
const FOLDER = "backlot"

/** Without a file, those of the folder are meant. */
const withFolder = (flags: SimulateFlags): SimulateFlags => {
  const playsFiles = flags.random?.value !== true && flags.record?.value !== true
  return playsFiles && flags.files.length === 0 && existsSync(FOLDER) ? { ...flags, files: [FOLDER] } : flags
}

/** Fails with a usage error for flags that contradict each other. */
const fitTogether = Effect.fnUntraced(function* (flags: SimulateFlags) {
  const { files, server, parallel, storage, controlToken } = flags
  const alone = (["random", "record"] as const).find((name) => flags[name]?.value === true)
  if (alone !== undefined && files.length > 0) {
    return yield* badUsage(`--${alone} plays no files: leave ${files.length === 1 ? "it" : "them"} out`)
  }
  if (alone === undefined && files.length === 0) {
    return yield* badUsage(
      "name scenario files or folders to play, because there is no folder backlot; --random, --record and --schema do without"
    )
  }
  const idleHere = (["intercept", "outside"] as const).find((name) => flags[name]?.by === "flag")
  if (alone !== undefined && idleHere !== undefined) {
    return yield* badUsage(`--${idleHere} is about programs, and --${alone} starts none: leave it out`)
  }
  const given = (name: (typeof LOAD_ONLY | typeof NOT_OF_LOAD)[number]) => flags[name]?.by === "flag"
  const idle = isLoad(flags) ? undefined : LOAD_ONLY.find(given)
  if (idle !== undefined) {
    return yield* badUsage(
      `--${idle} needs a load: add --load, which plays the load of the files, or --users, --rate, --duration or --stages`
    )
  }
  const unfit = isLoad(flags) ? NOT_OF_LOAD.find(given) : undefined
  if (unfit !== undefined) {
    return yield* badUsage(`--${unfit} does not fit a load: leave it out, or play the scenarios once, without load`)
  }
  if (server?.by === "flag") {
    if ((parallel?.value ?? 1) > 1) return yield* exclusive("flag", "server", "parallel")
    if (storage?.by === "flag") return yield* exclusive("flag", "server", "storage")
    if (flags.random?.value === true) return yield* exclusive("flag", "server", "random")
  } else if (server === undefined && controlToken?.by === "flag" && alone !== "record") {
    return yield* badUsage("--control-token needs --server")
  }
})
