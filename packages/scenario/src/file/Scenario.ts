/** A scenario: a world, programs under test, and steps that users play. Source: product.md "Scenario files". */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { Step } from "../step/Step.ts"
import type { WrittenStep } from "../step/Written.ts"
import { Name, optional, Text } from "../Vocabulary.ts"
import { LoadPlan } from "./LoadPlan.ts"

/** When a program under test is ready. */
const Ready = Schema.Struct({
  log: optional(Text, "A /pattern/ or a text that its output has."),
  url: optional(Text, "An address that answers, whatever it answers."),
  gateway: optional(Schema.Boolean, "Its application has a gateway session."),
  commands: optional(Schema.Finite, "Its application has at least so many commands."),
  within: optional(Duration, "Default: 30s.")
}).annotate({ identifier: "Ready" })

/** A program under test: started for the run with BACKLOT_APP_… in its environment, and stopped afterwards. */
export const App = Schema.Struct({
  command: Text.annotate({ description: "Run by the shell, in the folder of the scenario file." }),
  application: optional(Name, "Whose credentials it gets. Default: the scenario's application."),
  cwd: optional(Text, "Relative to the scenario file. Default: its folder."),
  env: optional(Schema.Record(Schema.String, Text), "Further environment."),
  ready: optional(
    Ready,
    "Default: it is connected to the gateway, or has an interactions endpoint that answers, and its output was quiet for a moment."
  )
}).annotate({ identifier: "App" })

export const Scenario = Schema.Struct({
  $schema: optional(Schema.String, "The address of the JSON Schema of scenarios, for editors."),
  name: Text.annotate({
    description: "Shown in reports. Of a table of examples it may use the columns: adopt a ${animal}."
  }),
  description: optional(Text, "For readers of the file."),
  tags: optional(Schema.Array(Schema.String), "Chosen by `simulate --tags`."),
  only: optional(Schema.Literal(true), "While one scenario of a run says so, those that do not are left out."),
  world: optional(
    Schema.Union([Text, Schema.Record(Schema.String, Schema.Unknown)]),
    "A world file relative to this file, or a world. Default: the demo world."
  ),
  application: optional(
    Name,
    "The application that `app` is, and that calls speak for. Default: the first of the world."
  ),
  app: optional(App, "The program under test: started for the run and stopped afterwards. Default: it runs already."),
  apps: optional(Schema.Array(App), "Where there are several."),
  clock: optional(Schema.Literals(["real", "frozen"]), "Default: frozen; real where the scenario runs as load."),
  storage: optional(Schema.Literals(["memory", "file"]), "Default: memory. file: `server: kill` needs it."),
  limits: optional(Schema.Literals(["enforce", "observe", "off"]), "Default: the server's."),
  variables: optional(Schema.Record(Schema.String, Schema.Unknown), "Used as ${name}."),
  examples: optional(
    Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    "A table: the scenario runs once for each row, whose columns are variables."
  ),
  fragments: optional(Schema.Record(Schema.String, Schema.Array(Step)), "Steps that `run` plays by name."),
  import: optional(Schema.Array(Text), "Files whose fragments can be run too."),
  timeout: optional(Duration, "Real time for the whole scenario. Default: 60s."),
  steps: Schema.Array(Step).annotate({ description: "Played one after the other, up to the first that fails." }),
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
