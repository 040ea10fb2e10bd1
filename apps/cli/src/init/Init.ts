/** Looks at the project, explores its bot, writes what was found and plays it. Source: docs/init.md. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { AppFailed } from "@backlot/simulator/run/AppUnderTest"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { parse } from "yaml"
import { badUsage, type Variables } from "../given/Given.ts"
import { version } from "../process/Built.ts"
import { Ended, Unusable } from "../process/Ended.ts"
import { withBacklot } from "../process/OnPath.ts"
import { simulateCommand } from "../simulate/SimulateCommand.ts"
import * as HostedStages from "../stage/HostedStages.ts"
import { type Ci, ciFiles, ciOf, ciThere } from "./CiFile.ts"
import { type Explored, explore } from "./Explore.ts"
import { SCENARIO_FILE, SCHEMAS, scenarioText, WORLD_FILE, worldText } from "./FirstFiles.ts"
import { environmentFor, firstWorld, placeIn } from "./FirstWorld.ts"
import type { InitFlags } from "./InitFlags.ts"
import { type Project, projectIn } from "./Project.ts"
import { type ProjectFiles, projectFiles } from "./ProjectFiles.ts"
import { settingsIn } from "./Settings.ts"

/** Path and text of a file. */
type Written = readonly [path: string, text: string]

export const init = Effect.fnUntraced(function* (flags: InitFlags, variables: Variables) {
  const files = projectFiles(process.cwd())
  const found = projectIn(files)
  const project: Project = { ...found, command: flags.command?.value ?? found.command }
  const stays = (path: string) => flags.force?.value !== true && files.has(path)
  const isNew = flags.dryRun?.value === true || !stays(SCENARIO_FILE)
  if (isNew) {
    yield* written(yield* made(project, files, { ci: flags.ci?.value, stays, variables }), files, flags)
  } else {
    yield* Console.log(`left ${SCENARIO_FILE}, which is there; \`backlot init --force\` writes it anew`)
    const ci = flags.ci?.value ?? "none"
    if (ci !== "none") yield* written(ciFiles(ci, project, files, version), files, flags)
  }
  if (flags.dryRun?.value === true) return
  yield* Command.runWith(simulateCommand(variables), { version })([SCENARIO_FILE]).pipe(
    // Like that of `simulate`, but that a bot which does not start is 1.
    Effect.catchTag("Ended", ({ code }) => new Ended({ code: code === 3 ? 1 : code }))
  )
  yield* Console.log(nextText(ciThere(files)))
})

/** The last line commits what was written, or says how CI gets its file. */
const nextText = ({ paths, include }: ReturnType<typeof ciThere>): string =>
  [
    NEXT,
    ...(include === undefined
      ? []
      : [`  # .gitlab-ci.yml stays as it is. Add to it, for the job of backlot/gitlab-ci.yml:\n${include}`]),
    paths.length === 0
      ? "  npx backlot init --ci github            # write the file for CI, or --ci gitlab: no host is known here"
      : `  git add backlot ${paths.join(" ")} && git commit -m "play scenarios in CI"`
  ].join("\n")

const NEXT = `
Next:
  npx backlot simulate                    # play every scenario of the folder backlot
  npx backlot simulate --watch            # again at each change
  npx backlot simulate --record           # write more of them by playing`

const foundText = ({ library, language }: Project, command: string): string =>
  `${library === undefined ? "a program" : `a bot on ${library}`} (${language === "other" ? "language unknown" : language}), started by: ${command}`

interface Making {
  readonly ci: Ci | undefined
  readonly stays: (path: string) => boolean
  readonly variables: Variables
}

/** All files, also those that will stay. */
const made = Effect.fnUntraced(function* (project: Project, files: ProjectFiles, { ci, stays, variables }: Making) {
  const { command } = project
  if (command === undefined) return yield* badUsage(NO_COMMAND)
  yield* Console.log(`Found ${foundText(project, command)}`)
  const settings = settingsIn(files)
  const world: unknown = stays(WORLD_FILE) ? yield* worldThere(files) : firstWorld(settings)
  const place = placeIn(world)
  if (place === undefined) return yield* new Unusable({ message: NO_PLACE })
  const env = environmentFor(settings, place)
  const app = { command, cwd: "..", ...(Object.keys(env).length === 0 ? {} : { env }), intercept: true }
  const explored = yield* explore({
    ...{ world, place, app, words: wordsIn(files) },
    ...{ file: join(files.folder, SCENARIO_FILE), environment: withBacklot(variables) }
  }).pipe(
    Effect.provide(HostedStages.layer(1)),
    Effect.catchTags({
      AppFailed: notStarted,
      StageFailed: ({ message }) => new Unusable({ message }),
      StageLost: ({ message }) => new Unusable({ message })
    })
  )
  yield* Console.log(exploredText(explored))
  const hasSchema = files.has(`${SCHEMAS}/scenario.json`)
  const kind = ci ?? ciOf(files)
  const all: ReadonlyArray<Written> = [
    [WORLD_FILE, worldText(world, hasSchema)],
    [SCENARIO_FILE, scenarioText(app, place, explored, hasSchema)],
    ...(kind === "none" ? [] : ciFiles(kind, project, files, version))
  ]
  return all
})

const NO_COMMAND =
  "found nothing that starts a bot: no start script or main file of Node, Python, Go, Rust, Gradle or Maven. Go to the folder of the bot, or say what starts it: backlot init --command 'node bot.js'"
const NO_PLACE = `${WORLD_FILE} has no application, guild, user or text channel to begin with; --force writes it anew`

const worldThere = (files: ProjectFiles) =>
  Effect.try({
    try: () => parse(files.text(WORLD_FILE)) as unknown,
    catch: (cause) =>
      new Unusable({ message: `${WORLD_FILE} cannot be read: ${String(cause)}; --force writes it anew` })
  })

const notStarted = Effect.fnUntraced(function* ({ message }: AppFailed) {
  yield* Console.error(`${message}\n${WHAT_TO_DO}`)
  return yield* new Ended({ code: 1 })
})

const WHAT_TO_DO =
  "Nothing was written. Start the bot by itself first (does it need a database, a build, a variable?), or give another command: backlot init --command 'node bot.js'"

const exploredText = ({ commands, answered, silent, allow, misdeeds }: Explored): string =>
  [
    commands.length === 0 ? "It registered no commands" : `It registered ${commands.join(", ")}`,
    ...silent.map(([typed, why]) => `  ${typed} was tried and not answered: ${why}`),
    ...(answered === undefined ? ["Nothing that was tried was answered: the scenario only shows that it logs in"] : []),
    ...allow.map(
      (kind) => `The scenario allows ${kind}, which the bot did; without the line \`allow\` it fails for it:`
    ),
    ...(allow.length === 0 ? [] : misdeeds.map((line) => `  ${line}`))
  ].join("\n")

/** What the sources compare messages with comes first. */
const wordsIn = (files: ProjectFiles): ReadonlyArray<string> => {
  const written = files.sources().flatMap(({ text }) => [...text.matchAll(WORD)].map(([, word = ""]) => word))
  return [...new Set([...written, "!ping", "!help", "hello"])]
}

const WORD = /["'`]([!?.$%&>+-][a-z]{2,20})["'`]/g

const written = Effect.fnUntraced(function* (all: ReadonlyArray<Written>, files: ProjectFiles, flags: InitFlags) {
  for (const [path, text] of all) {
    if (flags.dryRun?.value === true) yield* Console.log(`\n# ${path}\n${text}`)
    else if (flags.force?.value !== true && files.has(path)) yield* Console.log(`left ${path}, which is there`)
    else {
      yield* Effect.try({
        try: () => {
          mkdirSync(dirname(join(files.folder, path)), { recursive: true })
          writeFileSync(join(files.folder, path), text)
        },
        catch: (cause) => new Unusable({ message: `${path} cannot be written: ${String(cause)}` })
      })
      yield* Console.log(`wrote ${path}`)
    }
  }
})
