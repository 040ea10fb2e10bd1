/** Endpoints of channels, threads and direct channels. Source: official OpenAPI document. */
import { OverwriteEdit, Recipient } from "@backlot/domain/guild/ChannelBody"
import { ChannelEdit, NewThread } from "@backlot/domain/guild/ThreadBody"
import { created, Record } from "../openapi/Endpoint.ts"
import { bot, restGroup } from "../openapi/RestDocument.ts"

const CHANNEL = "/channels/:channel_id"
const OVERWRITE = `${CHANNEL}/permissions/:overwrite_id` as const

const security = [bot] as const

export const Channels = restGroup("channels", {
  get_channel: { method: "GET", path: CHANNEL, security, answer: Record },
  update_channel: { method: "PATCH", path: CHANNEL, security, body: ChannelEdit, answer: Record },
  delete_channel: {
    method: "DELETE",
    path: CHANNEL,
    security,
    answer: Record,
    text: "A direct channel is only closed: it stays as it is."
  },
  set_channel_permission_overwrite: { method: "PUT", path: OVERWRITE, security, body: OverwriteEdit },
  delete_channel_permission_overwrite: { method: "DELETE", path: OVERWRITE, security },
  create_thread: {
    method: "POST",
    path: `${CHANNEL}/threads`,
    security,
    body: NewThread,
    answer: created(Record)
  },
  trigger_typing_indicator: { method: "POST", path: `${CHANNEL}/typing`, security },
  create_dm: {
    method: "POST",
    path: "/users/@me/channels",
    security,
    body: Recipient,
    answer: Record,
    text: "The conversation with the user, made when there is none."
  }
})
