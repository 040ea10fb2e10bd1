/** A scenario: a world, programs under test, and steps that users play. Source: product.md "Scenario files". */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { INTERCEPT_WAYS } from "../InterceptWays.ts"
import { Step } from "../step/Step.ts"
import type { WrittenStep } from "../step/Written.ts"
import { Name, optional, Text } from "../Vocabulary.ts"
import { LoadPlan } from "./LoadPlan.ts"

const Ready = Schema.Struct({
  log: optional(Text, "A /pattern/ or a text in its output."),
  url: optional(Text, "An address that answers, with any status."),
  gateway: optional(Schema.Boolean, "Its application has a gateway session."),
  commands: optional(Schema.Finite, "Its application has at least this many commands."),
  within: optional(Duration, "Default: 30s.")
}).annotate({ identifier: "Ready" })

const READY =
  "Default: its application has a gateway session or an answering interactions endpoint, and its output is quiet."

const APP_CLOCK =
  "service: Date, timers and performance.now of a Node program follow the service clock; of other languages the date does, by libfaketime. Default: its own clock."

const INTERCEPT =
  "Lead what the program sends to the platform to this server, with its own token and unchanged, and let nothing else leave the machine. true is auto: a preload for Node, a namespace for others. Default: false; `simulate --intercept` sets it."

/** A program under test: started for the run with BACKLOT_APP_… in its environment, and stopped afterwards. */
export const App = Schema.Struct({
  command: Text.annotate({ description: "Run by the shell, in the folder of the scenario file." }),
  application: optional(Name, "The application whose credentials it gets. Default: the scenario's application."),
  cwd: optional(Text, "Relative to the scenario file. Default: its folder."),
  env: optional(Schema.Record(Schema.String, Text), "More environment variables."),
  clock: optional(Schema.Literal("service"), APP_CLOCK),
  intercept: optional(Schema.Union([Schema.Boolean, Schema.Literals(INTERCEPT_WAYS)]), INTERCEPT),
  outside: optional(
    Schema.Array(Text),
    "With intercept: hosts that the program may reach, such as a database, as HOST or HOST:PORT. Default: none."
  ),
  ready: optional(Ready, READY)
}).annotate({ identifier: "App" })

const World = Schema.Union([Text, Schema.Record(Schema.String, Schema.Unknown)])
const Examples = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))

/** Misdeeds of apps that fail a scenario though its steps hold. */
export const ALLOWED = ["refused_calls", "exit", "not_implemented"] as const

const ALLOW =
  "refused_calls (a call of it was answered with 4xx, but for 429), exit (it ended with another code than 0), " +
  "not_implemented (it called what Backlot lacks)."

const CLOCK =
  "frozen: only `advance` and `clock` move the time. real: it passes. Default: frozen; real when the scenario runs as load."
const IDS =
  "The time that ids carry. clock: that of the service clock. wall: the computer's. Default: clock with a frozen clock, else wall."
const LIMITS =
  "Rate limits. enforce: they refuse requests. observe: they only count. off: neither. Default: observe with a frozen clock or as load, else enforce."
const STORAGE = "memory, or file: a data file for this run. Default: memory. `server: kill` and `restart` need file."
const SEED =
  "A whole number that makes tokens, keys and secrets the same each time. Default: that of the run (`simulate --seed`)."

const Seed = Schema.Number.check(
  Schema.makeFilter((seed) => Number.isSafeInteger(seed) && seed >= 0, {
    message: "a seed is a whole number from 0 on"
  })
)

export const Scenario = Schema.Struct({
  $schema: optional(Schema.String, "The address of the JSON Schema of scenarios, for editors."),
  name: Text.annotate({ description: "For reports. With examples it may use the columns: adopt a ${animal}." }),
  description: optional(Text, "For readers of the file."),
  tags: optional(Schema.Array(Schema.String), "Selected by `simulate --tags`."),
  only: optional(Schema.Literal(true), "Scenarios of the run without `only` are skipped."),
  world: optional(World, "A world file relative to this file, or a world. Default: the demo world."),
  application: optional(Name, "The application that `app` runs and that calls use. Default: the first of the world."),
  app: optional(App, "The program under test: started for the run and stopped afterwards. Default: it already runs."),
  apps: optional(Schema.Array(App), "Instead of `app`, for several programs."),
  clock: optional(Schema.Literals(["real", "frozen"]), CLOCK),
  ids: optional(Schema.Literals(["wall", "clock"]), IDS),
  limits: optional(Schema.Literals(["enforce", "observe", "off"]), LIMITS),
  storage: optional(Schema.Literals(["memory", "file"]), STORAGE),
  seed: optional(Seed, SEED),
  variables: optional(Schema.Record(Schema.String, Schema.Unknown), "Used as ${name}."),
  examples: optional(Examples, "A table: the scenario runs once for each row. Columns are variables."),
  fragments: optional(Schema.Record(Schema.String, Schema.Array(Step)), "Steps that `run` plays by name."),
  import: optional(Schema.Array(Text), "Files whose fragments can be run, too."),
  allow: optional(Schema.Array(Schema.Literals(ALLOWED)), `What an app may do without failing the scenario: ${ALLOW}`),
  answers_within: optional(Duration, "The longest real time to an app's first answer. Default: 3s."),
  timeout: optional(Duration, "Real time for the whole scenario. Default: 60s."),
  steps: Schema.Array(Step).annotate({ description: "Played one after the other; the first failure ends the play." }),
  load: optional(LoadPlan, "How the steps are played as load.")
}).annotate({ identifier: "Scenario" })
export type Scenario = typeof Scenario.Type

/** A scenario in TypeScript; each one is a `Scenario`. */
export type WrittenScenario = Omit<Scenario, "steps" | "fragments"> & {
  readonly steps: ReadonlyArray<WrittenStep>
  readonly fragments?: Readonly<Record<string, ReadonlyArray<WrittenStep>>>
}

/** For TypeScript files: `export default scenario({ … })` completes and checks what is written. */
export const scenario = (written: WrittenScenario): WrittenScenario => written
