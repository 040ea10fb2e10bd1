/**
 * A program for the crash test: imports the two world files that are named into the data file, in turn and for ever,
 * and tells on a line of its own when it begins and when each stands.
 */
import { readFileSync, writeSync } from "node:fs"
import { Effect } from "effect"
import * as DataFile from "../src/DataFile.ts"

const [, , data = "", ...files] = process.argv
const worlds = files.map((file) => ({ file, text: readFileSync(file, "utf8") }))

// At once, because the process is about to be killed.
const say = (line: string) => Effect.sync(() => void writeSync(1, `${line}\n`))

await Effect.runPromise(
  Effect.forEach(worlds, (world) =>
    say("begins").pipe(Effect.andThen(DataFile.imported(data, world)), Effect.andThen(say("stands")))
  ).pipe(Effect.forever)
)
