/** Commands: typed, used, chosen from a menu, searched in the picker, explained. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import type { Locale } from "@backlot/domain/base/Locale"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import type { Path } from "@backlot/domain/error/Fault"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { defined, fieldsOf, listOf } from "@backlot/scenario/Fields"
import type { UseParts } from "@backlot/scenario/step/ActUse"
import { Effect, Result } from "effect"
import type { Found } from "../name/Finder.ts"
import type { Names } from "../name/Names.ts"
import type { NamedCommand } from "../name/WorldNames.ts"
import { interact, outcomeOf } from "../turn/Interacting.ts"
import { meantUse } from "../turn/MeantUse.ts"
import { resolveMessage } from "../turn/MessageRefs.ts"
import { type ActOutcome, commandOf, outcomeOfError, send, viewpoint } from "../turn/Playing.ts"
import type { Act, ActFailure, Turn } from "../turn/Turn.ts"

export const type: Act<string> = Effect.fnUntraced(function* (turn, text) {
  return yield* useIn(turn, { text, autocomplete: true })
})

export const use: Act<string | typeof UseParts.Type> = Effect.fnUntraced(function* (turn, given) {
  if (typeof given === "string") return yield* useIn(turn, { text: given })
  const { version } = given
  return yield* asNamedNow(turn, meantUse(turn, given), (meant) => {
    const named = "text" in meant ? { text: meant.text } : { command_id: meant.command, options: some(meant.options) }
    const used = useIn(turn, defined({ ...named, attachments: some(meant.attachments), version }))
    return Effect.map(used, (outcome) => explained(outcome, meant.unfound))
  })
})

/** The service does not know the names of a step. */
const explained = (outcome: ActOutcome, unfound: ReadonlyArray<string> = []): ActOutcome =>
  outcome.refused !== "options" || unfound.length === 0
    ? outcome
    : { ...outcome, because: [outcome.because, ...unfound].join("; ") }

const { USER, MESSAGE } = CommandType

const some = <A>(list: ReadonlyArray<A> = []) => (list.length === 0 ? undefined : list)

export const menu: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const { on } = turn.step
  const at = yield* turn.at
  const isText = typeof on === "string" && on !== "last"
  const types = on === undefined || (isText && isSnowflake(on)) ? [USER, MESSAGE] : isText ? [USER] : [MESSAGE]
  return yield* asNamedNow(turn, named(turn, name, types, ["menu"]), ({ found }) =>
    Effect.gen(function* () {
      const target =
        found.type === USER
          ? yield* turn.playing.names.find((names) => targetOf(names, on), ["on"])
          : (yield* resolveMessage(turn, at, on, () => true)).id
      return yield* useIn(turn, { command_id: found.id, target_id: target })
    })
  )
})

export const picker: Act<string> = Effect.fnUntraced(function* (turn, query) {
  const at = viewpoint(yield* turn.at)
  // Any text is sent; the service judges it.
  const locale = turn.step.locale as Locale | undefined
  const answer = yield* send(turn.playing, ControlCall.picker(at, { query, locale }))
  if (answer.status !== 200) return outcomeOfError(answer)
  return { commands: listOf(answer.body, "commands") }
})

export const explain: Act<string> = Effect.fnUntraced(function* (turn, name) {
  const at = viewpoint(yield* turn.at)
  return yield* asNamedNow(turn, named(turn, name, undefined, ["explain"]), ({ found }) =>
    Effect.map(
      send(turn.playing, ControlCall.explain(at, found.id)),
      // `Explanation` of the protocol has the fields of an outcome.
      (answer) => (answer.status === 200 ? { ...fieldsOf(answer.body) } : outcomeOf(answer))
    )
  )
})

const targetOf = (names: Names, on: unknown): Found<string> =>
  typeof on === "string" ? names.user(on) : Result.fail("this menu command needs a user in `on`")

const useIn = Effect.fnUntraced(function* (turn: Turn, body: object) {
  const at = yield* turn.at
  return yield* interact(turn, at, ControlCall.use(viewpoint(at)), body)
})

const named = (turn: Turn, name: string, types: ReadonlyArray<number> | undefined, path: Path) =>
  Effect.flatMap(turn.scene, ({ channel }) =>
    Effect.map(commandOf(turn.playing, channel, { name, types }, path), (found) => ({ found }))
  )

/** Runs with the named command; if refused, once more if the name now means another command or version. */
const asNamedNow = Effect.fnUntraced(function* <
  M extends { readonly found?: NamedCommand },
  A extends { readonly refused?: string; readonly status?: number }
>({ playing }: Turn, find: Effect.Effect<M, ActFailure>, run: (meant: M) => Effect.Effect<A, ActFailure>) {
  const meant = yield* find
  const outcome = yield* run(meant)
  const mayBeOutdated = ["unknown", "options"].includes(outcome.refused ?? "") || outcome.status === 404
  if (!mayBeOutdated || meant.found === undefined) return outcome
  playing.names.forget()
  const now = yield* find
  const isSame = now.found?.id === meant.found.id && now.found.version === meant.found.version
  return isSame ? outcome : yield* run(now)
})
