/** Draws what users do. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import type { ModelCommand } from "../model/ModelCommands.ts"
import { type Json, listOf } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import type { UseValue } from "../model/Operation.ts"
import { usable } from "../predict/PredictUsers.ts"
import { type Row, row } from "./GenerateCommands.ts"

export const userOperations: ReadonlyArray<Row> = [
  row(10, (model, chance) => ({
    kind: "open picker",
    ...drawPlace(model, chance),
    locale: chance.once(3) ? chance.pick(["de", "en-GB", "es-419", "ko"]) : undefined
  })),
  row(14, (model, chance) => {
    const focused = chance.once(4) ? undefined : drawFocus(model, chance)
    if (focused !== undefined) return { kind: "explain", ...focused }
    const command = drawCommand(model, chance, [1, 2, 3, 4])
    return command && { kind: "explain", ...drawPlace(model, chance), command_id: command.id }
  }),
  row(10, (model, chance) => {
    const place = drawPlace(model, chance)
    // Prefers a command that the user may use there: most are not usable.
    const command = chance.once(3)
      ? undefined
      : chance.maybe(usable(model, place.user_id, place.channel_id).filter(({ type }) => type === 1))
    const used = command ?? drawCommand(model, chance, [1])
    return used && { kind: "use", ...place, command_id: used.id, ...drawUse(used, chance, model) }
  })
]

/** A member in a channel of the guild, or a participant of a direct conversation. */
const drawPlace = (model: Model, chance: Chance) => {
  if (chance.once(5)) {
    const channel = chance.pick(model.world.direct_channels)
    const users = channel.recipients.filter((id) => model.world.users.some((user) => user.id === id))
    return { user_id: chance.pick(users), channel_id: channel.id }
  }
  const guild = chance.pick(model.world.guilds)
  return { user_id: chance.pick(guild.members).user_id, channel_id: chance.pick(guild.channels).id }
}

/**
 * A command with overwrites (its own or its application's), in their guild, used by somebody the overwrites can name.
 */
const drawFocus = (model: Model, chance: Chance) => {
  const guild = chance.pick(model.world.guilds)
  const id = chance.maybe(model.overwrites.ids(guild.id))
  const application = model.world.applications.find((one) => one.id === id)
  const scopes = application === undefined ? [] : [undefined, guild.id].map((guild_id) => ({ application, guild_id }))
  const command_id =
    application === undefined ? id : chance.maybe(scopes.flatMap((scope) => model.commands.list(scope)))?.id
  if (id === undefined || command_id === undefined) return undefined
  const targets = model.overwrites.of(guild.id, id)
  const named = targets.filter(({ type }) => type === 2).map(({ id }) => id)
  const members = guild.members.map(({ user_id }) => user_id)
  const here = targets.filter(({ type, id }) => type === 3 && guild.channels.some((channel) => channel.id === id))
  const user = chance.once(2) ? chance.maybe(named.filter((id) => members.includes(id))) : undefined
  const user_id = user ?? chance.pick(members)
  const channel = chance.once(3) ? chance.maybe(here) : undefined
  return { command_id, user_id, channel_id: channel?.id ?? chance.pick(guild.channels).id }
}

const drawCommand = (model: Model, chance: Chance, types: ReadonlyArray<number>): ModelCommand | undefined => {
  const application = chance.pick(model.world.applications)
  const guild_id = chance.once(2) ? undefined : chance.pick(model.world.guilds).id
  return chance.maybe(model.commands.list({ application, guild_id }).filter(({ type }) => types.includes(type)))
}

/** The version that the user knows; sometimes an old one, or one of another command. */
const drawUse = (command: ModelCommand, chance: Chance, model: Model) => {
  const versions = [...model.made].filter((name) => name.startsWith("${v"))
  const stale = chance.once(3) ? chance.maybe(versions) : command.version
  const version = chance.once(3) ? undefined : stale
  return { version, values: listOf(command.record["options"]).flatMap((option) => drawValue(option, chance)) }
}

const drawValue = (option: Json, chance: Chance): ReadonlyArray<UseValue> => {
  const { name, type, required } = option
  if (typeof name !== "string" || (required === true ? chance.once(12) : chance.once(2))) return []
  const choices = listOf(option["choices"])
  if (choices.length > 0 && !chance.once(8)) {
    const { value } = chance.pick(choices)
    return typeof value === "string" || typeof value === "number" ? [{ name, value }] : []
  }
  switch (type) {
    case 3:
      return [{ name, value: chance.pick(["a", "dog", "a longer text", "犬犬犬"]) }]
    case 4:
      return [{ name, value: drawNumber(option, chance, Limits.value.integerMax, 1) }]
    case 5:
      return [{ name, value: chance.once(2) }]
    case 10:
      return [{ name, value: drawNumber(option, chance, Limits.value.numberMax, 0.5) }]
    default:
      return []
  }
}

/** In the middle, at a limit, or just beyond: beyond the widest limits, the next number is two away. */
const drawNumber = ({ min_value, max_value }: Json, chance: Chance, widest: number, step: number): number => {
  const min = typeof min_value === "number" ? min_value : -widest
  const max = typeof max_value === "number" ? max_value : widest
  const beyond = (bound: number) => (Math.abs(bound) === widest && step < 1 ? 2 : step)
  return chance.pick([0, min, min, min - beyond(min), max, max, max + beyond(max)])
}
