/** Reads and checks all scenario files of a run before anything starts. Source: product.md "Scenario files". */
import { didYouMeanOf } from "@backlot/scenario/DidYouMean"
import { formatAll } from "@backlot/scenario/file/FileFault"
import type { LoadedFile, ScenarioFault } from "@backlot/scenario/file/LoadedScenario"
import * as ScenarioFile from "@backlot/scenario/file/ScenarioFile"
import { Console, Effect } from "effect"
import type { CliError } from "effect/cli"
import { badUsage } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Ended } from "../process/Ended.ts"
import { isLeftOut } from "./Choosing.ts"
import { frameOf } from "./Reports.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

type Variables = Readonly<Record<string, unknown>>

export interface Given {
  /** Names given by `--set`. */
  readonly set: ReadonlyArray<string>
  /** All given variables, including those of `--set`. */
  readonly variables: Variables
  /** Variables that files accept; reading a file adds its own. */
  readonly settable: Set<string>
}

/** @param beside variables that are given in any case */
export const givenBy = (set: ReadonlyArray<string>, beside: Variables) =>
  Effect.map(
    variablesOf(set),
    (own): Given => ({ set: Object.keys(own), variables: { ...beside, ...own }, settable: new Set() })
  )

/**
 * Prints all faults of all files. Then nothing is played, unless `--grep` or `--tags` would leave out every broken
 * file.
 */
export const loadFiles = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  { set, variables, settable: known }: Given,
  flags: Pick<SimulateFlags, "grep" | "tags">
): Effect.fn.Return<ReadonlyArray<LoadedFile>, Ended | CliError.ValidationError> {
  const [files, broken] = yield* Effect.partition(paths, (path) => ScenarioFile.load(path, { variables }))
  for (const name of files.flatMap(({ settable }) => settable)) known.add(name)
  if (broken.length > 0) {
    yield* Console.error(broken.flatMap(({ faults }) => linesOf(faults)).join("\n"))
    const leftOut = yield* Effect.forEach(broken, (one) => isLeftOut(one, flags))
    if (leftOut.includes(false)) return yield* new Ended({ code: 2 })
    // A variable may belong to a broken file.
    return files
  }
  yield* allUsed(set, known, files)
  return files
})

/** Prints each fault; the first ones with the lines around them. */
export const linesOf = (faults: ReadonlyArray<ScenarioFault>): ReadonlyArray<string> =>
  formatAll(faults, shownPath).map((line, index) => {
    const fault = faults[index]
    const framed = index < FRAMES && fault !== undefined ? frameOf(fault) : undefined
    return framed === undefined ? line : `${line}\n${framed}\n`
  })

/** How many faults get a code frame. Our choice: docs/choices.md "Command line". */
const FRAMES = 10

/** A variable that no scenario accepts is a typing mistake. */
const allUsed = (names: ReadonlyArray<string>, settable: ReadonlySet<string>, files: ReadonlyArray<LoadedFile>) => {
  const examples = files.flatMap(({ scenarios }) => scenarios.map(({ example }) => example?.values ?? {}))
  const wrong = names
    .filter((name) => !settable.has(name))
    .map((name) =>
      examples.some((values) => Object.hasOwn(values, name))
        ? `--set ${name}: the tables of examples say what ${name} is`
        : `--set ${name}: no scenario has such a variable${didYouMeanOf(name, settable, "they have none")}`
    )
  return wrong.length === 0 ? Effect.void : badUsage(wrong.join("; "))
}

/**
 * Numbers, true, false and null are read as such; anything else is a text without quotes. Our choice: docs/choices.md
 * "Command line".
 */
const variablesOf = (set: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(set, (text) => {
      const at = text.indexOf("=")
      return at > 0
        ? Effect.succeed([text.slice(0, at), readValue(text.slice(at + 1))] as const)
        : badUsage(`--set cannot be ${JSON.stringify(text)}: it takes NAME=VALUE`)
    }),
    (pairs): Variables => Object.fromEntries(pairs)
  )

const readValue = (text: string): unknown =>
  /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))
    ? JSON.parse(text)
    : text
