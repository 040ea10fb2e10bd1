/**
 * Endpoints of the application that calls, the address of the gateway, users, the guilds of the caller, and an application
 * by its id. Sources: wire-rest.md §5.1, §5.6.
 */
import { ApplicationBody } from "@backlot/domain/application/ApplicationBody"
import { ApplicationEmojiEdit, NewApplicationEmoji } from "@backlot/domain/guild/EmojiBody"
import { SelfEdit } from "@backlot/domain/guild/NameBody"
import { Schema } from "effect"
import { created, query, Record, Records } from "../openapi/Endpoint.ts"
import { bearer, bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

export const Applications = restGroup("applications", {
  get_my_application: bots.get("/applications/@me", { answer: Record }),
  update_my_application: bots.patch("/applications/@me", { body: ApplicationBody, answer: Record }),
  get_my_oauth2_application: bots.get("/oauth2/applications/@me", { answer: Record }),
  get_my_user: by(bot, bearer("identify")).get("/users/@me", { answer: Record }),
  get_gateway: by(nobody, bot).get("/gateway", { answer: Schema.Struct({ url: Schema.String }) }),
  get_bot_gateway: bots.get("/gateway/bot", { answer: Record })
})

const MINE = "/users/@me/guilds"

export const Users = restGroup("users", {
  get_user: bots.get("/users/:user_id", { answer: Record }),
  update_my_user: bots.patch("/users/@me", { body: SelfEdit, answer: Record }),
  list_my_guilds: by(bot, bearer("guilds")).get(MINE, {
    query: { before: query(), after: query(), limit: query(), with_counts: query() },
    answer: Records
  }),
  get_my_guild_member: by(bearer("guilds.members.read")).get(`${MINE}/:guild_id/member`, { answer: Record }),
  list_my_connections: by(bearer("connections")).get("/users/@me/connections", { answer: Records }),
  leave_guild: bots.delete(`${MINE}/:guild_id`),
  get_application: bots.get("/applications/:application_id", { answer: Record }),
  update_application: bots.patch("/applications/:application_id", { body: ApplicationBody, answer: Record })
})

/** The form of one file. */
const AttachmentForm = Schema.Struct({}).annotate({
  identifier: "ApplicationAttachmentForm",
  description: "Sent as multipart/form-data, with the file as `file`."
})

export const Activities = restGroup("activities", {
  // No id of a snowflake, so its parameter is not called one.
  applications_get_activity_instance: bots.get("/applications/:application_id/activity-instances/:instance", {
    answer: Record
  }),
  upload_application_attachment: by(bot, bearer()).post("/applications/:application_id/attachment", {
    body: AttachmentForm,
    answer: Schema.Struct({ attachment: Record })
  })
})

const EMOJIS = "/applications/:application_id/emojis"
const EMOJI = `${EMOJIS}/:emoji_id` as const

export const ApplicationEmojis = restGroup("application emojis", {
  list_application_emojis: bots.get(EMOJIS, { answer: Schema.Struct({ items: Records }) }),
  create_application_emoji: bots.post(EMOJIS, { body: NewApplicationEmoji, answer: created(Record) }),
  get_application_emoji: bots.get(EMOJI, { answer: Record }),
  update_application_emoji: bots.patch(EMOJI, { body: ApplicationEmojiEdit, answer: Record }),
  delete_application_emoji: bots.delete(EMOJI)
})
