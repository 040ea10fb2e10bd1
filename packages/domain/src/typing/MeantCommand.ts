/**
 * The command that a user means by a text: one that they may use, or else one that is hidden from them, so that a refusal can
 * say why. Source: wire-interactions.md §5.2, §5.8.
 */
import { Result } from "effect"
import type { Judged } from "../permission/CommandsHere.ts"
import type { Directory } from "./Directory.ts"
import { type ReadUse, readUse, type UseFaults, type UseInput } from "./UseReading.ts"

export interface MeantUse {
  /** Undefined where the input names no command. */
  readonly meant: Judged | undefined
  readonly reading: Result.Result<ReadUse, UseFaults>
}

/** `judged` holds CHAT_INPUT commands, best first. */
export const readMeant = (judged: ReadonlyArray<Judged>, given: UseInput, directory: Directory): MeantUse => {
  const readAmong = (among: ReadonlyArray<Judged>): MeantUse => {
    const commands = among.map(({ command }) => command)
    const reading = readUse(given, commands, directory)
    const { command } = Result.isSuccess(reading) ? reading.success : reading.failure
    return { reading, meant: among.find((one) => one.command.id === command?.id) }
  }
  const shown = readAmong(judged.filter(({ evaluation }) => evaluation.usable))
  if (shown.meant !== undefined) return shown
  const hidden = readAmong(judged)
  return hidden.meant === undefined ? shown : hidden
}
