/** stdin and stdout for the protocol alone: whatever else is written to stdout goes to stderr. */
import { Writable } from "node:stream"
import * as NodeSink from "@effect/platform-node/NodeSink"
import { Effect, Layer, PlatformError, Stdio } from "effect"

export const make = Effect.gen(function* () {
  const given = yield* Stdio.Stdio
  const { stdin, stdout, stderr } = process
  const write = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const before = stdout.write
      stdout.write = stderr.write.bind(stderr)
      return before
    }),
    (before) =>
      Effect.sync(() => {
        stdout.write = before
      })
  )
  const out = new Writable({ write: (chunk, encoding, done) => void write.call(stdout, chunk, encoding, done) })
  const layer = Layer.succeed(
    Stdio.Stdio,
    Stdio.make({
      ...given,
      stdout: () =>
        NodeSink.fromWritable({
          evaluate: () => out,
          onError: (cause) => PlatformError.systemError({ module: "Stdio", method: "stdout", _tag: "Unknown", cause }),
          endOnDone: false
        })
    })
  )
  // What is under way has a moment to be answered.
  const ended = Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    stdin.once("end", end)
    stdin.once("close", end)
    return Effect.sync(() => {
      stdin.off("end", end)
      stdin.off("close", end)
    })
  }).pipe(Effect.andThen(Effect.sleep(LAST)))
  return { layer, ended }
})

const LAST = "1 second"
