/** Draws calls about overwrites. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import * as Limits from "../model/ModelLimits.ts"
import type { CommandTarget, ModelApplication, ModelGuild } from "../model/ModelWorld.ts"
import type { Act, GuildRef } from "../model/Operation.ts"
import { drawApplication, type Row, row } from "./GenerateCommands.ts"

export const overwriteOperations: ReadonlyArray<Row> = [
  row(2, (model, chance) => ({ kind: "list overwrites", ...drawPlace(model, chance) })),
  row(2, (model, chance) =>
    onTarget(model, chance, (place, command_id) => ({ kind: "get overwrites", command_id, ...place }))
  ),
  row(9, (model, chance) => put(model, chance))
]

const drawPlace = (model: Model, chance: Chance): GuildRef => ({
  application_id: drawApplication(model, chance).id,
  guild_id: chance.pick(model.world.guilds).id
})

/** A command of the guild, or the application itself. */
const onTarget = (model: Model, chance: Chance, act: (place: GuildRef, id: string) => Act): Act | undefined => {
  const place = drawPlace(model, chance)
  if (chance.once(5)) return act(place, place.application_id)
  const id = drawCommand(model, chance, model.application(place.application_id), place.guild_id)
  return id === undefined ? undefined : act(place, id)
}

const drawCommand = (model: Model, chance: Chance, application: ModelApplication, guild_id: string) => {
  const scopes = [undefined, chance.once(15) ? chance.pick(model.world.guilds).id : guild_id]
  return chance.maybe(scopes.flatMap((scope) => model.commands.list({ application, guild_id: scope })))?.id
}

const put = (model: Model, chance: Chance): Act | undefined =>
  onTarget(model, chance, (place, command_id) => {
    const guild = model.guild(place.guild_id)
    const before = model.overwrites.of(guild.id, command_id)
    // Keeps some existing targets, which the edit then does not affect.
    const kept = chance.some(before)
    const drawn = drawTargets(guild, chance, command_id === place.application_id ? 4 : 2).filter(
      (one) => !kept.some(({ id, type }) => id === one.id && type === one.type)
    )
    const targets = chance.once(12) ? [] : [...kept, ...drawn]
    const broken = chance.once(15) ? [...targets, ...wrong(chance, targets)] : targets
    return { kind: "put overwrites", command_id, targets: broken, user_id: drawUser(model, guild, chance), ...place }
  })

/** The owner may always, others sometimes, the bot never. */
const drawUser = (model: Model, guild: ModelGuild, chance: Chance): string | undefined => {
  if (chance.once(20)) return undefined
  return chance.once(2) ? guild.owner_id : chance.pick(model.world.users).id
}

/** Denials for all commands are rarer, because they hide everything else. */
const drawTargets = (guild: ModelGuild, chance: Chance, deniesOneIn: number): ReadonlyArray<CommandTarget> => {
  const some = (type: number, ids: ReadonlyArray<string>, oneIn: number) =>
    chance.some(ids, oneIn).map((id) => ({ id, type, permission: !chance.once(deniesOneIn) }))
  const roles = guild.roles.map(({ id }) => id)
  const users = guild.members.map(({ user_id }) => user_id)
  const places = [...guild.channels.filter(({ type }) => type === 0).map(({ id }) => id), String(BigInt(guild.id) - 1n)]
  return [...some(1, roles, 4), ...some(2, users, 5), ...some(3, places, 5)]
}

const wrong = (chance: Chance, targets: ReadonlyArray<CommandTarget>): ReadonlyArray<CommandTarget> =>
  chance.pick([
    [{ id: "299999999999999999", type: 1, permission: true }],
    [{ id: "299999999999999999", type: 3, permission: true }],
    targets.slice(0, 1),
    // As many as the limit allows, or one more.
    strangers(Limits.command.overwrites - targets.length),
    strangers(Limits.command.overwrites - targets.length + 1)
  ])

/** Users outside the guild. */
const strangers = (count: number): ReadonlyArray<CommandTarget> =>
  Array.from({ length: count }, (_, i) => {
    return { id: `3999999999999${String(i).padStart(5, "0")}`, type: 2, permission: false }
  })
