/**
 * Every limit of the simulator that a user may reach; docs/scenarios.md has the same table. Limits of the service are in
 * `@backlot/domain/base/Limits`, those of reports in the files of the report. Our choice: docs/choices.md "Scenarios".
 */
import { http } from "@backlot/domain/base/Limits"
import { formatMillis } from "./Duration.ts"

export interface Bound {
  readonly value: number
  readonly unit: "milliseconds of real time" | "bytes" | "characters" | "lines" | "steps" | "of them"
  /** What is limited, for people. */
  readonly of: string
  /** What happens beyond the limit, and its reason. */
  readonly why: string
}

const bound =
  (unit: Bound["unit"]) =>
  (value: number, of: string, why: string): Bound => ({ value, unit, of, why })

const ms = bound("milliseconds of real time")
const bytes = bound("bytes")
const characters = bound("characters")
const lines = bound("lines")
const steps = bound("steps")
const some = bound("of them")

const MIB = 1024 * 1024

export const BOUNDS = {
  file: bytes(
    http.worldBytes,
    "scenario, world, fragment file or module",
    "It is refused. A server takes no larger world."
  ),
  attachment: bytes(64 * MIB, "a file that a step sends", "The step is refused; the service takes less."),
  module: ms(20_000, "loading a module", "It is refused: a module that starts programs may wait for ever."),
  steps: steps(20_000, "a scenario with its fragments", "It is refused: fragments that run fragments multiply."),
  allSteps: steps(50_000, "a file, all rows of its examples together", "It is refused."),
  grown: characters(4_000_000, "a variable or step with its variables", "It is refused: variables multiply, too."),
  scenario: ms(60_000, "a scenario without `timeout`", "It fails, and reports the current step."),
  server: ms(60_000, "the start of a server", "The scenario fails: exit code 3."),
  ready: ms(
    30_000,
    "the start of a program without `ready.within`",
    "The scenario fails, and reports what was missing."
  ),
  done: ms(1_000, "the effect of a program that exited with 0", "The program counts as not ready."),
  grace: ms(3_000, "the end of a stopped program", "It gets SIGKILL after SIGTERM."),
  wait: ms(5_000, "a `wait` without `within`", "The step fails, and shows what came instead."),
  longestWait: ms(600_000, "any `wait`", "The wait ends."),
  late: ms(2_000, "expected events and dispatches", "The step fails: they may come a little later than the answer."),
  answer: ms(30_000, "an answer of the server", "The step fails. The service answers a use within 10 s."),
  worldAnswer: ms(120_000, "import or export of a whole world", "The command ends: exit code 3."),
  answerBody: bytes(256 * MIB, "the body of an answer of the server", "The step fails: no world or answer is larger."),
  connect: ms(10_000, "opening the event stream or a gateway session", "The step fails."),
  silence: ms(60_000, "silence of an event stream", "It is opened again: the server writes every 15 s."),
  event: bytes(16 * MIB, "one event of the stream", "The stream ends, and the step reports it."),
  kept: some(10_000, "kept events and dispatches", "The oldest are dropped first. The service log keeps as many."),
  output: characters(1_000_000, "the output of a program", "The oldest is dropped first."),
  outputLine: characters(16_000, "a line of output", "It is split."),
  outputLines: lines(10_000, "lines of output", "The oldest are dropped first."),
  screens: bytes(
    8 * MIB,
    "the messages of an attempt's kept screens",
    "Later steps keep no screens; the report says so."
  ),
  screenMessages: some(25, "messages of a kept screen", "The newest are kept."),
  screenPeople: some(8, "people whose screens are kept", "Those named first are kept."),
  screenPlaces: some(8, "channels whose screens are kept", "Those named first are kept."),
  parallel: some(256, "scenarios at the same time", "`--parallel` takes no more: each has its own server."),
  retries: some(100, "retries of a failed scenario", "`--retries` takes no more."),
  changes: some(10_000, "changed files that `--watch` tracks", "With more changes, every scenario is played again."),
  loadAnswer: bytes(16 * MIB, "the body of an answer under load", "It counts as an error."),
  loadConnections: some(1_000, "connections of a load", "Plays wait for one; the report shows it."),
  loadPlays: some(1_000, "plays at once of an open load without `users`", "Later arrivals wait; the wait is counted."),
  loadUsers: some(5_000, 'users that `as: "*"` means', "The first ones of the world take turns."),
  loadEnd: ms(15_000, "unfinished plays at the end of a load", "They are cut."),
  shrink: ms(60_000, "shrinking a failure of random users", "The smallest failure so far is written.")
} satisfies Readonly<Record<string, Bound>>

/** `64 MiB`, `30s`, `10,000 lines`. */
export const formatBound = ({ value, unit }: Bound): string => {
  if (unit === "bytes") return `${value / MIB} MiB`
  if (unit === "milliseconds of real time") return formatMillis(value)
  return `${value.toLocaleString("en-US")}${unit === "of them" ? "" : ` ${unit}`}`
}
