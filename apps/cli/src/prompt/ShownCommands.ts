/** The commands that applications have registered, as a table. Source: docs/prompt.md. */
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { finder } from "@backlot/player/name/Finder"
import { field, listOf, textOf } from "@backlot/scenario/Fields"
import { Console, Effect, Result } from "effect"
import type { ControlServer } from "../control/ControlAsk.ts"
import { badUsage } from "../given/Given.ts"
import { columns } from "./Columns.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { read, serverOf } from "./PromptServer.ts"

interface Wanted {
  /** By name or id. */
  readonly app: string | undefined
  readonly guild: string | undefined
}

interface Named {
  readonly id: string
  readonly name: string
}

export const showCommands = Effect.fnUntraced(function* (wanted: Wanted, flags: PromptFlags) {
  const { commands, lines } = yield* registeredOn(serverOf(flags), wanted)
  yield* Console.log(flags.json?.value === true ? JSON.stringify({ commands }) : lines.join("\n"))
})

/** Global commands belong to every guild. */
export const registeredOn = Effect.fnUntraced(function* (server: ControlServer, { app, guild }: Wanted) {
  const world = yield* read(server, "/world?parts=applications,guilds,commands")
  const [apps, guilds] = [namedIn(world, "applications"), namedIn(world, "guilds")]
  const appId = yield* idOf("application", "--app", app, apps)
  const guildId = yield* idOf("guild", "--guild", guild, guilds)
  const commands = listOf(world, "commands").filter((command) => {
    const place = field(command, "guild_id") ?? undefined
    return (
      (appId === undefined || field(command, "application_id") === appId) &&
      (guildId === undefined || place === undefined || place === guildId)
    )
  })
  const nameOf = (all: ReadonlyArray<Named>, id: unknown) => all.find((one) => one.id === id)?.name ?? String(id)
  const rows = commands.flatMap((command) => {
    const place = field(command, "guild_id") ?? undefined
    const where = place === undefined ? "everywhere" : nameOf(guilds, place)
    const by = nameOf(apps, field(command, "application_id"))
    return usesOf(command).map(([text, description]) => [text, by, where, description])
  })
  const lines = commands.length === 0 ? [NONE] : columns([["COMMAND", "APP", "WHERE", "DESCRIPTION"], ...rows])
  return { commands, lines }
})

const NONE = "no commands: start the app, so that it registers them, or ask for others"

const namedIn = (world: unknown, part: string): ReadonlyArray<Named> =>
  listOf(world, part).map((one) => ({ id: textOf(one, "id") ?? "", name: textOf(one, "name") ?? "" }))

const idOf = (kind: string, flag: string, text: string | undefined, all: ReadonlyArray<Named>) => {
  if (text === undefined) return Effect.succeed(undefined)
  const found = finder(kind, all, ({ name }) => [name])(text)
  return Result.isSuccess(found) ? Effect.succeed(found.success.id) : badUsage(`${flag}: ${found.failure}`)
}

/** What a person types and reads about it; a command with subcommands has a row for each. */
const usesOf = (command: unknown): ReadonlyArray<readonly [text: string, description: string]> => {
  const prefix = PREFIXES.get(field(command, "type")) ?? "/"
  const walk = (node: unknown, path: string): ReadonlyArray<readonly [string, string]> => {
    const options = listOf(node, "options")
    const name = `${path}${textOf(node, "name") ?? "?"}`
    const below = options.filter((option) => SUBCOMMANDS.has(field(option, "type")))
    if (below.length > 0) return below.flatMap((option) => walk(option, `${name} `))
    return [[[name, ...options.map(optionText)].join(" "), textOf(node, "description") ?? ""]]
  }
  return walk(command, prefix)
}

/** SUB_COMMAND and SUB_COMMAND_GROUP. */
const SUBCOMMANDS: ReadonlySet<unknown> = new Set([1, 2])

const optionText = (option: unknown): string => {
  const text = `${textOf(option, "name") ?? "?"}:`
  return field(option, "required") === true ? text : `[${text}]`
}

export const PREFIXES: ReadonlyMap<unknown, string> = new Map([
  [CommandType.USER, "user menu: "],
  [CommandType.MESSAGE, "message menu: "],
  [CommandType.PRIMARY_ENTRY_POINT, "launcher: "]
])
