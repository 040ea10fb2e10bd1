/**
 * A scenario: a world, programs under test, and steps that users play. Source: product.md "Scenario files".
 */
import { Schema } from "effect"
import { Duration } from "./Duration.ts"
import { LoadPlan } from "./LoadPlan.ts"
import { Step } from "./Step.ts"
import { Name, Text, told } from "./Vocabulary.ts"
import type { WrittenStep } from "./Written.ts"

/** When a program under test is ready to be played against. */
const Ready = Schema.Struct({
  log: told(Text, "A /pattern/ or a text that its output has."),
  url: told(Text, "An address that answers, whatever it answers."),
  gateway: told(Schema.Boolean, "Its application has a gateway session."),
  commands: told(Schema.Finite, "Its application has at least so many commands."),
  within: told(Duration, "Default: 30s.")
}).annotate({ identifier: "Ready" })

/** A program under test: started for the run with BACKLOT_APP_… in its environment, and stopped afterwards. */
export const App = Schema.Struct({
  command: Text.annotate({ description: "Run by the shell, in the folder of the scenario file." }),
  application: told(Name, "Whose credentials it gets. Default: the scenario's application."),
  cwd: told(Text, "Relative to the scenario file. Default: its folder."),
  env: told(Schema.Record(Schema.String, Text), "Further environment."),
  ready: told(
    Ready,
    "Default: it is connected to the gateway, or has an interactions endpoint that answers, and its output was quiet for a moment."
  )
}).annotate({ identifier: "App" })

export const Scenario = Schema.Struct({
  $schema: told(Schema.String, "The address of the JSON Schema of scenarios, for editors."),
  name: Text.annotate({
    description: "Shown in reports. Of a table of examples it may use the columns: adopt a ${animal}."
  }),
  description: told(Text, "For readers of the file."),
  tags: told(Schema.Array(Schema.String), "Chosen by `simulate --tags`."),
  only: told(Schema.Literal(true), "While one scenario of a run says so, those that do not are left out."),
  world: told(
    Schema.Union([Text, Schema.Record(Schema.String, Schema.Unknown)]),
    "A world file relative to this file, or a world. Default: the demo world."
  ),
  application: told(Name, "The application that `app` is, and that calls speak for. Default: the first of the world."),
  app: told(App, "The program under test: started for the run and stopped afterwards. Default: it runs already."),
  apps: told(Schema.Array(App), "Where there are several."),
  clock: told(Schema.Literals(["real", "frozen"]), "Default: frozen; real where the scenario runs as load."),
  storage: told(Schema.Literals(["memory", "file"]), "Default: memory. file: `server: kill` needs it."),
  limits: told(Schema.Literals(["enforce", "observe", "off"]), "Default: the server's."),
  variables: told(Schema.Record(Schema.String, Schema.Unknown), "Used as ${name}."),
  examples: told(
    Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    "A table: the scenario runs once for each row, whose columns are variables."
  ),
  fragments: told(Schema.Record(Schema.String, Schema.Array(Step)), "Steps that `run` plays by name."),
  import: told(Schema.Array(Text), "Files whose fragments can be run too."),
  timeout: told(Duration, "Real time for the whole scenario. Default: 60s."),
  steps: Schema.Array(Step).annotate({ description: "Played one after the other, up to the first that fails." }),
  load: told(LoadPlan, "How the steps are played as load.")
}).annotate({ identifier: "Scenario" })
export type Scenario = typeof Scenario.Type

/** As TypeScript authors write it; every one is a `Scenario`. */
export type WrittenScenario = Omit<Scenario, "steps" | "fragments"> & {
  readonly steps: ReadonlyArray<WrittenStep>
  readonly fragments?: Readonly<Record<string, ReadonlyArray<WrittenStep>>>
}

/** For TypeScript files: `export default scenario({ … })` completes and checks what is written. */
export const scenario = (written: WrittenScenario): WrittenScenario => written
