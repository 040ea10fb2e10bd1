/** Runs `check` on files of a folder of the test's own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StartError } from "@backlot/server/boot/StartError"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Runtime, Stdio, Stream } from "effect"
import { CliOutput, Command } from "effect/cli"
import { checkCommand } from "../src/check/CheckCommand.ts"
import { usageLine } from "../src/given/UsageLine.ts"
import { Ended } from "../src/process/Ended.ts"

export interface Checked {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export class CheckFolder {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Removed when its test ends. */
  static make = Effect.acquireRelease(
    Effect.promise(async () => new CheckFolder(await mkdtemp(join(tmpdir(), "backlot-check-")))),
    ({ folder }) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )

  /** Writes a file; what is no text is written as JSON. */
  give = (name: string, content: unknown) =>
    Effect.promise(() =>
      writeFile(join(this.folder, name), typeof content === "string" ? content : JSON.stringify(content, null, 2))
    )

  /** Arguments that begin with `./` are files of the folder; its path is left out of what is printed. */
  check = (args: ReadonlyArray<string>, stdin = ""): Effect.Effect<Checked> => {
    const printed = { stdout: "", stderr: "" }
    const print = (stream: keyof typeof printed) => (text: unknown) => {
      printed[stream] += `${String(text).replaceAll(`${this.folder}/`, "")}\n`
    }
    const given = args.map((arg) => (arg.startsWith("./") ? join(this.folder, arg) : arg))
    return Command.runWith(checkCommand({}), { version: "0" })(given).pipe(
      Effect.as(0),
      Effect.catch((error) => {
        if (error instanceof Ended) return Effect.succeed(Runtime.getErrorExitCode(error))
        if (error instanceof StartError) return Effect.as(Console.error(error.message), 3)
        const [first] = error._tag === "ShowHelp" ? error.errors : [error]
        return first === undefined ? Effect.die("no error") : Effect.as(Console.error(usageLine(first)), 2)
      }),
      Effect.map((code) => ({ code, ...printed })),
      Effect.provideService(Console.Console, {
        ...globalThis.console,
        log: print("stdout"),
        error: print("stderr")
      }),
      Effect.provideService(CliOutput.Presenter, { present: () => Effect.void }),
      Effect.provide(Stdio.layerTest({ stdin: Stream.succeed(new TextEncoder().encode(stdin)) })),
      Effect.provide(NodeServices.layer)
    )
  }
}
