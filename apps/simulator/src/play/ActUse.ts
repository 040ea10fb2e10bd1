/** Commands as users meet them: typed, used, chosen in menus, searched, explained. */
import type { RawOption } from "@backlot/client/RawOption"
import { isSnowflake } from "@backlot/domain/Snowflake"
import { Effect, Result } from "effect"
import type { UseParts } from "../scenario/Step.ts"
import { fieldsOf } from "./Fields.ts"
import { attached } from "./Files.ts"
import { interact, outcomeOf } from "./Interacting.ts"
import { resolveMessage } from "./MessageRefs.ts"
import type { Found, Names } from "./Names.ts"
import { optionsOf } from "./OptionValues.ts"
import { applicationOf, outcomeOfError, unplayable } from "./Playing.ts"
import type { Act, ActFailure, Turn } from "./Turn.ts"
import type { NamedCommand } from "./WorldNames.ts"

export const type: Act<string> = Effect.fnUntraced(function* (turn, text) {
  return yield* useIn(turn, { text, autocomplete: true })
})

export const use: Act<string | typeof UseParts.Type> = Effect.fnUntraced(function* (turn, given) {
  if (typeof given === "string") return yield* useIn(turn, { text: given })
  const { text, command, options, version } = given
  const files = yield* Effect.forEach(given.attachments ?? [], ({ option, ...file }, index) =>
    Effect.map(attached(turn.playing, file, ["use", "attachments", index]), (one) => ({ option, ...one }))
  )
  const beside = {
    ...(files.length === 0 ? {} : { attachments: files }),
    ...(version === undefined ? {} : { version })
  }
  if (text !== undefined) return yield* useIn(turn, { text, ...beside })
  if (command === undefined) return yield* unplayable(["use"], "a use has `text` or `command`")
  const scene = yield* turn.scene
  return yield* withCommand(turn, command, ["use", "command"], CHAT, (found) => {
    const uploads = files.map(({ option }) => option)
    const filled = optionsOf({ found, command, options, uploads, scene, turn })
    if (Result.isFailure(filled)) return Effect.fail(unplayable(["use", "options"], filled.failure))
    return useIn(turn, { command_id: found.id, ...optional(filled.success), ...beside })
  })
})

const CHAT = [1, 4]
const USER = 2
const MESSAGE = 3
const MENUS = [USER, MESSAGE]

const optional = (options: ReadonlyArray<RawOption>) => (options.length === 0 ? {} : { options })

export const menu: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const { step } = turn
  const { on } = step
  const { user, channel } = yield* turn.scene
  const isText = typeof on === "string" && on !== "last"
  const types = on === undefined || (isText && isSnowflake(on)) ? MENUS : isText ? [USER] : [MESSAGE]
  return yield* withCommand(turn, name, ["menu"], types, (found) =>
    Effect.gen(function* () {
      const target =
        found.type === USER
          ? yield* turn.playing.names.find((names) => targetOf(names, on), ["on"])
          : (yield* resolveMessage(turn, { user, channel: channel.id }, on, () => true)).id
      return yield* useIn(turn, { command_id: found.id, target_id: target })
    })
  )
})

export const picker: Act<string> = Effect.fnUntraced(function* (turn, query) {
  const { user, channel } = yield* turn.scene
  const asked = new URLSearchParams({ query, ...localeOf(turn) })
  const answer = yield* turn.playing.control("GET", `/users/${user}/channels/${channel.id}/commands?${asked}`)
  if (answer.status !== 200) return outcomeOfError(answer)
  const { commands } = fieldsOf(answer.body)
  return { commands: Array.isArray(commands) ? commands : [] }
})

export const explain: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const { user, channel } = yield* turn.scene
  return yield* withCommand(turn, name, ["explain"], undefined, (found) =>
    Effect.map(
      turn.playing.control("GET", `/users/${user}/channels/${channel.id}/commands/${found.id}/explain`),
      // `Explanation` of the protocol has the fields of an outcome.
      (answer) => (answer.status === 200 ? { ...fieldsOf(answer.body) } : outcomeOf(answer))
    )
  )
})

const targetOf = (names: Names, on: unknown): Found<string> =>
  typeof on === "string" ? names.user(on) : Result.fail("this menu command is used on a user: say whom")

const localeOf = ({ step: { locale } }: Turn) => (locale === undefined ? {} : { locale })

const useIn = Effect.fnUntraced(function* (turn: Turn, body: object) {
  const { user, channel } = yield* turn.scene
  return yield* interact(turn, { user, channel: channel.id }, `channels/${channel.id}/interactions`, body)
})

/**
 * Runs with the command of this name. Was it refused, and does the name mean another command, or another version of it,
 * in the world as it is now, it runs once more: names that were read before are no refusal.
 */
const withCommand = Effect.fnUntraced(function* <A extends { readonly refused?: string; readonly status?: number }>(
  turn: Turn,
  name: string,
  path: ReadonlyArray<string>,
  types: ReadonlyArray<number> | undefined,
  run: (found: NamedCommand) => Effect.Effect<A, ActFailure>
) {
  const { playing } = turn
  const { channel } = yield* turn.scene
  const application_id = (yield* applicationOf(playing, undefined, path)).id
  const scope = { guild_id: channel.guild_id, application_id, ...(types === undefined ? {} : { types }) }
  const find = playing.names.find((names) => names.command(name, scope), path)
  const found = yield* find
  const outcome = yield* run(found)
  const mayBeOutdated = ["unknown", "options"].includes(outcome.refused ?? "") || outcome.status === 404
  if (!mayBeOutdated) return outcome
  playing.names.forget()
  const now = yield* find
  return now.id === found.id && now.version === found.version ? outcome : yield* run(now)
})
