/** `--file`: files that a user brings along. Their size is bounded where they are read. */
import type { UseParts } from "@backlot/scenario/step/ActUse"
import { Effect } from "effect"
import { Flag } from "effect/cli"
import { badUsage } from "../given/Given.ts"

const several = (name: string) => Flag.atLeast(Flag.String(name), 1)

export const OPTION_FILES = {
  file: [several, "A file for an ATTACHMENT option: OPTION=PATH; repeatable", "OPTION=PATH"]
} as const

export const FILES = { file: [several, "A file to attach; repeatable", "PATH"] } as const

type OptionFiles = NonNullable<(typeof UseParts.Type)["attachments"]>

/** Fails with a usage error for a word without the name of an option. */
export const optionFiles = (words: ReadonlyArray<string>) =>
  Effect.forEach(words, (word): Effect.Effect<OptionFiles[number], Effect.Error<ReturnType<typeof badUsage>>> => {
    const at = word.indexOf("=")
    return at < 1 || at === word.length - 1
      ? badUsage(`--file ${JSON.stringify(word)} is not OPTION=PATH, as in: --file photo=rex.png`)
      : Effect.succeed({ option: word.slice(0, at), path: word.slice(at + 1) })
  })
