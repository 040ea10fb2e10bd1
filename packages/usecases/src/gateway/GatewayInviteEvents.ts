/** Invites, for bots that may manage their channel. Source: the platform's documentation of gateway events, "Invites". */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { inviteCreateData } from "@backlot/domain/guild/InviteWire"
import type { Invite } from "@backlot/domain/record/World"
import { invitedOf } from "../access/Invited.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfInvite {
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly code: string
  readonly invite: Invite
}

const INTENTS: Audience.Intents = ["GUILD_INVITES", "GUILD_INVITES"]

export const HANDLERS: Audience.Handlers = {
  "invite.created": Audience.on<OfInvite>(
    function* ({ guild_id, channel_id, invite }, hearing) {
      const managers = yield* Audience.managersOf(guild_id, channel_id, hearing)
      if (managers === undefined) return []
      const shown = yield* invitedOf([invite])
      return shown.flatMap((one) => Audience.toAudience(managers, "INVITE_CREATE", INTENTS, inviteCreateData(one)))
    },
    ["GUILD_INVITES"]
  ),
  "invite.deleted": Audience.on<OfInvite>(
    function* ({ guild_id, channel_id, code }, hearing) {
      const managers = yield* Audience.managersOf(guild_id, channel_id, hearing)
      if (managers === undefined) return []
      return Audience.toAudience(managers, "INVITE_DELETE", INTENTS, { channel_id, guild_id, code })
    },
    ["GUILD_INVITES"]
  )
}
