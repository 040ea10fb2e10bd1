/** What invites name: users, channels, roles and applications. Inside a transaction. */
import { partialApplication } from "@backlot/domain/application/ApplicationWire"
import { platformActivity } from "@backlot/domain/application/PlatformActivity"
import { UnknownInvite } from "@backlot/domain/error/ServiceError"
import { inviteObject } from "@backlot/domain/guild/InviteWire"
import { type Application, type Invite, isDirect } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import type { Collection } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { accounts } from "./Accounts.ts"

type PublicKey = (seed: string) => string

/** Who invites, and to what. Dispatches show an application without its key. */
export const invitedOf = function* (invites: ReadonlyArray<Invite>, publicKey?: PublicKey) {
  const people = yield* accounts(
    distinct(invites, ({ inviter_id, target_user_id }) => [inviter_id, target_user_id].flatMap((id) => id ?? []))
  )
  const named = distinct(invites, ({ target_application_id: id }) => id ?? [])
  const applications = yield* byId(Collections.applications, named)
  return invites.map((invite) => {
    const id = invite.target_application_id ?? ""
    const application = applications.get(id)
    return {
      invite,
      inviter: people.get(invite.inviter_id ?? ""),
      target_user: people.get(invite.target_user_id ?? ""),
      target_application:
        application === undefined ? withKey(platformActivity(id), publicKey) : shownApplication(application, publicKey)
    }
  })
}

const distinct = (invites: ReadonlyArray<Invite>, idsOf: (invite: Invite) => string | ReadonlyArray<string>) => [
  ...new Set(invites.flatMap(idsOf))
]

const byId = function* <A extends { readonly id: string }>(
  { existing }: Pick<Collection<A>, "existing">,
  ids: ReadonlyArray<string>
) {
  const found = yield* existing(ids.map((id) => [id]))
  return new Map(found.map((one) => [one.id, one]))
}

const shownApplication = (application: Application, publicKey: PublicKey | undefined) => {
  const { tags, ...rest } = partialApplication(application, publicKey?.(application.private_key) ?? "")
  const given = tags.length === 0 ? rest : { ...rest, tags }
  return withKey(given, publicKey)
}

const withKey = <A extends { readonly verify_key: string }>(shown: A | undefined, publicKey: PublicKey | undefined) => {
  if (shown === undefined || publicKey !== undefined) return shown
  const { verify_key: _, ...rest } = shown
  return rest
}

/** Invites as everybody sees them. `more`: what only some see. */
export const shownInvites = function* <M extends object = object>(
  invites: ReadonlyArray<Invite>,
  more?: (invite: Invite) => M
) {
  const { publicKey } = yield* Body.use(Secrets)
  const guilds = yield* byId(
    Collections.guilds,
    distinct(invites, ({ guild_id }) => guild_id)
  )
  const channels = yield* byId(
    Collections.channels,
    distinct(invites, ({ channel_id }) => channel_id)
  )
  const given = invites.flatMap(({ guild_id, role_ids = [] }) => role_ids.map((id) => [id, [guild_id, id]] as const))
  const found = yield* Collections.roles.existing([...new Map(given).values()])
  const roles = new Map(found.map((role) => [role.id, role]))
  return (yield* invitedOf(invites, publicKey)).flatMap((invited) => {
    const { guild_id, channel_id, role_ids = [] } = invited.invite
    const [guild, channel] = [guilds.get(guild_id), channels.get(channel_id)]
    if (guild === undefined || channel === undefined || isDirect(channel)) return []
    const shown = inviteObject({ ...invited, guild, channel, roles: role_ids.flatMap((id) => roles.get(id) ?? []) })
    // Without `more`, M is an object without fields.
    return [{ ...shown, ...(more?.(invited.invite) as M) }]
  })
}

/** One of them. */
export const shownInvite = function* <M extends object = object>(invite: Invite, more?: (invite: Invite) => M) {
  const [shown] = yield* shownInvites([invite], more)
  return shown ?? (yield* new UnknownInvite())
}
