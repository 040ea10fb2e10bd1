/** All flags of `simulate` in one table. Source: product.md "Scenario files" (`simulate FILES…`). */
import { BOUNDS } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import { Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { file, fileArgument, httpUrl, token } from "../given/FlagKinds.ts"
import { given, type Variables } from "../given/Given.ts"

export const simulateFlags = (variables: Variables) => {
  const take = <A>(
    name: string,
    flag: Flag.Flag<A>,
    metavar: string | undefined,
    description: string,
    split?: (text: string) => ReadonlyArray<string>
  ) => {
    const shown = metavar === undefined ? flag : Flag.withMetavar(flag, metavar)
    return given(variables, name, Flag.withDescription(shown, description), split)
  }
  const text = (name: string, metavar: string, description: string) =>
    take(name, Flag.String(name), metavar, description)
  const yes = (name: string, description: string) => take(name, Flag.Boolean(name), undefined, description)
  const choice = <const A extends ReadonlyArray<string>>(
    name: string,
    choices: A,
    metavar: string,
    description: string
  ) => take(name, Flag.Literals(name, choices), metavar, description)
  const count = (name: string, least: number, description: string, most?: number) =>
    take(name, whole(name, least, most), "N", description)
  const span = (name: string, description: string) => take(name, duration(name), "TIME", description)
  const path = (name: string, description: string) => take(name, file(name), undefined, description)
  const several = (name: string, metavar: string, description: string) =>
    take(name, Flag.atLeast(Flag.String(name), 1), metavar, description, byComma)

  return {
    files: fileArgument("FILES").pipe(
      Argument.withDescription(
        "Scenario files, or folders whose *.scenario.{yaml,yml,json,ts,mts,js,mjs} files are played"
      ),
      Argument.atLeast(0)
    ),
    // Where
    server: take(
      "server",
      httpUrl("server"),
      undefined,
      "Play on this running server; a scenario with a world replaces the server's world"
    ),
    controlToken: take(
      "control-token",
      token("control-token"),
      undefined,
      "With --server: its control token, if it has one"
    ),
    storage: choice("storage", ["memory", "file"], "KIND", "Overrides what the scenarios say (default memory)"),
    // Which
    grep: text("grep", "TEXT", "Only scenarios whose name or path contains this text, or matches this /pattern/"),
    tags: take(
      "tags",
      Flag.map(Flag.atLeast(Flag.String("tags"), 1), (texts) => texts.flatMap(byComma)),
      "TAGS",
      "Only scenarios with one of these tags and none of those after !: slow,!flaky",
      byComma
    ),
    set: several("set", "NAME=VALUE", "Override a variable of the files; repeatable"),
    // How
    parallel: count(
      "parallel",
      1,
      "Play this many scenarios at a time, each on its own server (default 1)",
      BOUNDS.parallel.value
    ),
    seed: take(
      "seed",
      whole("seed", 0),
      "S",
      "Make tokens, keys and random choices reproducible (default: random, printed)"
    ),
    ids: choice(
      "ids",
      ["wall", "clock"],
      "CLOCK",
      "Mint ids from the wall clock, or reproducibly from the service's clock (default wall)"
    ),
    bail: yes("bail", "Start nothing more after the first failure"),
    retries: count(
      "retries",
      0,
      "Retry a failed scenario this many times; if it then passes, it is reported as flaky (default 0)",
      BOUNDS.retries.value
    ),
    timeout: span("timeout", "Time limit of scenarios without their own timeout (default 60s)"),
    watch: yes("watch", "Play again when a file changes: a scenario, its world, its imports or its programs"),
    // Output
    report: take(
      "report",
      Flag.atLeast(
        Flag.filterMap(Flag.String("report"), reportOf, () => "text, json, junit or html, each also as FORMAT=FILE"),
        1
      ),
      "FORMAT[=FILE]",
      "text, json, junit or html, to stdout or to a file; repeatable (default text)",
      byComma
    ),
    transcript: path(
      "transcript",
      "Write what happened, step by step, to this file; reproducible with --seed and --ids clock"
    ),
    trace: path("trace", "Write transcript, traces, worlds and program output of each scenario into this folder"),
    schema: yes("schema", "Print the JSON Schema of scenario files and play nothing"),
    // Load
    load: yes("load", "Play as load, as the files describe it; --users, --rate, --duration and --stages imply it"),
    users: count("users", 1, "As load: this many virtual users, each repeating the steps"),
    rate: text("rate", "RATE", "As load: begin this many plays per second, e.g. 200/s"),
    duration: span("duration", "As load or with --random: for how long, e.g. 30s"),
    stages: text("stages", "STAGES", "As load: ramps instead of --duration, e.g. 30s:100/s,1m:500/s or 30s:10,1m:50"),
    think: text("think", "TIME", "As load: the pause of a virtual user between steps, e.g. 200ms or 100ms-2s"),
    warmup: span("warmup", "As load: time at the beginning that is not counted"),
    threshold: several("threshold", "LIMIT", "As load: a condition for exit code 0, e.g. 'p95: < 50ms'; repeatable"),
    compare: path("compare", "As load: an earlier JSON report to compare with"),
    // Chance
    random: yes("random", "Play random users from --seed and check each answer with a second model of the service"),
    steps: count("steps", 1, "With --random: this many operations (default 2000)"),
    out: path("out", "With --random or --record: where to write the scenario file"),
    // Recording
    record: yes("record", "With --server: record what its users do as a scenario file, until SIGINT")
  }
}

/** The values from the command line and the environment. */
export type SimulateFlags = {
  readonly [K in keyof ReturnType<typeof simulateFlags>]: ReturnType<typeof simulateFlags>[K] extends
    | Flag.Flag<infer A>
    | Argument.Argument<infer A>
    ? A
    : never
}

export const REPORTS = ["text", "json", "junit", "html"] as const

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

const whole = (name: string, least: number, most = Number.POSITIVE_INFINITY) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        const number = /^\d{1,15}$/.test(text) ? Number(text) : -1
        return number >= least && number <= most ? Option.some(number) : Option.none()
      },
      () => `a whole number, ${Number.isFinite(most) ? `${least} to ${most}` : `${least} or more`}`
    )
  )

const duration = (name: string) =>
  Flag.String(name).pipe(
    Flag.filter(
      (text) => millisOf(text) !== undefined,
      () => "a number with a unit: 200ms, 3s, 15m, 1h"
    )
  )
