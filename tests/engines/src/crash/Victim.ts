/**
 * Runs programs that are killed by SIGKILL at a random moment while they write. Each prints one line per acknowledged
 * write; the test then expects exactly these writes.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** The signal that ended a program, and the lines that it printed. */
export interface Told {
  readonly lines: ReadonlyArray<string>
  readonly signal: NodeJS.Signals | null
}

/** Kills the program after this many lines, and then this many rounds of this process's event loop. */
export interface Moment {
  readonly lines: number
  readonly rounds: number
}

/** The command line of a TypeScript program of this repository, run from sources. */
export const commandOf = (program: URL, args: ReadonlyArray<string>): ReadonlyArray<string> => [
  process.execPath,
  "--conditions=@backlot/source",
  "--import",
  new URL("./FewImports.ts", import.meta.url).href,
  program.pathname,
  ...args
]

/** Programs share what Node has compiled, which is most of their start. */
const COMPILED = { NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url)) }

/** Runs a program until the moment, or to its own end. */
export const run = ([file = "", ...args]: ReadonlyArray<string>, moment?: Moment): Effect.Effect<Told> =>
  Effect.callback((resume) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...COMPILED } })
    const lines: Array<string> = []
    const killAfter = (rounds: number): unknown =>
      rounds === 0 ? child.kill("SIGKILL") : setImmediate(() => killAfter(rounds - 1))
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line)
      if (lines.length === moment?.lines) killAfter(moment.rounds)
    })
    child.on("close", (_, signal) => resume(Effect.succeed({ lines, signal })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
