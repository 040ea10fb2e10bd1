/** Predicts changes of the world. Source: product.md "Control plane". */
import type { Step } from "@backlot/scenario/Step"
import type { Model } from "../model/Model.ts"
import { placeOf } from "../model/ModelWorld.ts"
import type { ChannelChange, WorldOperation } from "../model/Operation.ts"
import { iso } from "../model/RandomWorldFile.ts"

export const predictWorld = (model: Model, operation: WorldOperation): Step | undefined => {
  model.by(`world: ${operation.kind}`)
  switch (operation.kind) {
    case "edit user": {
      Object.assign(model.user(operation.user_id), operation.change)
      return patched(`/users/${operation.user_id}`, operation.change)
    }
    case "edit member":
      return editMember(model, operation)
    case "edit role": {
      const role = model.guild(operation.guild_id).roles.find(({ id }) => id === operation.role_id)
      if (role === undefined) return undefined
      role.permissions = BigInt(operation.permissions)
      const { guild_id, role_id, permissions } = operation
      return patched(`/guilds/${guild_id}/roles/${role_id}`, { permissions })
    }
    case "delete role":
      return deleteRole(model, operation)
    case "edit channel": {
      const place = placeOf(model.world, operation.channel_id)
      if (place?.kind !== "guild") return undefined
      Object.assign(place.channel, changedChannel(operation.change))
      return patched(`/guilds/${operation.guild_id}/channels/${operation.channel_id}`, operation.change)
    }
    case "install in guild":
      return installInGuild(model, operation)
    case "install on user": {
      const user = model.user(operation.user_id)
      const others = user.installs.filter((id) => id !== operation.application_id)
      const was = others.length < user.installs.length
      user.installs = operation.present ? [...others, operation.application_id] : others
      return installStep(`/users/${user.id}/installs/${operation.application_id}`, operation.present, was, {
        scopes: ["applications.commands"]
      })
    }
  }
}

const patched = (path: string, body: object): Step => ({ world: { patch: path, body }, expect: { status: 200 } })

const changedChannel = ({ permission_overwrites, ...rest }: ChannelChange) => ({
  ...rest,
  ...(permission_overwrites === undefined
    ? {}
    : {
        permission_overwrites: permission_overwrites.map((one) => ({
          ...one,
          allow: BigInt(one.allow),
          deny: BigInt(one.deny)
        }))
      })
})

const editMember = (
  model: Model,
  { guild_id, user_id, change }: Extract<WorldOperation, { readonly kind: "edit member" }>
): Step | undefined => {
  const guild = model.guild(guild_id)
  const member = guild.members.find((one) => one.user_id === user_id)
  const known = (change.roles ?? []).every((role) => guild.roles.some(({ id }) => id === role))
  if (member === undefined || !known) return undefined
  const { roles, timed_out_for } = change
  if (roles !== undefined) member.roles = roles
  if (timed_out_for !== undefined) member.timed_out_until = timed_out_for === null ? null : model.now_ms + timed_out_for
  const body = {
    ...(roles === undefined ? {} : { roles }),
    ...(timed_out_for === undefined
      ? {}
      : { timed_out_until: timed_out_for === null ? null : iso(model.now_ms + timed_out_for) })
  }
  return patched(`/guilds/${guild_id}/members/${user_id}`, body)
}

/** "Leaves its members, the overwrites of channels and the permissions of commands." */
const deleteRole = (
  model: Model,
  { guild_id, role_id }: Extract<WorldOperation, { readonly kind: "delete role" }>
): Step | undefined => {
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
const installInGuild = (
  model: Model,
  { guild_id, application_id, present }: Extract<WorldOperation, { readonly kind: "install in guild" }>
): Step => {
  const { installs } = model.guild(guild_id)
  const was = installs.has(application_id)
  if (present) installs.set(application_id, ["bot", "applications.commands"])
  else installs.delete(application_id)
  if (!present && was) {
    const application = model.application(application_id)
    const own = [undefined, guild_id].flatMap((scope) => model.commands.list({ application, guild_id: scope }))
    model.overwrites.forgetIn(guild_id, [application_id, ...own.map(({ id }) => id)])
  }
  const body = { scopes: ["bot", "applications.commands"], permissions: "0" }
  return installStep(`/guilds/${guild_id}/installs/${application_id}`, present, was, body)
}

const installStep = (path: string, present: boolean, was: boolean, body: object): Step =>
  present
    ? { world: { put: path, body }, expect: { status: was ? 200 : 201 } }
    : { world: { delete: path }, expect: { status: was ? 204 : 404 } }
