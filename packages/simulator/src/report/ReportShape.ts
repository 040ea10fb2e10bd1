/**
 * The shape of a run's JSON report; its JSON Schema is published. Fields may be added; existing ones keep their meaning
 * within one `version`. All times except `now` are real milliseconds.
 */
import { Schema } from "effect"

const optional = Schema.optionalKey

const Counts = Schema.Struct({
  total: Schema.Int,
  passed: Schema.Int,
  failed: Schema.Int,
  flaky: Schema.Int,
  skipped: Schema.Int
}).annotate({ identifier: "Counts" })

const Place = Schema.Struct({
  file: Schema.String,
  line: Schema.Int.annotate({ description: "From 1." }),
  column: Schema.Int.annotate({ description: "From 1." })
}).annotate({ identifier: "Place" })

const Mismatch = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])).annotate({ description: "From the outcome." }),
  expected: optional(Schema.Unknown),
  actual: optional(Schema.Unknown.annotate({ description: "Left out: it is not there." })),
  message: Schema.String
}).annotate({ identifier: "Mismatch" })

const Failure = Schema.Struct({
  kind: Schema.Literals(["expectation", "unplayable", "server", "stopped"]).annotate({
    description:
      "An expectation that did not hold, a step that can not be played, a server that did not answer, a play that ended while the step was under way."
  }),
  message: Schema.String,
  mismatches: Schema.Array(Mismatch).annotate({ description: "Of an expectation." }),
  diff: Schema.Array(Schema.String).annotate({
    description: "What was expected (-) beside what there was (+), line by line."
  })
}).annotate({ identifier: "Failure" })

const Step = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  status: Schema.Literals(["passed", "failed", "skipped"]).annotate({
    description: "skipped: a step before failed."
  }),
  place: Place,
  via: optional(
    Schema.Array(Schema.Struct({ fragment: Schema.String, place: Place })).annotate({
      description: "Of a step of a fragment: who ran it, outermost first."
    })
  ),
  began_ms: Schema.Finite.annotate({ description: "Since the attempt began." }),
  duration_ms: Schema.Finite,
  now: optional(Schema.String.annotate({ description: "Of the service clock when it ended, ISO 8601." })),
  step: Schema.Unknown.annotate({ description: "As it was played: variables are replaced." }),
  outcome: optional(
    Schema.Unknown.annotate({ description: "What expectations judge; left out where it was not played." })
  ),
  failure: optional(Failure)
}).annotate({ identifier: "PlayedStep" })

const App = Schema.Struct({
  application: Schema.String,
  command: Schema.String,
  output: Schema.Array(
    Schema.Struct({ at_ms: Schema.Finite, stream: Schema.Literals(["stdout", "stderr"]), text: Schema.String })
  ),
  exit_code: optional(Schema.Int.annotate({ description: "Left out where it ran until it was stopped." }))
}).annotate({ identifier: "AppOutput" })

const Screens = Schema.Struct({
  version: Schema.Literal(1),
  people: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
  places: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })).annotate({
    description: "Channels."
  }),
  messages: Schema.Array(Schema.Unknown).annotate({
    description:
      "Each version of each message once, as GET /control/v1/users/{user}/channels/{channel}/messages gives it."
  }),
  views: Schema.Array(Schema.Array(Schema.Int)).annotate({
    description: "Each screen once: positions in `messages`, oldest first."
  }),
  shown: Schema.Array(
    Schema.Struct({
      step: Schema.Int.annotate({ description: "After the step of this number; 0: before the first." }),
      person: Schema.Int.annotate({ description: "Position in `people`." }),
      place: Schema.Int.annotate({ description: "Position in `places`." }),
      view: Schema.Int.annotate({ description: "Position in `views`; -1: the place is hidden from the person." })
    })
  ).annotate({ description: "In order. What is shown stays until a later entry for the same person and place." }),
  at: Schema.Array(Schema.Int).annotate({
    description: "Where each step happened, the first one first: positions in `places`; -1: nowhere that is kept."
  }),
  full: Schema.Boolean.annotate({ description: "There was no room for the screens of later steps." })
}).annotate({ identifier: "Screens" })

const Attempt = Schema.Struct({
  status: Schema.Literals(["passed", "failed"]),
  duration_ms: Schema.Finite,
  failure: optional(
    Schema.String.annotate({ description: "Of what is no step: the app did not start, the time was over." })
  ),
  steps: Schema.Array(Step),
  transcript: Schema.Array(Schema.String).annotate({ description: "What happened, as a person reads it." }),
  apps: Schema.Array(App),
  traces: optional(
    Schema.Array(Schema.Unknown).annotate({
      description: "The interactions, as GET /control/v1/interactions/{id} gives them."
    })
  ),
  screens: optional(Screens.annotate({ description: "What people saw after each step." }))
}).annotate({ identifier: "Attempt" })

const ScenarioRun = Schema.Struct({
  file: Schema.String,
  name: Schema.String,
  example: optional(Schema.Int.annotate({ description: "The row of the table of examples, from 1." })),
  tags: Schema.Array(Schema.String),
  status: Schema.Literals(["passed", "failed", "flaky", "skipped"]).annotate({
    description: "flaky: failed at first and passed when it was played again."
  }),
  attempts: Schema.Array(Attempt).annotate({ description: "In order; all but the last failed." })
}).annotate({ identifier: "ScenarioRun" })

export const Report = Schema.Struct({
  format: Schema.Literal("backlot-run"),
  version: Schema.Literal(1),
  status: Schema.Literals(["passed", "failed"]),
  began: Schema.String.annotate({ description: "ISO 8601, real time." }),
  duration_ms: Schema.Finite,
  seed: Schema.Finite,
  totals: Schema.Struct({
    scenarios: Counts,
    steps: Counts.annotate({ description: "Of the last attempts." })
  }),
  scenarios: Schema.Array(ScenarioRun)
}).annotate({ identifier: "RunReport" })
export type Report = typeof Report.Type

/** JSON Schema 2020-12. */
export const reportJsonSchema = (): unknown => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(Report)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Report of a run of scenarios",
    ...schema,
    $defs: definitions
  }
}
