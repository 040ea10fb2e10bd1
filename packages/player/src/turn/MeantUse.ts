/** What a use by its parts means in the world, for runs and loads. */
import type { TypedUse, UseOfCommand } from "@backlot/client/session/SessionUse"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { UseParts } from "@backlot/scenario/step/ActUse"
import { Effect } from "effect"
import type { NamedCommand } from "../name/WorldNames.ts"
import { attachedOptions } from "./Files.ts"
import { optionsOf } from "./OptionValues.ts"
import { commandOf, unplayable } from "./Playing.ts"
import type { ActFailure, Turn } from "./Turn.ts"

/** A text, or a command by its id with options in wire shape. */
export type MeantUse = (TypedUse & { readonly found?: never }) | (UseOfCommand & { readonly found: NamedCommand })

/** Fails if there is no such command or subcommand. */
export const meantUse = Effect.fnUntraced(function* (
  turn: Turn,
  { text, command, options, attachments: given }: typeof UseParts.Type
): Effect.fn.Return<MeantUse, ActFailure> {
  const attachments = yield* attachedOptions(turn.playing, given, ["use", "attachments"])
  if (text !== undefined) return { text, attachments }
  if (command === undefined) return yield* unplayable(["use"], "a use has `text` or `command`")
  const scene = yield* turn.scene
  const found = yield* commandOf(turn.playing, scene.channel, { name: command, types: NAMED }, ["use", "command"])
  const filled = optionsOf({ found, command, options, files: attachments, scene, turn })
  const read = Effect.mapError(Effect.fromResult(filled), (why) => unplayable(["use", "options"], why))
  return { found, command: found.id, options: yield* read, attachments }
})

/** Types of command that are used by name and options. */
const NAMED: ReadonlyArray<number> = [CommandType.CHAT_INPUT, CommandType.PRIMARY_ENTRY_POINT]
