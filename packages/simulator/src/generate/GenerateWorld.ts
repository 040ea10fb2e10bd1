/** Draws changes of the world. */
import type { Chance } from "../model/Chance.ts"
import type { Model } from "../model/Model.ts"
import { LOCALES, THREADS } from "../model/ModelWorld.ts"
import { drawOverwrites, ROLE_BITS } from "../model/RandomWorld.ts"
import { writtenMember, writtenOverwrite } from "../model/RandomWorldFile.ts"
import { type Row, row } from "./GenerateCommands.ts"

const drawGuild = (model: Model, chance: Chance) => chance.pick(model.world.guilds)

export const worldOperations: ReadonlyArray<Row> = [
  row(1, (model, chance) => ({
    kind: "edit user",
    user_id: chance.pick(model.world.users).id,
    change: chance.pick([{ locale: chance.pick(LOCALES) }, { adult: !chance.once(3) }, { nsfw_dms: chance.once(2) }])
  })),
  row(2, (model, chance) => {
    const guild = drawGuild(model, chance)
    const { user_id } = chance.pick(guild.members)
    const all = guild.roles.slice(1).map(({ id }) => id)
    const roles = chance.some(all, 3)
    const change = chance.once(4) ? { timed_out_for: chance.pick([null, 1_000, 60_000]) } : { roles }
    return { kind: "edit member", guild_id: guild.id, user_id, change }
  }),
  row(1, (model, chance) => {
    const guild = drawGuild(model, chance)
    const role = chance.maybe(guild.roles.slice(1))
    const bits = chance.some(ROLE_BITS, 3).reduce((set, bit) => set | bit, chance.once(10) ? 8n : 0n)
    return role && { kind: "edit role", guild_id: guild.id, role_id: role.id, permissions: String(bits) }
  }),
  row(0.2, (model, chance) => {
    const guild = drawGuild(model, chance)
    const role = chance.maybe(guild.roles.slice(1))
    return role && { kind: "delete role", guild_id: guild.id, role_id: role.id }
  }),
  row(2, (model, chance) => {
    const guild = drawGuild(model, chance)
    const channel = chance.pick(guild.channels)
    const roles = guild.roles.map(({ id }) => id)
    const members = guild.members.map(({ user_id }) => user_id)
    const permission_overwrites = drawOverwrites(chance, roles, members).map(writtenOverwrite)
    const ofChannel = () => (chance.once(3) ? { nsfw: chance.once(2) } : { permission_overwrites })
    const ofThread = () =>
      channel.type === 12 && chance.once(2)
        ? { members: chance.some(members, 4).map(writtenMember) }
        : { archived: chance.once(2), locked: chance.once(2) }
    const change = THREADS.includes(channel.type) ? ofThread() : ofChannel()
    return { kind: "edit channel", guild_id: guild.id, channel_id: channel.id, change }
  }),
  row(0.5, (model, chance) => {
    const guild = drawGuild(model, chance)
    const { id } = chance.pick(model.world.applications)
    return { kind: "install in guild", guild_id: guild.id, application_id: id, present: !chance.once(4) }
  }),
  row(1, (model, chance) => ({
    kind: "install on user",
    user_id: chance.pick(model.world.users).id,
    application_id: chance.pick(model.world.applications.filter((a) => a.integration_types.includes(1))).id,
    present: !chance.once(3)
  }))
]
