/** Endpoints of channels, threads and direct channels. Source: official OpenAPI document. */
import { OverwriteEdit, Recipient } from "@backlot/domain/guild/ChannelBody"
import { ChannelEdit, NewThread } from "@backlot/domain/guild/ThreadBody"
import { created, Record } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const CHANNEL = "/channels/:channel_id"
const OVERWRITE = `${CHANNEL}/permissions/:overwrite_id` as const

export const Channels = restGroup("channels", {
  get_channel: bots.get(CHANNEL, { answer: Record }),
  update_channel: bots.patch(CHANNEL, { body: ChannelEdit, answer: Record }),
  delete_channel: bots.delete(CHANNEL, { answer: Record, text: "A direct channel is only closed: it stays as it is." }),
  set_channel_permission_overwrite: bots.put(OVERWRITE, { body: OverwriteEdit }),
  delete_channel_permission_overwrite: bots.delete(OVERWRITE),
  create_thread: bots.post(`${CHANNEL}/threads`, { body: NewThread, answer: created(Record) }),
  trigger_typing_indicator: bots.post(`${CHANNEL}/typing`),
  create_dm: bots.post("/users/@me/channels", {
    body: Recipient,
    answer: Record,
    text: "The conversation with the user, created if there is none."
  })
})
