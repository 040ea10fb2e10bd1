/** What a use by its parts means in the world, for runs and loads. */
import type { TypedUse, UseOfCommand } from "@backlot/client/session/SessionUse"
import { isLocale, type Locale } from "@backlot/domain/base/Locale"
import { type CommandOption, CommandType, OptionType } from "@backlot/domain/record/ApplicationCommand"
import type { Directory } from "@backlot/domain/typing/Directory"
import { isLeaf, isNesting } from "@backlot/domain/typing/OptionKind"
import type { RawOption } from "@backlot/domain/typing/RawOption"
import { readValue } from "@backlot/domain/typing/TextValue"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { UseParts } from "@backlot/scenario/step/ActUse"
import { Array as Arr, Effect, Result } from "effect"
import { idNamed } from "../name/Names.ts"
import type { NamedCommand } from "../name/WorldNames.ts"
import { attachedOptions } from "./Files.ts"
import { commandOf, type Scene, unplayable } from "./Playing.ts"
import type { ActFailure, Turn } from "./Turn.ts"

/** A text, or a command by its id with options in wire shape. */
export type MeantUse =
  | (TypedUse & { readonly found?: never; readonly unfound?: never })
  | (UseOfCommand & { readonly found: NamedCommand; readonly unfound: ReadonlyArray<string> })

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
  const read = yield* Effect.mapError(Effect.fromResult(filled), (why) => unplayable(["use", "options"], why))
  return { found, command: found.id, options: read, attachments, unfound: unfoundIn(read, turn, scene) }
})

/** A sentence for each name that nobody has, which goes to the service as it is. */
const unfoundIn = (options: ReadonlyArray<RawOption>, turn: Turn, { channel, user }: Scene): ReadonlyArray<string> =>
  options.flatMap(({ type, value, options: inner = [] }) => {
    const kinds = (type !== undefined && ENTITIES.get(type)) || []
    const names = turn.playing.names.known()
    const found = kinds.map((kind) =>
      idNamed(names, kind, String(value), { guild_id: channel.guild_id, user_id: user })
    )
    const isFound = MENTION.test(String(value)) || found.some(Result.isSuccess)
    return [...(isFound ? [] : Arr.getFailures(found)), ...unfoundIn(inner, turn, { channel, user })]
  })

const ENTITIES: ReadonlyMap<number, ReadonlyArray<"user" | "channel" | "role">> = new Map([
  [OptionType.USER, ["user"]],
  [OptionType.CHANNEL, ["channel"]],
  [OptionType.ROLE, ["role"]],
  [OptionType.MENTIONABLE, ["user", "role"]]
])

const MENTION = /^<[@#]/

/** Types of command that are used by name and options. */
const NAMED: ReadonlyArray<number> = [CommandType.CHAT_INPUT, CommandType.PRIMARY_ENTRY_POINT]

interface Filling {
  readonly found: NamedCommand
  /** As written, with its subcommand. */
  readonly command: string
  /** By name; or a list in wire shape, which stays as it is. */
  readonly options: unknown
  /** Files that come along. */
  readonly files: ReadonlyArray<{ readonly option: string }>
  readonly scene: Scene
  readonly turn: Turn
}

/** Names become values; options that the command does not have go to the service. Fails for an unknown subcommand. */
const optionsOf = (filling: Filling): Result.Result<ReadonlyArray<RawOption>, string> => {
  const { found, command, options, files } = filling
  // The service judges options in wire shape.
  if (Array.isArray(options)) return Result.succeed(options as ReadonlyArray<RawOption>)
  return Result.map(chainOf(command.replace(/^\//, ""), found), (chain) => {
    const declared = (chain.length === 0 ? found.options : chain.at(-1)?.options) ?? []
    const given = { ...Object.fromEntries(files.map(({ option }) => [option, option])), ...fieldsOf(options) }
    const leaves = Object.entries(given).map(([name, value]): RawOption => {
      const option = declared.find((one) => one.name === name)
      if (option === undefined || !isLeaf(option) || typeof value !== "string") return { name, value }
      return { name, type: option.type, value: readValue(option, value, localeOf(filling), directoryOf(filling)) }
    })
    return chain.reduceRight<ReadonlyArray<RawOption>>(
      (inner, { name, type }) => [{ name, type, options: inner }],
      leaves
    )
  })
}

/** The group and the subcommand after the command's own name. */
const chainOf = (command: string, found: NamedCommand): Result.Result<ReadonlyArray<CommandOption>, string> => {
  const rest = command.startsWith(found.name) ? command.slice(found.name.length) : ""
  const chain: Array<CommandOption> = []
  let inside = found.options ?? []
  for (const word of rest.split(" ").filter((one) => one !== "")) {
    const next = inside.filter(isNesting).find(({ name }) => name === word)
    if (next === undefined) return Result.fail(`/${found.name} has no subcommand ${JSON.stringify(word)}`)
    chain.push(next)
    inside = next.options ?? []
  }
  return Result.succeed(chain)
}

const localeOf = ({ turn, scene }: Filling): Locale => {
  const own = turn.playing.names.known().world.users.find(({ id }) => id === scene.user)?.locale
  const locale = turn.step.locale ?? own
  return isLocale(locale) ? locale : "en-US"
}

/** Everything in the world that a name may mean here; ids pass. */
const directoryOf = ({ turn, scene }: Filling): Directory => {
  const names = turn.playing.names.known()
  const { guild_id } = scene.channel
  const found = <A, B>(result: Result.Result<A, string>, to: (one: A) => B): B | undefined =>
    Result.isSuccess(result) ? to(result.success) : undefined
  const user = (id: string) => ({ id, username: id, global_name: null })
  const channel = (id: string) => ({ id, name: null, type: 0 })
  return {
    user,
    findUser: (name) => found(names.user(name), user),
    channel,
    findChannel: (name) =>
      found(names.channel(name, scene.user), (place) => ("id" in place ? channel(place.id) : undefined)),
    role: (id) => ({ id, name: id }),
    findRole: (name) => found(names.role(name, guild_id), ({ id }) => ({ id, name })),
    attachment: () => undefined,
    attachments: [],
    names: () => []
  }
}
