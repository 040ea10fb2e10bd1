/** Predicts changes of the world. Source: product.md "Control plane". */
import { defined } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { BOT_SCOPES, placeOf, USER_SCOPES } from "../model/ModelWorld.ts"
import type { Of, WorldOperation } from "../model/Operation.ts"
import { iso } from "../model/RandomWorldFile.ts"

export const predictWorld = (model: Model, operation: WorldOperation): Step | undefined => {
  model.by(`world: ${operation.kind}`)
  switch (operation.kind) {
    case "edit user":
      Object.assign(model.user(operation.user_id), operation.change)
      return patched(`/users/${operation.user_id}`, operation.change)
    case "edit member":
      return editMember(model, operation)
    case "edit role": {
      const { guild_id, role_id, permissions } = operation
      const role = model.guild(guild_id).roles.find(({ id }) => id === role_id)
      if (role === undefined) return undefined
      role.permissions = BigInt(permissions)
      return patched(`/guilds/${guild_id}/roles/${role_id}`, { permissions })
    }
    case "delete role":
      return deleteRole(model, operation)
    case "edit channel": {
      const { guild_id, channel_id, change } = operation
      const place = placeOf(model.world, channel_id)
      if (place?.kind !== "guild") return undefined
      const overwrites = change.permission_overwrites?.map(({ allow, deny, ...target }) => ({
        ...target,
        allow: BigInt(allow),
        deny: BigInt(deny)
      }))
      const members = change.members?.map(({ user_id }) => user_id)
      Object.assign(place.channel, change, defined({ permission_overwrites: overwrites, members }))
      return patched(`/guilds/${guild_id}/channels/${channel_id}`, change)
    }
    case "install in guild":
      return installInGuild(model, operation)
    case "install on user": {
      const { application_id, present } = operation
      const user = model.user(operation.user_id)
      const was = user.installs.includes(application_id)
      const others = user.installs.filter((id) => id !== application_id)
      user.installs = present ? [...others, application_id] : others
      return installStep(`/users/${user.id}/installs/${application_id}`, present, was, { scopes: USER_SCOPES })
    }
  }
}

const patched = (path: string, body: object): Step => ({ world: { patch: path, body }, expect: { status: 200 } })

const editMember = (model: Model, { guild_id, user_id, change: { roles, timed_out_for } }: Of<"edit member">) => {
  const guild = model.guild(guild_id)
  const member = guild.members.find((one) => one.user_id === user_id)
  const isKnown = (roles ?? []).every((role) => guild.roles.some(({ id }) => id === role))
  if (member === undefined || !isKnown) return undefined
  const until = typeof timed_out_for === "number" ? model.now_ms + timed_out_for : timed_out_for
  Object.assign(member, defined({ roles, timed_out_until: until }))
  const body = defined({ roles, timed_out_until: typeof until === "number" ? iso(until) : until })
  return patched(`/guilds/${guild_id}/members/${user_id}`, body)
}

/** "Leaves its members, the overwrites of channels and the permissions of commands." */
const deleteRole = (model: Model, { guild_id, role_id }: Of<"delete role">): Step | undefined => {
  const guild = model.guild(guild_id)
  if (!guild.roles.some(({ id }) => id === role_id) || role_id === guild_id) return undefined
  guild.roles = guild.roles.filter(({ id }) => id !== role_id)
  for (const member of guild.members) member.roles = member.roles.filter((id) => id !== role_id)
  for (const channel of guild.channels) {
    channel.permission_overwrites = channel.permission_overwrites.filter(({ id, type }) => type !== 0 || id !== role_id)
  }
  for (const id of model.overwrites.ids(guild_id)) {
    const rest = model.overwrites.of(guild_id, id).filter((target) => target.type !== 1 || target.id !== role_id)
    model.overwrites.set(guild_id, id, rest)
  }
  return { world: { delete: `/guilds/${guild_id}/roles/${role_id}` }, expect: { status: 204 } }
}

/** Uninstalling removes the application's permissions; its commands of the guild stay, hidden. */
const installInGuild = (model: Model, { guild_id, application_id, present }: Of<"install in guild">): Step => {
  const { installs } = model.guild(guild_id)
  const was = installs.has(application_id)
  if (present) installs.set(application_id, BOT_SCOPES)
  else installs.delete(application_id)
  if (!present && was) {
    const application = model.application(application_id)
    const own = [undefined, guild_id].flatMap((scope) => model.commands.list({ application, guild_id: scope }))
    model.overwrites.forgetIn(guild_id, [application_id, ...own.map(({ id }) => id)])
  }
  const body = { scopes: BOT_SCOPES, permissions: "0" }
  return installStep(`/guilds/${guild_id}/installs/${application_id}`, present, was, body)
}

const installStep = (path: string, present: boolean, was: boolean, body: object): Step =>
  present
    ? { world: { put: path, body }, expect: { status: was ? 200 : 201 } }
    : { world: { delete: path }, expect: { status: was ? 204 : 404 } }
