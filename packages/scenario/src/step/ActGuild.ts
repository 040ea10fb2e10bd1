/** Guilds that users join and leave, and their voice channels. */
import { Schema } from "effect"
import { field, textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, named, plain, short, verb } from "./Act.ts"

const VoiceJoin = Schema.Struct({
  channel: Name.annotate({ description: "The voice or stage channel." }),
  self_mute: optional(Schema.Boolean, "They are muted."),
  self_deaf: optional(Schema.Boolean, "They hear nobody."),
  self_stream: optional(Schema.Boolean, "They share their screen."),
  self_video: optional(Schema.Boolean, "They show their camera."),
  request_to_speak: optional(Schema.Boolean, "In a stage channel: they ask to speak.")
}).annotate({ identifier: "VoiceJoin" })

const JoinReview = Schema.Struct({
  user: Name.annotate({ description: "Who asked to join." }),
  approve: Schema.Boolean.annotate({ description: "true lets them in, false rejects them." }),
  guild: optional(Name, "Default: the guild of the channel."),
  reason: optional(Text, "Why they are rejected; they see it.")
}).annotate({ identifier: "JoinReview" })

const NewInvite = Schema.Struct({
  max_age: optional(Schema.Finite, "Seconds; 0 for ever. Default: a day."),
  max_uses: optional(Schema.Finite, "0, the default, for any number."),
  temporary: optional(Schema.Boolean, "Whether it makes temporary members."),
  unique: optional(Schema.Boolean, "true: never one of theirs that is alike."),
  target_type: optional(Schema.Finite, "1 for a user's stream, 2 for an application's Activity."),
  target_user: optional(Name, "Whose stream it is to."),
  target_application: optional(Name, "Whose Activity it is to."),
  target_users: optional(Schema.Array(Name), "The only users that can accept it."),
  roles: optional(Schema.Array(Name), "Roles that it gives: needs MANAGE_ROLES.")
}).annotate({ identifier: "NewInvite" })

export const guildActs = {
  create_invite: {
    shape: NewInvite.annotate({
      description:
        "The user makes an invite to the channel: needs CREATE_INSTANT_INVITE. The outcome has the invite, whose code is body.code."
    }),
    actor: "user in channel",
    sentence: () => "makes an invite"
  },
  revoke_invite: {
    shape: Text.annotate({
      description:
        "The user revokes an invite by its code: needs MANAGE_CHANNELS or MANAGE_GUILD. The outcome has the invite."
    }),
    actor: "user",
    sentence: verb("revokes the invite")
  },
  accept_invite: {
    shape: Text.annotate({
      description: "The user joins a guild by the code of an invite; the outcome has the invite, with new_member."
    }),
    actor: "user",
    sentence: verb("accepts the invite")
  },
  leave_guild: named("The user leaves a guild, by its name or id.", "leaves the guild"),
  boost_guild: named(
    "The user boosts a guild once more; the outcome has their member, with premium_since.",
    "boosts the guild"
  ),
  stop_boosting: named("All boosts of the user for a guild end.", "stops boosting the guild"),
  accept_rules: named(
    "The user accepts the rules of a guild and is not pending any more.",
    "accepts the rules of the guild"
  ),
  ask_to_join: named(
    "The user asks to join a guild that lets people in one by one; the outcome has the request.",
    "asks to join the guild"
  ),
  withdraw_join_request: named(
    "The user withdraws their request to join a guild, or forgets that it was rejected.",
    "withdraws their request to join the guild"
  ),
  review_join_request: {
    shape: JoinReview.annotate({
      description:
        "The user lets somebody in who asked to join the guild, or rejects them: needs KICK_MEMBERS. The outcome has the request."
    }),
    actor: "user",
    sentence: (value) =>
      `${field(value, "approve") === true ? "lets" : "rejects"} ${textOf(value, "user") ?? short(value)}${field(value, "approve") === true ? " in" : ""}`
  },
  join_voice: {
    shape: or(VoiceJoin).annotate({
      description:
        "The user connects to a voice or stage channel, moves there, or changes how they are connected; the outcome has their voice state."
    }),
    actor: "user",
    sentence: (value) => `joins the voice channel ${textOf(value, "channel") ?? plain(value)}`
  },
  leave_voice: {
    shape: Schema.Literal(true).annotate({ description: "The user disconnects from their voice channel." }),
    actor: "user",
    sentence: () => "leaves their voice channel"
  },
  mark_interest: named("The user is interested in a scheduled event, by its name or id.", "is interested in the event"),
  withdraw_interest: named(
    "The user is no longer interested in a scheduled event.",
    "is no longer interested in the event"
  )
} as const satisfies Acts
