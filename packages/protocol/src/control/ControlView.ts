/**
 * What a user's client shows beside the messages: guilds with their channels, direct channels, members. Source: product.md
 * "Control plane". Our choice: docs/choices.md "Control plane".
 */
import { guild as limits } from "@backlot/domain/base/Limits"
import { STATUSES } from "@backlot/domain/gateway/Presence"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { described, flag, optional, query, Record, Records } from "../openapi/Endpoint.ts"
import { endpoint } from "./ControlEndpoint.ts"

const id = { id: SnowflakeText }
const nick = Schema.NullOr(Schema.String)

export const SeenUser = Schema.StructWithRest(
  Schema.Struct({ ...id, username: Schema.String, global_name: Schema.NullOr(Schema.String) }),
  [Record]
).annotate({ identifier: "SeenUser", description: "A user object of the platform; a bot has `bot: true`." })

const permissions = (where: string) => described(Schema.String, `Decimal bits of the user's permissions ${where}.`)

const NewestMessage = described(Schema.NullOr(SnowflakeText), "The newest message that everyone sees.")

export const SeenChannel = Schema.StructWithRest(
  Schema.Struct({
    ...id,
    type: Schema.Int,
    name: Schema.String,
    parent_id: Schema.NullOr(SnowflakeText),
    position: Schema.Int,
    topic: Schema.NullOr(Schema.String),
    nsfw: Schema.Boolean,
    last_message_id: NewestMessage,
    permissions: permissions("in the channel")
  }),
  [Record]
).annotate({
  identifier: "SeenChannel",
  description: "A channel or thread of a guild, as the platform's objects are, without its overwrites."
})

const SeenGuild = Schema.Struct({
  ...id,
  name: Schema.String,
  owner_id: SnowflakeText,
  icon: Schema.Null,
  features: Schema.Array(Schema.String),
  channels: described(
    Schema.Array(SeenChannel),
    "The channels that the user sees by position, then the threads. A category that they do not see is left out."
  ),
  roles: described(Records, "Role objects of the platform, those of bots last."),
  nick,
  role_ids: described(Schema.Array(SnowflakeText), "The user's roles, without @everyone."),
  permissions: permissions("in the guild as a whole"),
  timed_out_until: described(Schema.NullOr(Schema.String), "null unless the user is timed out now.")
}).annotate({ identifier: "SeenGuild" })

export const SeenDirectChannel = Schema.StructWithRest(
  Schema.Struct({
    ...id,
    type: described(Schema.Int, "1, or 3 for a group."),
    name: optional(Schema.NullOr(Schema.String), "Of a group."),
    recipients: described(Schema.Array(SeenUser), "All but the user."),
    last_message_id: NewestMessage
  }),
  [Record]
).annotate({ identifier: "SeenDirectChannel" })

const presence = {
  status: described(Schema.Literals(STATUSES), "A bot is online by its gateway session."),
  activities: Schema.Array(
    Schema.StructWithRest(
      Schema.Struct({
        name: Schema.String,
        type: Schema.Int,
        state: optional(Schema.String),
        created_at: described(Schema.Int, "Milliseconds of the service clock.")
      }),
      [Record]
    ).annotate({ identifier: "SeenActivity", description: "An activity object of the platform." })
  ),
  client_status: described(
    Schema.Record(Schema.String, Schema.String),
    "The status on `desktop`, `mobile` and `web`, where it is not offline."
  )
}

export const SeenPresence = Schema.Struct(presence).annotate({ identifier: "SeenPresence" })

const SeenMember = Schema.StructWithRest(
  Schema.Struct({
    user: SeenUser,
    nick,
    roles: described(Schema.Array(SnowflakeText), "Ids; of a bot also its managed role."),
    bot: Schema.Boolean,
    ...presence
  }),
  [Record]
).annotate({ identifier: "SeenMember", description: "A member object of the platform, with the presence." })

export const views = {
  get_view: endpoint.get("/users/:user_id/view", {
    query: { archived: flag("true adds the archived threads. Default: false.") },
    answer: Schema.Struct({
      user: SeenUser,
      guilds: Schema.Array(SeenGuild),
      direct_channels: described(Schema.Array(SeenDirectChannel), "The one with the newest message first."),
      presences: described(
        Schema.Array(Schema.Struct({ user_id: SnowflakeText, ...presence }).annotate({ identifier: "PresenceOfUser" })),
        "Of the user and the recipients of these channels, without those who are offline."
      )
    }).annotate({ identifier: "UserView" }),
    text:
      "Everything that the side bars of this user's client show: their guilds with roles and the channels and threads that " +
      "they see, and their direct channels. All of one moment."
  }),
  get_seen_members: endpoint.get("/users/:user_id/guilds/:guild_id/members", {
    query: {
      limit: query(`1 to ${limits.page}. Default: ${limits.page}.`),
      after: query("Members beyond this user id.")
    },
    answer: Schema.Struct({ members: Schema.Array(SeenMember) }),
    text: "The members of a guild of the user, bots among them, by id."
  })
}
