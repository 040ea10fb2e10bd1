/**
 * Every limit of the simulator that a user may reach. docs/scenarios.md has the same table.
 * `@backlot/domain/base/Limits` has the limits of the service; limits of what a report shows are in the files of the
 * report. Our choice: docs/choices.md "Scenarios".
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

const ms = (value: number, of: string, why: string) => ({ value, unit: "milliseconds of real time", of, why }) as const
const bytes = (value: number, of: string, why: string) => ({ value, unit: "bytes", of, why }) as const
const some = (value: number, of: string, why: string) => ({ value, unit: "of them", of, why }) as const

const MIB = 1024 * 1024

export const BOUNDS = {
  file: bytes(
    http.worldBytes,
    "a file that a scenario is made of: itself, world, fragments, module",
    "It is refused: as large as a world may be that a server takes over the wire."
  ),
  attachment: bytes(64 * MIB, "a file that a step brings along", "The step is refused; the service takes less."),
  module: ms(
    20_000,
    "a module, until it is loaded",
    "It is refused: one that starts more than it defines may wait for ever."
  ),
  steps: {
    value: 20_000,
    unit: "steps",
    of: "a scenario, its fragments spread out",
    why: "It is refused: fragments that run fragments multiply. Twice what a recording holds."
  },
  allSteps: {
    value: 50_000,
    unit: "steps",
    of: "a file, all rows of its examples together",
    why: "It is refused."
  },
  grown: {
    value: 4_000_000,
    unit: "characters",
    of: "a variable or a step, its variables put in place",
    why: "It is refused: variables that use variables multiply."
  },
  scenario: ms(60_000, "a scenario without `timeout`", "It fails, and says in which step it was."),
  server: ms(60_000, "a server, until it is there", "The scenario fails: exit code 3."),
  ready: ms(30_000, "a program without `ready.within`, until it is ready", "It fails, and says what was missing."),
  done: ms(1_000, "a program that ended well, until what it did shows", "It counts as not ready."),
  grace: ms(3_000, "a program that is stopped, until it has ended", "It gets SIGKILL after SIGTERM."),
  wait: ms(5_000, "a `wait` without `within`", "The step fails, and shows what there was instead."),
  longestWait: ms(600_000, "any `wait`", "A longer one ends here."),
  late: ms(
    2_000,
    "events and dispatches that are expected",
    "The step fails: they may come a little later than the answer."
  ),
  answer: ms(30_000, "an answer of the server", "The step fails; the service itself answers a use within 10 s."),
  worldAnswer: ms(
    120_000,
    "an answer of a running server to a whole world, or for one",
    "The command ends: exit code 3."
  ),
  answerBody: bytes(
    256 * MIB,
    "the body of an answer of the server",
    "The step fails: no world and no answer is larger."
  ),
  connect: ms(10_000, "the stream of events or a gateway session, until it is there", "The step fails."),
  silence: ms(
    60_000,
    "a stream of events in which nothing comes",
    "It is opened again: the server says something every 15 s."
  ),
  event: bytes(16 * MIB, "one event of the stream", "The stream is of no use, and says so."),
  kept: some(
    10_000,
    "events and dispatches that are remembered",
    "The oldest are forgotten first; the log of the service keeps as many."
  ),
  output: {
    value: 1_000_000,
    unit: "characters",
    of: "the output of a program",
    why: "The oldest is forgotten first."
  },
  outputLine: { value: 16_000, unit: "characters", of: "a line of it", why: "A longer one is several." },
  outputLines: { value: 10_000, unit: "lines", of: "its lines", why: "The oldest are forgotten first." },
  parallel: some(256, "scenarios at the same time", "`--parallel` takes no more: each has a server of its own."),
  retries: some(100, "plays more of a scenario that fails", "`--retries` takes no more."),
  changes: some(10_000, "changed files that `--watch` tells apart", "Of more, every scenario is played again."),
  loadAnswer: bytes(16 * MIB, "the body of an answer under load", "It counts as an error."),
  loadConnections: some(1_000, "connections of a load", "Plays wait for one; the report says so."),
  loadPlays: some(
    1_000,
    "plays at once of an open load without `users`",
    "Arrivals beyond it wait for one to end, and their waiting is counted."
  ),
  loadUsers: some(5_000, 'users whom `as: "*"` means', "The first of the world take turns."),
  loadEnd: ms(15_000, "plays under way at the end of a load", "They are cut."),
  shrink: ms(60_000, "making a failure of random users smaller", "The smallest so far is written.")
} as const satisfies Readonly<Record<string, Bound>>

/** `64 MiB`, `30s`, `10,000 lines`. */
export const formatBound = ({ value, unit }: Bound): string => {
  if (unit === "bytes") return `${value / MIB} MiB`
  if (unit === "milliseconds of real time") return formatMillis(value)
  return `${value.toLocaleString("en-US")}${unit === "of them" ? "" : ` ${unit}`}`
}
