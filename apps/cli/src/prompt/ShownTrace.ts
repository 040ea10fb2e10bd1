/** The trace of an interaction: what was decided, sent and answered. Source: docs/prompt.md. */
import { formatMillis } from "@backlot/scenario/Duration"
import { field, listOf, textOf } from "@backlot/scenario/Fields"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { Console, Effect, Option, Stream } from "effect"
import type { ControlServer } from "../control/ControlAsk.ts"
import { badUsage } from "../given/Given.ts"
import { columns } from "./Columns.ts"
import { keptAfter } from "./LoggedEvents.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { read, serverOf } from "./PromptServer.ts"

export const showTrace = Effect.fnUntraced(function* (id: string | undefined, flags: PromptFlags) {
  const interaction = yield* tracedOn(serverOf(flags), id)
  yield* Console.log(flags.json?.value === true ? JSON.stringify(interaction) : traceLines(interaction).join("\n"))
})

/** As `GET /control/v1/interactions/{id}` answers; without an id the newest that the log still has. */
export const tracedOn = Effect.fnUntraced(function* (server: ControlServer, id: string | undefined) {
  if (id !== undefined && !/^\d{1,20}$/.test(id)) {
    return yield* badUsage(
      `INTERACTION: ${JSON.stringify(id)} is not the id of an interaction; \`use --json\` prints it`
    )
  }
  const known = id ?? (yield* newest(server))
  const missing = badUsage(
    `INTERACTION: there is no interaction ${known}; \`backlot events --type interaction\` lists them`
  )
  return yield* read(server, `/interactions/${known}`, missing)
})

const newest = Effect.fnUntraced(function* (server: ControlServer) {
  const events = yield* keptAfter(server, 0)
  const last = yield* Stream.runLast(Stream.filter(events, ({ type }) => type === "interaction.created"))
  const id = Option.getOrUndefined(Option.flatMap(last, ({ data }) => Option.fromUndefinedOr(idIn(data))))
  return id ?? (yield* badUsage("the log has no interaction: use a command first"))
}, Effect.scoped)

const idIn = (data: unknown) => textOf(data, "interaction_id") ?? textOf(data, "id")

const WIDTH = 400

/** `+12ms  delivered  { … }`, from the first line on. */
export const traceLines = (interaction: unknown): ReadonlyArray<string> => {
  const lines = listOf(interaction, "trace")
  const began = Number(field(lines[0], "at") ?? 0)
  const rows = lines.map((line) => [
    `+${formatMillis(Number(field(line, "at") ?? began) - began)}`,
    textOf(line, "what") ?? "?",
    oneLine(formatValue(field(line, "detail"), WIDTH), WIDTH)
  ])
  const error = textOf(interaction, "error")
  const head = `${textOf(interaction, "interaction_id") ?? "?"} ${textOf(interaction, "state") ?? "?"}`
  return [error === undefined ? head : `${head}: ${oneLine(error, WIDTH)}`, ...columns(rows)]
}
