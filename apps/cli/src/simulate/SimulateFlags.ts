/** The flags of `simulate`. Source: product.md "Scenario files" (`simulate FILES…`). */
import { BOUNDS } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import { asksForLoad, type LoadFlags } from "@backlot/simulator/load/LoadFlags"
import { Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { file, fileArgument, httpUrl, matching, oneOf, token, whole } from "../given/FlagKinds.ts"
import { flagsOf, type Values, type Variables } from "../given/Given.ts"
import { interceptWay } from "../given/InterceptFlag.ts"

export const simulateFlags = (variables: Variables) => ({
  files: fileArgument("FILES").pipe(
    Argument.withDescription(
      "Scenario files, or folders whose *.scenario.{yaml,yml,json,ts,mts,js,mjs} files are played. Default: the folder backlot, which init writes"
    ),
    Argument.atLeast(0)
  ),
  ...flagsOf(variables, FLAGS)
})

/** The values from the command line and the environment. */
export type SimulateFlags = Values<typeof simulateFlags>

export const isLoad = (flags: SimulateFlags): boolean =>
  flags.random?.value !== true && (flags.load?.value === true || asksForLoad(loadFlagsOf(flags)))

/** Flags without a meaning when no load is played: a threshold would always be met. */
export const LOAD_ONLY = ["threshold", "compare", "think", "warmup"] as const

/** Flags without a meaning for a load: it plays on one server until it is over, and reports sums. */
export const NOT_OF_LOAD = ["parallel", "bail", "retries", "timeout", "transcript", "trace"] as const

export const loadFlagsOf = (flags: SimulateFlags): LoadFlags => ({
  users: flags.users?.value,
  rate: flags.rate?.value,
  duration: flags.duration?.value,
  stages: flags.stages?.value,
  think: flags.think?.value,
  warmup: flags.warmup?.value,
  thresholds: flags.threshold?.value
})

const REPORTS = ["text", "json", "junit", "html", "markdown", "github", "gitlab"] as const

const REPORT_WORDS = REPORTS.join(", ").replace(/, (?=\w+$)/, " or ")

export interface ReportFlag {
  readonly format: (typeof REPORTS)[number]
  /** Undefined for stdout. */
  readonly file: string | undefined
}

const byComma = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim())

const reportOf = (text: string): Option.Option<ReportFlag> => {
  const at = text.indexOf("=")
  const word = at < 0 ? text : text.slice(0, at)
  const path = at < 0 ? undefined : text.slice(at + 1)
  const format = REPORTS.find((one) => one === word)
  return format === undefined || path === "" ? Option.none() : Option.some({ format, file: path })
}

const reports = (name: string) =>
  Flag.atLeast(
    Flag.filterMap(Flag.String(name), reportOf, () => `${REPORT_WORDS}, each also as FORMAT=FILE`),
    1
  )

const tags = (name: string) => Flag.map(Flag.atLeast(Flag.String(name), 1), (texts) => texts.flatMap(byComma))

const several = (name: string) => Flag.atLeast(Flag.String(name), 1)

const duration = matching((text) => millisOf(text) !== undefined, "a number with a unit: 200ms, 3s, 15m, 1h")

const FLAGS = {
  // Where
  server: [httpUrl, "Play on this running server; a scenario with a world replaces the server's world"],
  controlToken: [token, "With --server: its control token, if it has one"],
  storage: [oneOf("memory", "file"), "Override the storage of the scenarios (default memory)", "KIND"],
  // Which
  grep: [Flag.String, "Only scenarios whose name or path contains this text, or matches this /pattern/", "TEXT"],
  tags: [tags, "Only scenarios with one of these tags, and without the tags after !: slow,!flaky", "TAGS", byComma],
  set: [several, "Override a variable of the files; repeatable", "NAME=VALUE", byComma],
  // How
  parallel: [
    whole(1, BOUNDS.parallel.value),
    "Play this many scenarios at a time, each on its own server (default 1)",
    "N"
  ],
  seed: [
    whole(0),
    "Make tokens, keys and random choices reproducible, where a scenario has no seed (default: random, printed)",
    "S"
  ],
  ids: [
    oneOf("wall", "clock"),
    "The time that ids carry, where a scenario does not say it (default: clock with a frozen clock, else wall)",
    "CLOCK"
  ],
  bail: [Flag.Boolean, "Start no further scenario after the first failure"],
  retries: [
    whole(0, BOUNDS.retries.value),
    "Retry a failed scenario this many times; if it then passes, it is reported as flaky (default 0)",
    "N"
  ],
  timeout: [duration, "Time limit of scenarios without their own timeout (default 60s)", "TIME"],
  intercept: [
    interceptWay,
    "Lead programs to the server instead of to the platform, unchanged and with their own tokens; alone it is auto: see `backlot exec --help`",
    "WAY"
  ],
  outside: [
    several,
    "With --intercept: a host that programs may reach besides, such as a database; repeatable",
    "HOST[:PORT]",
    byComma
  ],
  watch: [Flag.Boolean, "Play again when a file changes: a scenario, its world, its imports or its programs"],
  // Output
  report: [
    reports,
    `Write a ${REPORT_WORDS} report, to stdout or to a file; repeatable (default text, on GitHub Actions with annotations)`,
    "FORMAT[=FILE]",
    byComma
  ],
  transcript: [
    file,
    "Write what happened, step by step, to this file; reproducible with --seed, a frozen clock and a world that says now"
  ],
  trace: [file, "Write transcript, traces, worlds and program output of each scenario into this folder"],
  schema: [Flag.Boolean, "Print the JSON Schema of scenario files and play nothing"],
  // Load
  load: [Flag.Boolean, "Play as load, by the `load` of each file; --users, --rate, --duration and --stages imply it"],
  users: [whole(1), "As load: this many virtual users, each repeating the steps", "N"],
  rate: [Flag.String, "As load: begin this many plays per second, e.g. 200/s", "RATE"],
  duration: [duration, "As load or with --random: for how long, e.g. 30s", "TIME"],
  stages: [Flag.String, "As load: ramps instead of --duration, e.g. 30s:100/s,1m:500/s or 30s:10,1m:50", "STAGES"],
  think: [Flag.String, "As load: the pause of a virtual user between steps, e.g. 200ms or 100ms-2s", "TIME"],
  warmup: [duration, "As load: time at the beginning that is not counted", "TIME"],
  threshold: [several, "As load: a condition for exit code 0, e.g. 'p95: < 50ms'; repeatable", "LIMIT", byComma],
  compare: [file, "As load: an earlier JSON report to compare with"],
  // Chance
  random: [Flag.Boolean, "Play random users from --seed and check each answer with a second model of the service"],
  steps: [whole(1), "With --random: this many operations (default 2000)", "N"],
  out: [file, "With --random or --record: where to write the scenario file"],
  // Recording
  record: [
    Flag.Boolean,
    "Record what users do on a server (--server, else the one on the usual port) as a scenario file, until Ctrl-C"
  ]
} as const
