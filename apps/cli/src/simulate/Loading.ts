/** The scenario files of a run, read and checked before anything is started. Source: product.md "Scenario files". */
import type { LoadedFile } from "@backlot/simulator/scenario/LoadedScenario"
import * as ScenarioFile from "@backlot/simulator/scenario/ScenarioFile"
import { Console, Effect, Result } from "effect"
import { CliError } from "effect/cli"
import { Ended } from "../Ended.ts"

/** All that is wrong with any of them is told; then nothing is played. `given` are variables beside those of `--set`. */
export const loadFiles = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  set: ReadonlyArray<string>,
  given: Readonly<Record<string, unknown>>
): Effect.fn.Return<ReadonlyArray<LoadedFile>, Ended | CliError.ValidationError> {
  const variables = { ...given, ...(yield* variablesOf(set)) }
  const read = yield* Effect.forEach(paths, (path) => Effect.result(ScenarioFile.load(path, { variables })))
  const broken = read.flatMap((one) => (Result.isFailure(one) ? [one.failure.message] : []))
  if (broken.length > 0) {
    yield* Console.error(broken.join("\n"))
    return yield* new Ended({ code: 2 })
  }
  return read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : []))
})

/** Ours: a number, true, false or null is one; anything else is a text, without quotes. */
const variablesOf = (set: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(set, (text) => {
      const at = text.indexOf("=")
      const message = `--set cannot be ${JSON.stringify(text)}: it takes NAME=VALUE`
      return at > 0
        ? Effect.succeed([text.slice(0, at), readValue(text.slice(at + 1))] as const)
        : Effect.fail(new CliError.ValidationError({ message }))
    }),
    (pairs): Readonly<Record<string, unknown>> => Object.fromEntries(pairs)
  )

const readValue = (text: string): unknown =>
  /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))
    ? JSON.parse(text)
    : text
