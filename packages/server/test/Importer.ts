/**
 * A program for the crash test: imports two world files into the data file, in turn and for ever. Prints a line when an
 * import begins and when it is done.
 */
import { readFileSync, writeSync } from "node:fs"
import { Effect } from "effect"
import * as DataFile from "../src/DataFile.ts"

const [, , data = "", ...files] = process.argv
const worlds = files.map((file) => ({ file, text: readFileSync(file, "utf8") }))

// Written at once, because the process is about to be killed.
const say = (line: string) => Effect.sync(() => void writeSync(1, `${line}\n`))

await Effect.runPromise(
  Effect.forEach(worlds, (world) =>
    say("begins").pipe(Effect.andThen(DataFile.imported(data, world)), Effect.andThen(say("stands")))
  ).pipe(Effect.forever)
)
