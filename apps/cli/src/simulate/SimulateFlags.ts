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
        "Scenario files, or folders in which all *.scenario.{yaml,yml,json,ts,mts,js,mjs} are played"
      ),
      Argument.atLeast(0)
    ),
    // Where
    server: take(
      "server",
      httpUrl("server"),
      undefined,
      "Play on this running server: it gets the scenario's world; without one, its own is played on"
    ),
    controlToken: take(
      "control-token",
      token("control-token"),
      undefined,
      "Beside --server: its control token, where it has one"
    ),
    storage: choice("storage", ["memory", "file"], "KIND", "In place of what the scenarios say (default memory)"),
    // Which
    grep: text("grep", "TEXT", "Only scenarios whose name or path has this text, or matches this /pattern/"),
    tags: take(
      "tags",
      Flag.map(Flag.atLeast(Flag.String("tags"), 1), (texts) => texts.flatMap(byComma)),
      "TAGS",
      "Only scenarios with one of these tags, and none of those after !: slow,!flaky",
      byComma
    ),
    set: several("set", "NAME=VALUE", "In place of a variable of the files; may be given again"),
    // How
    parallel: count(
      "parallel",
      1,
      "Play so many scenarios at a time, each on a server of its own (default 1)",
      BOUNDS.parallel.value
    ),
    seed: take(
      "seed",
      whole("seed", 0),
      "S",
      "Makes tokens, keys and chance the same each time (default: drawn, and told)"
    ),
    ids: choice(
      "ids",
      ["wall", "clock"],
      "CLOCK",
      "Mint ids from the wall clock, or from the service's clock, the same each time (default wall)"
    ),
    bail: yes("bail", "Begin nothing more after the first failure"),
    retries: count(
      "retries",
      0,
      "Play a scenario that fails so many times more; one that passes then is reported as flaky (default 0)",
      BOUNDS.retries.value
    ),
    timeout: span("timeout", "Of scenarios that have no timeout of their own (default 60s)"),
    watch: yes("watch", "Play again what a change concerns: scenario files, worlds, modules they import, programs"),
    // Output
    report: take(
      "report",
      Flag.atLeast(
        Flag.filterMap(Flag.String("report"), reportOf, () => "text, json, junit or html, each also as FORMAT=FILE"),
        1
      ),
      "FORMAT[=FILE]",
      "text, json, junit or html, to stdout or to a file; may be given again (default text)",
      byComma
    ),
    transcript: path(
      "transcript",
      "Write what happened, step by step, to this file: with --seed and --ids clock the same each time"
    ),
    trace: path("trace", "Write transcript, traces, worlds and program output of each scenario below this folder"),
    schema: yes("schema", "Print the JSON Schema of scenario files, and play nothing"),
    // Load
    load: yes("load", "Play as load, by what the files say of it; --users, --rate, --duration and --stages do so too"),
    users: count("users", 1, "As load: so many virtual users, each plays the steps again and again"),
    rate: text("rate", "RATE", "As load: so many plays begin each second, e.g. 200/s"),
    duration: span("duration", "As load or --random: for how long, e.g. 30s"),
    stages: text("stages", "STAGES", "As load: ramps in place of --duration, e.g. 30s:100/s,1m:500/s or 30s:10,1m:50"),
    think: text("think", "TIME", "As load: the pause of a virtual user between two steps, e.g. 200ms or 100ms-2s"),
    warmup: span("warmup", "As load: at the beginning, not counted"),
    threshold: several(
      "threshold",
      "LIMIT",
      "As load: what decides the exit code, e.g. 'p95: < 50ms'; may be given again"
    ),
    compare: path("compare", "As load: an earlier JSON report to compare with"),
    // Chance
    random: yes("random", "Play random users from --seed, each answer judged by a second model of the service"),
    steps: count("steps", 1, "Beside --random: so many operations (default 2000)"),
    out: path("out", "Beside --random or --record: where the scenario file is written"),
    // Recording
    record: yes("record", "Beside --server: write what its users do, until SIGINT, as a scenario file")
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
