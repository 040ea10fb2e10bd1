/** Tools that judge files: command definitions and scenarios; and the app under test. */
import * as DocumentText from "@backlot/document/DocumentText"
import { definitionsIn } from "@backlot/domain/command/CommandDefinitions"
import type { ScenarioFileBroken } from "@backlot/scenario/file/LoadedScenario"
import * as ScenarioFile from "@backlot/scenario/file/ScenarioFile"
import { optional, Text } from "@backlot/scenario/Vocabulary"
import { textReport } from "@backlot/simulator/report/TextReport"
import * as Runner from "@backlot/simulator/run/Runner"
import type { RunResult, ScenarioResult } from "@backlot/simulator/run/RunResult"
import { Effect, Random, Result, Schema } from "effect"

import { judgeSources, type Remark } from "../check/CheckJudgement.ts"
import { isModule } from "../check/CheckModule.ts"
import { KIND, readSource, unreadableText } from "../check/CheckRun.ts"
import { laterText, remarksText, summaryText } from "../check/CheckText.ts"
import { shownPath } from "../given/ShownPath.ts"
import { withBacklot } from "../process/OnPath.ts"
import { grepOf, noneChosen } from "../simulate/Choosing.ts"
import { intercepted } from "../simulate/Intercepted.ts"
import { linesOf } from "../simulate/Loading.ts"
import { frameOf } from "../simulate/Reports.ts"
import { scenarioPaths } from "../simulate/ScenarioPaths.ts"
import * as HostedStages from "../stage/HostedStages.ts"
import { type Machine, type Told, type ToolFailure, tool } from "./McpTool.ts"
import type { AppUnderTest, Place } from "./Place.ts"
import { ToolRefused } from "./ToolRefused.ts"

const Wire = Schema.Record(Schema.String, Schema.Unknown)

export const RUN_TOOLS = [
  tool({
    name: "check_commands",
    title: "Check command definitions",
    does: "Judge command definitions by the service's own rules, without registering them: names, options, choices, limits, localizations. Give them as a value, or a JSON or YAML file.",
    input: {
      definitions: optional(
        Schema.Union([Wire, Schema.Array(Wire)]),
        "A command, a list of commands or { commands: [...] }, as an app registers them."
      ),
      file: optional(Text, "A JSON or YAML file of them, relative to the working directory."),
      guild: optional(Schema.Boolean, "True for commands of a guild. Default: global commands.")
    },
    output: {
      commands: Schema.Int.annotate({ description: "How many were judged." }),
      errors: Schema.Array(Wire).annotate({ description: "With line, column, path, code and message." }),
      warnings: Schema.Array(Wire)
    },
    reads: true,
    run: Effect.fnUntraced(function* ({ definitions, file, guild = false }) {
      if ((definitions === undefined) === (file === undefined)) {
        return yield* new ToolRefused({ message: "definitions: give either definitions or file" })
      }
      const source = file === undefined ? written(definitions) : yield* readFrom(file)
      const application = { integration_types: [0, 1], embedded: false, discoverable: false } as const
      const scope = guild ? "guild" : "global"
      const judgement = judgeSources([source], { context: { scope, application }, strict: true })
      const { faults, warnings, commands } = judgement
      const lines = [
        ...remarksText(faults, false),
        ...remarksText(warnings, false),
        ...laterText(judgement, false),
        summaryText(judgement)
      ]
      return { text: lines.join("\n"), value: { commands, errors: faults.map(remark), warnings: warnings.map(remark) } }
    })
  }),
  tool({
    name: "play_scenario",
    title: "Play scenario files",
    does: "Play scenario files as `backlot simulate` does, each on a server of its own, which starts and stops the app that the file names. Returns the report: which step failed, what was expected, what came, and the output of the app. The server of the other tools is not touched.",
    input: {
      files: Schema.Array(Text).annotate({
        description: "Scenario files, or folders of *.scenario.yaml files, relative to the working directory."
      }),
      grep: optional(Text, "Only scenarios whose name or path contains this text."),
      intercept: optional(
        Schema.Boolean,
        "Lead the app here instead of to the platform, unchanged and with its own token."
      )
    },
    output: {
      verdict: Schema.Literals(["passed", "failed", "unusable", "interrupted"]),
      scenarios: Schema.Array(Wire).annotate({ description: "With name, file, status and failure." })
    },
    // Scenario files name the commands that start apps.
    destroys: true,
    run: (given, place) => playFiles(given, place)
  })
]

/** Only where an app was named behind `--`. */
export const APP_TOOL = tool({
  name: "app",
  title: "The app under test",
  does: "Read the output of the app under test, or restart it after you changed its code. Its newest lines tell why it fails.",
  input: {
    restart: optional(Schema.Boolean, "True stops it, starts it again and waits until it is ready."),
    lines: optional(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
      "How many of its newest lines of output, 1 to 200. Default: 40."
    )
  },
  output: {
    command: Schema.String,
    state: Schema.Literals(["starting", "running", "ended", "not started"]),
    exit_code: optional(Schema.Int, "If it has ended."),
    output: Schema.Array(Schema.String).annotate({ description: "The newest lines of stdout and stderr." })
  },
  run: Effect.fnUntraced(function* ({ restart = false, lines = 40 }, { app }) {
    if (app === undefined) return yield* new ToolRefused({ message: NO_APP })
    if (restart) yield* app.restart
    return toldOf(app, lines)
  })
})

const NO_APP = "no app was started here; start `backlot mcp -- CMD` with its command"

const toldOf = (app: AppUnderTest, most: number): Told => {
  const { state, exit_code, lines } = app.state()
  const output = lines.slice(-most)
  const head = `${app.command}: ${state}${exit_code === undefined ? "" : ` with exit code ${exit_code}`}`
  const value = { command: app.command, state, ...(exit_code === undefined ? {} : { exit_code }), output }
  return { text: [head, ...(output.length === 0 ? ["It wrote nothing."] : output)].join("\n"), value }
}

const remark = ({ line, column, path, code, message }: Remark) => ({ line, column, path, code, message })

/** Given as a value: its places are those in its JSON. */
const written = (definitions: unknown) => {
  const text = JSON.stringify(definitions, null, 2)
  const parsed = DocumentText.parse(text, { ...KIND, format: "json" })
  const locate = Result.isSuccess(parsed) ? parsed.success.locate : () => ({ line: 1, column: 1 })
  return { file: "definitions", text, locate, ...definitionsIn(definitions) }
}

const readFrom = Effect.fnUntraced(function* (file: string) {
  if (isModule(file)) {
    const message = `file: ${file} is a module, which is run: use \`backlot check ${file}\` in a shell`
    return yield* new ToolRefused({ message })
  }
  return yield* Effect.mapError(
    readSource(file),
    (failure) => new ToolRefused({ message: `file: ${unreadableText(failure, false)}` })
  )
})

interface Chosen {
  readonly files: ReadonlyArray<string>
  readonly grep?: string
  readonly intercept?: boolean
}

const playFiles = Effect.fnUntraced(function* (
  { files, grep, intercept }: Chosen,
  { variables }: Place
): Effect.fn.Return<Told, ToolFailure, Machine | Effect.Services<ReturnType<typeof HostedStages.layer>>> {
  if (files.length === 0) return yield* new ToolRefused({ message: "files: name at least one file or folder" })
  const paths = yield* scenarioPaths(files)
  const [loaded, broken] = yield* Effect.partition(paths, (path) => ScenarioFile.load(path, { variables: {} }))
  if (broken.length > 0) return yield* new ToolRefused({ message: faultsOf(broken) })
  const way = intercept === undefined ? undefined : ({ value: intercept ? "auto" : false, by: "flag" } as const)
  const scenarios = loaded
    .flatMap(({ scenarios }) => scenarios)
    .map((one) => intercepted(one, { intercept: way, outside: undefined }))
  const run = yield* Runner.make(scenarios, {
    ...{ parallel: 1, bail: false, retries: 0, listen: () => {}, grep: yield* grepOf(grep) },
    ...{ seed: yield* Random.nextIntBetween(1, 2 ** 31), shown: shownPath, environment: withBacklot(variables) }
  })
  if (run.chosen === 0) return yield* noneChosen(scenarios.length)
  yield* Effect.provide(run.play, HostedStages.layer(1))
  return toldOfRun(run.result(), run.verdict())
}, Effect.scoped)

const faultsOf = (broken: ReadonlyArray<ScenarioFileBroken>): string =>
  broken.flatMap(({ faults }) => linesOf(faults)).join("\n")

const toldOfRun = (result: RunResult, verdict: string): Told => ({
  text: textReport(result, { root: process.cwd(), frame: frameOf }).trimEnd(),
  value: { verdict, scenarios: result.scenarios.filter(({ status }) => status !== "skipped").map(scenario) }
})

const scenario = ({ name, file, status, attempts }: ScenarioResult) => {
  const last = attempts.at(-1)
  const step = last?.steps.find(({ failure }) => failure !== undefined)
  const failure = step?.failure === undefined ? last?.failure : `${step.title}: ${step.failure.message}`
  const place = step === undefined ? undefined : `${shownPath(step.place.file)}:${step.place.line}`
  return { name, file: shownPath(file), status, ...(failure && { failure }), ...(place && { place }) }
}
