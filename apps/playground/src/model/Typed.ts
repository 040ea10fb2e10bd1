/** A typed command: what the picker offers for it, how it is read, and the interaction that the application would get. */
import type { Locale } from "@backlot/domain/base/Locale"
import { userObject } from "@backlot/domain/guild/UserWire"
import { pending } from "@backlot/domain/interaction/Interaction"
import { buildPayload } from "@backlot/domain/interaction/InteractionPayload"
import type { Judged } from "@backlot/domain/permission/CommandsHere"
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import { InteractionType } from "@backlot/domain/record/InteractionKind"
import { parseText } from "@backlot/domain/typing/CommandText"
import { directoryOf, entriesOf } from "@backlot/domain/typing/Directory"
import { readMeant } from "@backlot/domain/typing/MeantCommand"
import { type PickerCommand, pick, rowCommand } from "@backlot/domain/typing/Picker"
import type { ReadUse } from "@backlot/domain/typing/UseReading"
import { Result } from "effect"
import type { Here } from "./Here.ts"

/** Characters of a typed command. Our choice: docs/choices.md "Command line". */
export const TYPED_MAX = 4_000

export interface ReadPart {
  /** Such as `adopt`, `animal` or `options`. */
  readonly path: string
  readonly value: string
  /** From 0. */
  readonly column: number
}

export interface Typed {
  /** The rows that the picker shows for the text. */
  readonly rows: ReadonlyArray<PickerCommand>
  /** The options of the command that the text names. */
  readonly named: PickerCommand | undefined
  readonly parts: ReadonlyArray<ReadPart>
  /** Why it would not be delivered. */
  readonly refused: string | undefined
  /** The interaction as the application receives it. */
  readonly interaction: ReturnType<typeof buildPayload> | undefined
}

export const readTyped = (given: string, here: Here, locale: Locale): Typed => {
  const text = given.slice(0, TYPED_MAX)
  const offered = here.judged.filter(({ evaluation }) => evaluation.visible)
  const rowsFor = (query: string) =>
    pick(
      offered.map(({ command, application }) => ({ command, application_name: application.name })),
      { query, types: [CommandType.CHAT_INPUT], locale }
    )
  const slash = here.judged.filter(({ command }) => command.type === CommandType.CHAT_INPUT)
  const directory = directoryOf(entriesOf(here.entities))
  const { meant, reading } = readMeant(slash, { input: { text }, autocomplete: false, locale }, directory)
  const rows = rowsFor(text).map((row) => rowCommand(row, locale))
  const named =
    meant === undefined
      ? undefined
      : rowsFor("")
          .filter(({ command }) => command.id === meant.command.id)
          .map((row) => rowCommand(row, locale))
          .find(({ path, name, path_localized, name_localized }) =>
            [path ?? name, path_localized ?? name_localized].some((one) => `${text} `.startsWith(`/${one} `))
          )
  return {
    rows,
    named,
    parts: meant === undefined ? [] : partsOf(text, meant, { locale, directory }),
    ...outcomeOf(meant, reading, here, locale)
  }
}

type Outcome = Pick<Typed, "refused" | "interaction">

const outcomeOf = (
  meant: Judged | undefined,
  reading: ReturnType<typeof readMeant>["reading"],
  here: Here,
  locale: Locale
): Outcome => {
  if (meant !== undefined && !meant.evaluation.usable) {
    const failed = meant.evaluation.decisions.find(({ outcome }) => outcome === "fail")
    return { refused: `${meant.evaluation.reason}: ${failed?.because}`, interaction: undefined }
  }
  if (Result.isFailure(reading)) return { refused: reading.failure.because, interaction: undefined }
  if (meant === undefined) return { refused: "no such command exists", interaction: undefined }
  return { refused: undefined, interaction: interactionOf(meant, reading.success, here, locale) }
}

const partsOf = (
  text: string,
  { command }: Judged,
  context: { readonly locale: Locale; readonly directory: ReturnType<typeof directoryOf> }
): ReadonlyArray<ReadPart> => {
  const parsed = parseText(text, { candidates: [command], ...context })
  if (Result.isFailure(parsed)) return []
  const { options, columns } = parsed.success
  return [
    { path: "command", value: command.name, column: 1 },
    ...columns
      .filter(({ path }) => path.at(-1) !== "value")
      .map(({ path, column }) => {
        const option = at(options, path)
        const value = option?.value
        return {
          path: option?.name ?? "",
          value: value === undefined ? "subcommand" : JSON.stringify(value),
          column
        }
      })
  ]
}

interface Nested {
  readonly name: string
  readonly value?: unknown
  readonly options?: ReadonlyArray<Nested>
}

/** The option at a path such as `0, "options", 1`. */
const at = (options: ReadonlyArray<Nested>, path: ReadonlyArray<string | number>): Nested | undefined => {
  const [index, , ...rest] = path
  const option = options[Number(index)]
  return rest.length === 0 ? option : at(option?.options ?? [], rest)
}

/** No server has an id for it. */
const ID = "990000000000000000"

const interactionOf = ({ command, application, evaluation }: Judged, filled: ReadUse, here: Here, locale: Locale) => {
  const { place, world, now } = here
  const record = pending({
    id: ID,
    type: InteractionType.APPLICATION_COMMAND,
    application_id: application.id,
    token: "the-token-of-this-interaction",
    user_id: place.user.id,
    channel_id: place.channel.id,
    guild_id: place.kind === "guild" ? place.guild.id : null,
    context: evaluation.context,
    authorizing_integration_owners: evaluation.integration_owners,
    installed_here: evaluation.installed_here,
    locale,
    options: filled.options,
    created_ms: now
  })
  return buildPayload({
    record,
    application,
    command,
    user: userObject(place.user),
    place,
    guild_install: place.guildInstalls.find((one) => one.application_id === application.id),
    bot_member:
      place.kind === "guild"
        ? world.members.find((one) => one.guild_id === place.guild.id && one.user_id === application.bot.id)
        : undefined,
    recipients: here.entities.users.flatMap(({ user }) => (user.id === application.bot.id ? [] : [user])),
    entities: here.entities,
    now_ms: now
  })
}
