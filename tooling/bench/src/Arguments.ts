/** The command line of the bench. */
import { parseArgs } from "node:util"
import type { Size } from "./large/Shape.ts"

export interface Arguments {
  /** Names of benchmarks, in the order of the table; never empty. */
  readonly names: ReadonlyArray<string>
  /** Length of one round. */
  readonly seconds: number
  /** Path of the JSON file. Relative paths start at the user's folder. */
  readonly json: string
  /** Path of another build's main.js. */
  readonly program: string | undefined
  /** Path of the folder for CPU profiles. */
  readonly profile: string | undefined
  /** Exit with code 1 when a goal that was met once is missed by more than a tenth. */
  readonly check: boolean
  /** Note the goals that this run meets in the committed file. */
  readonly record: boolean
  /** Print the parts of one write instead of the table. */
  readonly parts: boolean
  /** Of the world of `large`. */
  readonly size: Size
}

/** Beyond these, ids of one kind would run into those of another, or an application has more shards than there may be. */
const MOST: Size = { commands: 100_000_000, guilds: 1_000_000, sessions: 30_000 }

export const usage = (
  names: ReadonlyArray<string>,
  byName: ReadonlyArray<string> = []
): string => `usage: npm run bench -- [NAME …] [FLAGS]

Measures the built program, each figure beside a baseline in the same run, and prints a table.

  NAME            ${names.join(", ")} (default: all${byName.length === 0 ? "" : ` but ${byName.join(", ")}`})
  --seconds N     length of one round of load (default 2; three rounds of each side count)
  --json FILE     where all figures go (default bench-results.json)
  --check         exit code 1 when a goal that was met once (tooling/bench/met.json) is missed by more than a tenth
  --record        write the goals that this run meets to that file, to commit it
  --parts         instead of a table: where the CPU time of an upsert goes, in µs per request, from a CPU profile
  --commands N    of the world of large (default 1000000)
  --guilds N      of the world of large (default 100000)
  --sessions N    on the three nodes of large (default 10000)
  --program FILE  measure another build's main.js
  --profile DIR   write CPU profiles of the program there; the figures are then slower
  --help          this text

examples: npm run bench -- list start --seconds 1
          npm run bench -- --check --json after.json
          npm run bench -- large --commands 20000 --guilds 2000 --sessions 500
          npm run bench -- --parts`

/** A usage error, as one readable line. */
export class UsageError extends Error {}

/** "help" when the user asked for it. Throws a UsageError. `byName`: those that run only when they are named. */
export const parse = (
  args: ReadonlyArray<string>,
  known: ReadonlyArray<string>,
  byName: ReadonlyArray<string> = []
): Arguments | "help" => {
  const { values, positionals } = parsed(args)
  if (values.help) return "help"
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`no benchmark is called ${unknown}; there are ${known.join(", ")}`)
  if (values.parts && (positionals.length > 0 || values.check || values.record))
    throw new UsageError("--parts measures one write and judges nothing; give it without names, --check and --record")
  const seconds = Number(values.seconds)
  if (!(seconds > 0 && seconds <= 600)) throw new UsageError("--seconds takes a number above 0, up to 600")
  const isAsked = (name: string) => (positionals.length === 0 ? !byName.includes(name) : positionals.includes(name))
  return {
    names: known.filter(isAsked),
    seconds,
    json: values.json,
    program: values.program,
    profile: values.profile,
    check: values.check,
    record: values.record,
    parts: values.parts,
    size: {
      commands: whole("commands", values.commands),
      guilds: whole("guilds", values.guilds),
      sessions: whole("sessions", values.sessions)
    }
  }
}

const whole = (name: keyof Size, text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= MOST[name]) return value
  throw new UsageError(`--${name} takes a whole number from 1 to ${MOST[name]}`)
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: "string", default: "2" },
        json: { type: "string", default: "bench-results.json" },
        commands: { type: "string", default: "1000000" },
        guilds: { type: "string", default: "100000" },
        sessions: { type: "string", default: "10000" },
        program: { type: "string" },
        profile: { type: "string" },
        check: { type: "boolean", default: false },
        record: { type: "boolean", default: false },
        parts: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
