/** Run results for tests of reports. */
import { ExpectationFailed, StageLost, StepUnplayable } from "@backlot/player/stage/Failure"
import { entryOf } from "@backlot/player/Transcript"
import { match } from "@backlot/scenario/match/Match"
import type { Outcome, SeenMessage } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../../src/run/RunResult.ts"

export const FILE = "/pets/scenarios/adopt.yaml"

const author = { id: "100000000000000001", username: "pet-shop", global_name: "Pet Shop" }

/** As far as reports show it. */
const message = (content: string) =>
  ({
    id: "900000000000000002",
    content,
    ephemeral: false,
    author,
    embeds: [],
    components: []
  }) as unknown as SeenMessage

export const said = (content: string): Outcome => ({
  interaction_id: "900000000000000001",
  application_id: author.id,
  state: "responded",
  response: { type: 4, ephemeral: false },
  message: message(content),
  real_ms: 41,
  trace: [
    { at: 1_000, what: "created", detail: { command: { name: "adopt" } } },
    {
      at: 1_000,
      what: "delivering",
      detail: {
        url: "http://127.0.0.1:4001/interactions",
        headers: { "X-Signature-Timestamp": "1" },
        body: '{"type":2,"data":{"name":"adopt"}}'
      }
    },
    { at: 1_012, what: "answered", detail: { status: 200, took_ms: 12, body: JSON.stringify({ data: { content } }) } }
  ]
})

export const stepOf = (
  number: number,
  step: Step,
  outcome: Outcome | undefined,
  failure: StepResult["failure"] = undefined
): StepResult => ({
  number,
  title: entryOf({ number, step, outcome, failure }).act,
  step,
  outcome,
  failure,
  began_ms: number * 100,
  real_ms: 41,
  now: "2026-01-01T00:00:00.000Z",
  place: { file: FILE, line: 4 + 3 * number, column: 5 },
  skipped: false
})

export const skipped = (step: StepResult): StepResult => ({
  ...step,
  outcome: undefined,
  failure: undefined,
  now: undefined,
  real_ms: 0,
  skipped: true
})

/** A step whose outcome is not as expected. */
export const failing = (number: number, step: Step, outcome: Outcome): StepResult => {
  const mismatches = match(step.expect, outcome)
  return stepOf(number, step, outcome, new ExpectationFailed({ message: "not as expected", mismatches }))
}

export const attemptOf = (steps: ReadonlyArray<StepResult>, more: Partial<Attempt> = {}): Attempt => ({
  began: "2026-01-01T00:00:00.250Z",
  steps,
  transcript: steps.filter((step) => !step.skipped).map((step) => entryOf(step)),
  failure: undefined,
  apps: [],
  world_before: { users: [{ id: "1", username: "alice", locale: "en-US" }], messages: [] },
  world_after: { users: [{ id: "1", username: "alice", locale: "de" }], messages: [{ id: "5", content: "Hi" }] },
  real_ms: 400,
  ...more
})

export const scenarioOf = (
  name: string,
  status: ScenarioResult["status"],
  attempts: ReadonlyArray<Attempt>
): ScenarioResult => ({ file: FILE, name, example: undefined, tags: ["pets"], status, attempts })

const use: Step = { as: "alice", in: "general", use: "/adopt animal:Dog name:Rex" }
const expecting: Step = { ...use, expect: { state: "responded", message: { content: "/Rex/" } } }
const advance: Step = { advance: "15m" }

const app = {
  application: "Pet Shop",
  command: "node apps/pet-shop.mjs",
  output: "listening\n\u001b[31mboom\u001b[39m\n",
  lines: [
    { at_ms: 5, stream: "stdout" as const, text: "listening" },
    { at_ms: 90, stream: "stderr" as const, text: "\u001b[31mboom\u001b[39m" }
  ],
  exit_code: 1
}

const passing = attemptOf([stepOf(1, expecting, said("Rex is yours")), stepOf(2, advance, { real_ms: 1 })])
const broken = attemptOf(
  [stepOf(1, use, said("Hello")), failing(2, expecting, said("Hello")), skipped(stepOf(3, advance, undefined))],
  { apps: [app] }
)
const unstarted = attemptOf([skipped(stepOf(1, use, undefined))], {
  failure: "Pet Shop ended with 1 before it was ready"
})
const unplayable = attemptOf([
  stepOf(1, use, undefined, new StepUnplayable({ path: ["as"], message: "there is no user alice" }))
])
const lost = attemptOf([stepOf(1, use, undefined, new StageLost({ message: "the server is gone" }))])

/** One of everything. */
export const everything: RunResult = {
  began: "2026-01-01T00:00:00.000Z",
  real_ms: 1_234,
  seed: 42,
  scenarios: [
    scenarioOf("adopt a pet", "passed", [passing]),
    scenarioOf("adopt (animal: Dog)", "failed", [broken]),
    scenarioOf("adopt again", "failed", [broken, broken]),
    scenarioOf("at the second time", "flaky", [
      broken,
      attemptOf([...passing.steps, stepOf(3, advance, { real_ms: 1 })])
    ]),
    scenarioOf("no app", "failed", [unstarted]),
    scenarioOf("no user", "failed", [unplayable]),
    scenarioOf("no server", "failed", [lost]),
    scenarioOf("another day", "skipped", [])
  ]
}

/** The same, with this text wherever a text can be. */
export const hostile = (text: string): RunResult => {
  const step: Step = { as: text, in: text, use: text, expect: { state: text, message: { content: text } } }
  const outcome: Outcome = { ...said(text), error: text, modal: { title: text, custom_id: text, components: [] } }
  const steps = [
    stepOf(1, step, outcome),
    failing(2, { ...step, expect: { message: { content: `not ${text}` } } }, outcome)
  ]
  const attempt = attemptOf(steps, {
    failure: text,
    apps: [
      {
        application: text,
        command: text,
        output: text,
        lines: [{ at_ms: 1, stream: "stdout", text }],
        exit_code: 1
      }
    ],
    world_before: { [text]: text },
    world_after: { [text]: [text] }
  })
  return {
    began: "2026-01-01T00:00:00.000Z",
    real_ms: 1,
    seed: 1,
    scenarios: [{ ...scenarioOf(text, "failed", [attempt, attempt]), file: text, tags: [text] }]
  }
}
