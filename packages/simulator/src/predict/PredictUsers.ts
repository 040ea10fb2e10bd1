/** Predicts what users see and use. Source: wire-interactions.md §5, §7, §8; service.md "Option types"; product.md "Control plane". */
import { defined } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import type { ModelCommand } from "../model/ModelCommands.ts"
import { type Json, listOf } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import { readBy } from "../model/ModelRecord.ts"
import { judgeUse, type Verdict } from "../model/ModelVisibility.ts"
import { type ModelApplication, type ModelPlace, type ModelUser, placeOf } from "../model/ModelWorld.ts"
import type { Of, UserOperation, UseValue } from "../model/Operation.ts"
import { inAnyOrder } from "./PredictCall.ts"

export const predictUser = (model: Model, operation: UserOperation): Step | undefined => {
  const place = placeOf(model.world, operation.channel_id)
  if (place === undefined) return undefined
  const user = model.user(operation.user_id)
  const common = { as: user.id, in: operation.channel_id }
  if (operation.kind === "open picker") {
    const { locale } = operation
    const rows = pickerRows(model, user, place, locale ?? user.locale)
    return { ...common, ...defined({ locale }), picker: "", expect: { commands: inAnyOrder(rows) } }
  }
  const found = allCommands(model).find(({ command }) => command.id === operation.command_id)
  if (found === undefined) return undefined
  const verdict = judge(model, user, place, found)
  model.by(verdict.rule)
  if (operation.kind === "explain") {
    const { visible, usable } = verdict
    return { ...common, explain: operation.command_id, expect: { visible, usable } }
  }
  return { ...common, ...usedStep(model, operation, found.command, verdict) }
}

/** The commands that a user may use in a channel. */
export const usable = (model: Model, user_id: string, channel_id: string): ReadonlyArray<ModelCommand> => {
  const place = placeOf(model.world, channel_id)
  if (place === undefined) return []
  const user = model.user(user_id)
  return allCommands(model).flatMap((found) => (judge(model, user, place, found).usable ? [found.command] : []))
}

interface Found {
  readonly command: ModelCommand
  readonly application: ModelApplication
}

/** Of any application and scope. */
const allCommands = (model: Model): ReadonlyArray<Found> =>
  model.world.applications.flatMap((application) =>
    [undefined, ...model.world.guilds.map(({ id }) => id)].flatMap((guild_id) =>
      model.commands.list({ application, guild_id }).map((command) => ({ command, application }))
    )
  )

const judge = (model: Model, user: ModelUser, place: ModelPlace, { command, application }: Found): Verdict => {
  const lists = (id: string) => (place.kind === "guild" ? model.overwrites.of(place.guild.id, id) : [])
  return judgeUse(
    { command, application, user, now_ms: model.now_ms, own: lists(command.id), general: lists(application.id) },
    place
  )
}

/** One row per subcommand, otherwise one per command, in the user's language. */
const pickerRows = (model: Model, user: ModelUser, place: ModelPlace, locale: string): ReadonlyArray<Json> =>
  allCommands(model)
    .filter(({ command }) => command.type !== 4)
    .filter((found) => {
      const verdict = judge(model, user, place, found)
      model.by(verdict.rule)
      return verdict.visible
    })
    .flatMap(({ command: { id, version, type, record } }) => {
      model.by("localization: the picker falls back")
      const { name, name_localizations } = record
      const row = { id, version, type, name, name_localized: readBy(name, name_localizations, locale) }
      const paths = leafPaths(record)
      return paths.length === 0 ? [row] : paths.map((path) => ({ ...row, path: [name, ...path].join(" ") }))
    })

const leafPaths = (node: Json): ReadonlyArray<ReadonlyArray<unknown>> =>
  listOf(node["options"]).flatMap((option) => {
    if (option["type"] === 1) return [[option["name"]]]
    return option["type"] === 2 ? leafPaths(option).map((path) => [option["name"], ...path]) : []
  })

/**
 * Checks permission, then version, then options. An accepted use is delivered to an endpoint that refuses connections.
 */
const usedStep = (
  model: Model,
  { command_id, version, values }: Of<"use">,
  command: ModelCommand,
  verdict: Verdict
): Step => {
  const use = { command: command_id, ...defined({ version, options: values.length === 0 ? undefined : values }) }
  if (verdict.reason !== undefined) return { use, expect: { refused: verdict.reason } }
  if (command.record["guild_id"] === undefined && version !== undefined && version !== command.version) {
    return model.decides("versions: a stale global command is refused", { use, expect: { refused: "stale" } })
  }
  return valuesFit(listOf(command.record["options"]), values)
    ? model.decides("values: fit, and the use is delivered", { use, expect: { refused: false, state: "failed" } })
    : model.decides("values: refused", { use, expect: { refused: "options" } })
}

/** For a command without subcommands; one with subcommands cannot be invoked itself. */
const valuesFit = (options: ReadonlyArray<Json>, values: ReadonlyArray<UseValue>): boolean => {
  if (options.some(({ type }) => type === 1 || type === 2)) return false
  const given = (name: unknown) => values.find((value) => value.name === name)
  return (
    options.every((option) => option["required"] !== true || given(option["name"]) !== undefined) &&
    values.every(({ name, value }) => {
      const option = options.find((one) => one["name"] === name)
      return option !== undefined && fits(option, value)
    })
  )
}

const fits = (option: Json, value: string | number | boolean): boolean => {
  const choices = listOf(option["choices"])
  if (choices.length > 0 && !choices.some((choice) => choice["value"] === value)) return false
  switch (option["type"]) {
    case 3:
      return typeof value === "string" && between([...value].length, option["min_length"], option["max_length"])
    case 4:
      return Number.isInteger(value) && isNumber(option, value, Limits.value.integerMax)
    case 5:
      return typeof value === "boolean"
    case 10:
      return isNumber(option, value, Limits.value.numberMax)
    default:
      return false
  }
}

const isNumber = ({ min_value, max_value }: Json, value: unknown, widest: number): boolean =>
  typeof value === "number" && Math.abs(value) <= widest && between(value, min_value, max_value)

const between = (value: number, min: unknown, max: unknown): boolean =>
  (typeof min !== "number" || value >= min) && (typeof max !== "number" || value <= max)
