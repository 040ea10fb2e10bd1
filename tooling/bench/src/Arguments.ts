/** The command line of the bench. */
import { parseArgs } from "node:util"

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
}

export const usage = (names: ReadonlyArray<string>): string => `usage: npm run bench -- [NAME …] [FLAGS]

Measures the built program, each figure beside a baseline in the same run, and prints a table.

  NAME            ${names.join(", ")} (default: all)
  --seconds N     length of one round of load (default 2; three rounds of each side count)
  --json FILE     where all figures go (default bench-results.json)
  --check         exit code 1 when a goal that was met once (tooling/bench/met.json) is missed by more than a tenth
  --record        write the goals that this run meets to that file, to commit it
  --parts         instead of a table: where the CPU time of an upsert goes, in µs per request, from a CPU profile
  --program FILE  measure another build's main.js
  --profile DIR   write CPU profiles of the program there; the figures are then slower
  --help          this text

examples: npm run bench -- list start --seconds 1
          npm run bench -- --check --json after.json
          npm run bench -- --parts`

/** A usage error, as one readable line. */
export class UsageError extends Error {}

/** "help" when the user asked for it. Throws a UsageError. */
export const parse = (args: ReadonlyArray<string>, known: ReadonlyArray<string>): Arguments | "help" => {
  const { values, positionals } = parsed(args)
  if (values.help) return "help"
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(`no benchmark is called ${unknown}; there are ${known.join(", ")}`)
  if (values.parts && (positionals.length > 0 || values.check || values.record))
    throw new UsageError("--parts measures one write and judges nothing; give it without names, --check and --record")
  const seconds = Number(values.seconds)
  if (!(seconds > 0 && seconds <= 600)) throw new UsageError("--seconds takes a number above 0, up to 600")
  return {
    names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)),
    seconds,
    json: values.json,
    program: values.program,
    profile: values.profile,
    check: values.check,
    record: values.record,
    parts: values.parts
  }
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: { type: "string", default: "2" },
        json: { type: "string", default: "bench-results.json" },
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
