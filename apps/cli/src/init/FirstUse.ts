/** How a command is used first: with plausible values for the options that it needs. Source: docs/init.md. */
import { CommandType, OptionType } from "@backlot/domain/record/ApplicationCommand"
import { type Fields, fieldsOf, listOf, textOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import type { FirstPlace } from "./FirstWorld.ts"

/** A command with its subcommand, as a person types it without options, and how it is used. */
export interface FirstUse {
  readonly name: string
  readonly use: Pick<Step, "use" | "menu" | "on">
  /** What somebody says first, for a menu of messages. */
  readonly after?: string
}

/** The uses of slash commands, those first that need the least and change the least; then those of context menus. */
export const usesOf = (commands: ReadonlyArray<unknown>, place: FirstPlace): ReadonlyArray<FirstUse> => [
  ...slashUses(commands, place),
  ...commands.map(fieldsOf).flatMap((command) => menuUse(command, place))
]

const menuUse = (command: Fields, { other }: FirstPlace): ReadonlyArray<FirstUse> => {
  const name = textOf(command, "name") ?? ""
  if (command["type"] === CommandType.USER) return [{ name, use: { menu: name, on: other } }]
  if (command["type"] !== CommandType.MESSAGE) return []
  return [{ name, use: { menu: name, on: { content: SAID } }, after: SAID }]
}

/** A message for a menu. */
const SAID = "hello"

const slashUses = (commands: ReadonlyArray<unknown>, place: FirstPlace): ReadonlyArray<FirstUse> =>
  commands
    .map(fieldsOf)
    .filter(({ type }) => (type ?? CommandType.CHAT_INPUT) === CommandType.CHAT_INPUT)
    .flatMap((command) => leavesOf(command, textOf(command, "name") ?? ""))
    .map(({ name, options }) => ({ name, options: options.filter(({ required }) => required === true) }))
    .map((one) => ({
      ...one,
      rank: one.options.length + (FIRST.test(one.name) ? -1 : 0) + (LAST.test(one.name) ? 100 : 0)
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name, options }) => ({ name: `/${name}`, use: { use: useOf(name, options, place) } }))

const FIRST = /^(?:ping|hello|help|hi|about|info)$/i
/** They may end the bot, or take away what the next ones need. */
const LAST = /shut|stop|restart|reboot|kill|quit|exit|reload|nuke|purge|kick|ban|leave|delete/i

interface Leaf {
  readonly name: string
  readonly options: ReadonlyArray<Fields>
}

const leavesOf = (command: Fields, name: string): ReadonlyArray<Leaf> => {
  const options = listOf(command, "options").map(fieldsOf)
  const inner = options.filter(({ type }) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP)
  if (inner.length === 0) return [{ name, options }]
  return inner.flatMap((option) => leavesOf(option, `${name} ${textOf(option, "name") ?? ""}`))
}

const useOf = (name: string, options: ReadonlyArray<Fields>, place: FirstPlace): NonNullable<Step["use"]> => {
  if (options.length === 0) return `/${name}`
  const files = options.filter(({ type }) => type === OptionType.ATTACHMENT)
  const others = options.filter(({ type }) => type !== OptionType.ATTACHMENT)
  return {
    command: name,
    ...(others.length === 0
      ? {}
      : {
          options: Object.fromEntries(others.map((option) => [textOf(option, "name") ?? "", plausible(option, place)]))
        }),
    ...(files.length === 0
      ? {}
      : {
          attachments: files.map((one) => ({ option: textOf(one, "name") ?? "", text: "hello", filename: "hello.txt" }))
        })
  }
}

const plausible = (option: Fields, place: FirstPlace): unknown => {
  const [choice] = listOf(option, "choices").map(fieldsOf)
  if (choice !== undefined) return choice["value"]
  switch (option["type"]) {
    case OptionType.INTEGER:
    case OptionType.NUMBER:
      return numberOf(option)
    case OptionType.BOOLEAN:
      return true
    case OptionType.USER:
    case OptionType.MENTIONABLE:
      return place.other
    case OptionType.CHANNEL:
      return place.channel
    case OptionType.ROLE:
      return place.role
    default:
      return sized(textOf(option, "name") === "name" ? "Rex" : "hello", option)
  }
}

const numberOf = ({ min_value, max_value }: Fields): number => {
  const least = typeof min_value === "number" ? min_value : undefined
  const most = typeof max_value === "number" ? max_value : undefined
  return Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY)
}

const sized = (text: string, { min_length, max_length }: Fields): string => {
  const padded = typeof min_length === "number" ? text.padEnd(min_length, "o") : text
  return typeof max_length === "number" ? padded.slice(0, Math.max(max_length, 1)) : padded
}
