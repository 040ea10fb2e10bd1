/** An invite of a guild. */

import { guild as limits } from "../../base/Limits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownInvite } from "../../error/ServiceError.ts"
import type { Invite, World } from "../../record/World.ts"
import { Any, Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { isGone } from "../field/Gone.ts"
import { between, distinct, each, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { type Placed, place } from "../rule/Placed.ts"
import { referencesIn } from "../rule/References.ts"
import * as Relation from "../rule/Relation.ts"
import { by, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { type Element, type GuildKind, withoutGuild } from "./Element.ts"

const { ageSeconds, uses, targets } = limits.invites

const own = fieldsOf("invite", {
  code: [Text, required, Value.inviteCode],
  channel_id: [Id, required, Relation.invitingChannel, Relation.invitingType],
  inviter_id: [Id, Value.account],
  uses: [Int, between(0, 2 ** 31 - 1), Relation.usesLeft],
  max_uses: [Int, between(0, uses)],
  max_age: [Int, between(0, ageSeconds)],
  temporary: [Bool],
  created_at: [Text, Value.time],
  target_type: [Int, oneOf([1, 2]), Relation.withTarget],
  target_user_id: [Id, Relation.targetOf(1), Value.user],
  target_application_id: [Id, Relation.targetOf(2), Value.activity],
  role_ids: [list(Any), size(0, limits.roles), each(Value.id, Relation.roleOfGuild, Relation.notEveryone), distinct],
  target_user_ids: [list(Any), size(0, targets), each(Value.id), distinct]
})

type Draft = typeof own.shape.Type

/** It never expires where the file does not say when: a fixture stays. */
const defaults = {
  invite: {
    inviter_id: null,
    uses: 0,
    max_uses: 0,
    max_age: 0,
    temporary: false,
    created_at: "2025-01-01T00:00:00Z",
    role_ids: []
  }
}

const LEFT_OUT = { target_type: null, target_user_id: null, target_application_id: null }

const build = (guild_id: Snowflake, draft: Draft): Invite => {
  const { target_type: type, ...target } = beyond(
    draft,
    ["target_type", "target_user_id", "target_application_id"],
    LEFT_OUT
  )
  const roles = Value.texts(draft.role_ids)
  return {
    code: draft.code ?? "",
    guild_id,
    channel_id: draft.channel_id ?? "",
    inviter_id: draft.inviter_id ?? defaults.invite.inviter_id,
    uses: draft.uses ?? defaults.invite.uses,
    max_uses: draft.max_uses ?? defaults.invite.max_uses,
    max_age: draft.max_age ?? defaults.invite.max_age,
    temporary: draft.temporary ?? defaults.invite.temporary,
    created_at: draft.created_at ?? defaults.invite.created_at,
    ...(type === 1 || type === 2 ? { target_type: type } : {}),
    ...target,
    ...(roles.length === 0 ? {} : { role_ids: roles }),
    // An empty list is not the same as none: nobody can join then.
    ...(draft.target_user_ids == null ? {} : { target_user_ids: Value.texts(draft.target_user_ids) })
  }
}

/** It goes with its channel, and with what it shows; it stays without its inviter and without a role. */
const without: Element<Invite>["without"] = (invite, gone) => {
  const { guild_id, channel_id, inviter_id, target_user_id, target_application_id } = invite
  const ends =
    isGone(gone, "guilds", guild_id) ||
    isGone(gone, "channels", channel_id) ||
    (target_user_id !== undefined && isGone(gone, "account", target_user_id)) ||
    (target_application_id !== undefined && isGone(gone, "applications", target_application_id))
  if (ends) return undefined
  const left = withoutRoles(invite, (role) => isGone(gone, "roles", guild_id, role))
  return inviter_id !== null && isGone(gone, "account", inviter_id) ? { ...left, inviter_id: null } : left
}

const withoutRoles = (invite: Invite, isLost: (role: Snowflake) => boolean): Invite => {
  const { role_ids, ...rest } = invite
  const roles = role_ids?.filter((role) => !isLost(role))
  if (roles === undefined || roles.length === role_ids?.length) return invite
  return roles.length === 0 ? rest : { ...invite, role_ids: roles }
}

export const element = {
  list: "invites",
  ...own,
  defaults,
  ids: uniqueIds<{ readonly invite?: ReadonlyArray<Placed<Draft>> }>("invite", (p) =>
    by(p.invite ?? [], "code", ({ code }) => code)
  ),
  named: "code",
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  collections: ["invite"],
  key: (invite) => [invite.code],
  order: (invite) => [invite.guild_id, invite.code],
  indexes: { guild: (invite) => [invite.guild_id, invite.code], channel: (invite) => [invite.channel_id] },
  belongsTo: ["guild"],
  without,
  event: (invite) => ({ guild_id: invite.guild_id, channel_id: invite.channel_id, code: invite.code, invite }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownInvite,
    timed: true,
    around: (world, { guild_id }) => ({ references: referencesIn(world), rivals: rivals(world, guild_id) }),
    record: ({ guild_id }, draft) => build(guild_id, draft)
  }
} satisfies GuildKind<Invite, Draft, "invite">

/** Invites of other guilds: none may have the same code. */
export const rivals = ({ invites }: World, guildId: Snowflake) => ({
  invite: invites.flatMap(({ guild_id, code }) => (guild_id === guildId ? [] : [place([], { code })]))
})
