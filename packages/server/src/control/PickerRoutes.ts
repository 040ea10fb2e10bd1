/** The commands that a user sees in a channel, and why. Source: product.md "Control plane". */
import { LOCALES } from "@backlot/domain/base/Locale"
import * as FormError from "@backlot/domain/error/FormError"
import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import type { Candidate } from "@backlot/domain/permission/CommandsHere"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { entriesOf } from "@backlot/domain/typing/Directory"
import { NAMED_IDS_MAX } from "@backlot/domain/typing/NamedIds"
import { commandsOf, type OfferedCommand, pick, rowCommand, wholeCommand } from "@backlot/domain/typing/Picker"
import * as CommandChoice from "@backlot/usecases/command/CommandChoice"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

export const pickerRoutes = {
  list_commands: Effect.fnUntraced(function* (call: Call) {
    const { user_id, channel_id } = yield* Query.ids(call, "user_id", "channel_id")
    const types = yield* typesOf(call)
    const asked = yield* Query.oneOf(call, "locale", LOCALES)
    const flatten = yield* Query.oneOf(call, "flatten", ["true", "false"])
    const { user, commands } = yield* CommandChoice.list(user_id, channel_id)
    const locale = asked ?? user.locale
    const rows = pick(commands.map(offered), { query: call.query("query"), types, locale })
    return {
      commands:
        flatten === "false"
          ? commandsOf(rows).map((one) => wholeCommand(one, locale))
          : rows.map((row) => rowCommand(row, locale))
    }
  }),
  explain_command: Effect.fnUntraced(function* (call: Call) {
    const { user_id, channel_id, command_id } = yield* Query.ids(call, "user_id", "channel_id", "command_id")
    const { visible, usable, decisions } = yield* CommandChoice.explain(user_id, channel_id, command_id)
    return { visible, usable, decisions }
  }),
  /** What a client needs to read a text as its user means it. Our choice: docs/choices.md "Control plane". */
  get_surroundings: Effect.fnUntraced(function* (call: Call) {
    const { user_id, channel_id } = yield* Query.ids(call, "user_id", "channel_id")
    const ids = yield* Query.idList(call, "ids", NAMED_IDS_MAX)
    const everyone = (yield* Query.oneOf(call, "everyone", ["true", "false"])) !== "false"
    const { user, surroundings } = yield* CommandChoice.surroundings(user_id, channel_id, {
      ids,
      everyone,
      channels: "all"
    })
    const { id, username, locale } = user
    return { user: { id, username, locale }, ...entriesOf(surroundings) }
  })
}

const offered = ({ command, application }: Candidate): OfferedCommand => ({
  command,
  application_name: application.name
})

const TYPES = Object.values(CommandType)

/** Command types with commas between them. */
const typesOf = (call: Call): Effect.Effect<ReadonlyArray<CommandType> | undefined, InvalidForm> => {
  const asked = call.query("type")?.split(",")
  if (asked === undefined) return Effect.succeed(undefined)
  const types = TYPES.filter((type) => asked.includes(String(type)))
  const areKnown = asked.every((text) => TYPES.some((type) => String(type) === text))
  return areKnown ? Effect.succeed(types) : Query.invalid("type", FormError.choices(TYPES))
}
