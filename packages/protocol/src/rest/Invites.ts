/** Endpoints of invites. Source: official OpenAPI document. */
import { NewInvite } from "@backlot/domain/guild/InviteBody"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

const OF_CHANNEL = "/channels/:channel_id/invites"
const INVITE = "/invites/:code"
const TARGETS = `${INVITE}/target-users` as const

const Csv = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))

const TargetsForm = Schema.Struct({
  target_users_file: Schema.String.annotate({ description: "An id of a user on each line.", format: "binary" })
})
  .annotate({ identifier: "TargetUsersForm" })
  .pipe(HttpApiSchema.asMultipart())

export const Invites = restGroup("invites", {
  list_channel_invites: bots.get(OF_CHANNEL, { answer: Records }),
  create_channel_invite: bots.post(OF_CHANNEL, {
    body: NewInvite,
    form: "MessageForm",
    answer: Record
  }),
  list_guild_invites: bots.get("/guilds/:guild_id/invites", {
    answer: Records,
    text: "Needs MANAGE_GUILD, or VIEW_AUDIT_LOG, without the uses."
  }),
  get_guild_vanity_url: bots.get("/guilds/:guild_id/vanity-url", { answer: Record }),
  invite_resolve: by(nobody, bot).get(INVITE, {
    query: {
      with_counts: query("Adds the number of members."),
      guild_scheduled_event_id: query("Adds the scheduled event of the guild.")
    },
    answer: Record
  }),
  invite_revoke: bots.delete(INVITE, { answer: Record }),
  get_invite_target_users: bots.get(TARGETS, { answer: Csv }),
  update_invite_target_users: bots.put(TARGETS, { body: TargetsForm }),
  get_invite_target_users_job_status: bots.get(`${TARGETS}/job-status`, { answer: Record })
})
