/** What invites name: users, roles and applications. Inside a transaction. */
import { partialApplication } from "@backlot/domain/application/ApplicationWire"
import { UnknownInvite } from "@backlot/domain/error/ServiceError"
import { type Invited, inviteObject } from "@backlot/domain/guild/InviteWire"
import type { Application, Invite } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import * as Collections from "../store/Collections.ts"
import { existing } from "../store/Transact.ts"
import { accounts } from "./Accounts.ts"
import { guildChannel } from "./ChannelObjects.ts"

/** Who invites, and to what. Dispatches show an application without its key. */
export const invitedOf = function* (invite: Invite, publicKey?: (seed: string) => string) {
  const { inviter_id, target_user_id, target_application_id } = invite
  const people = yield* accounts([inviter_id, target_user_id].flatMap((id) => id ?? []))
  const application =
    target_application_id === undefined ? undefined : yield* Collections.applications.get(target_application_id)
  return {
    invite,
    inviter: people.get(inviter_id ?? ""),
    target_user: people.get(target_user_id ?? ""),
    target_application: application && shownApplication(application, publicKey)
  }
}

const shownApplication = (application: Application, publicKey: ((seed: string) => string) | undefined) => {
  const { verify_key, ...rest } = partialApplication(application, publicKey?.(application.private_key) ?? "")
  return publicKey === undefined ? rest : { ...rest, verify_key }
}

/** The invite as everybody sees it. */
export const shownInvite = function* (invite: Invite) {
  const guild = yield* existing(Collections.guilds.get(invite.guild_id), UnknownInvite)
  const channel = yield* existing(guildChannel(invite.channel_id), UnknownInvite)
  const roles = yield* Collections.roles.existing((invite.role_ids ?? []).map((role) => [invite.guild_id, role]))
  const { publicKey } = yield* Body.use(Secrets)
  return inviteObject({ ...(yield* invitedOf(invite, publicKey)), guild, channel, roles } satisfies Invited)
}
