/** Routes of single channels, their overwrites, and new direct channels. */
import * as Contract from "@backlot/protocol/rest/Channels"
import type { ChannelAddress } from "@backlot/usecases/access/BotEntry"
import * as ChannelOverwrites from "@backlot/usecases/guild/ChannelOverwrites"
import * as Channels from "@backlot/usecases/guild/Channels"
import * as DirectChannels from "@backlot/usecases/guild/DirectChannels"
import * as Threads from "@backlot/usecases/guild/Threads"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { after, asBot, inChannel, withBody } from "./BotCall.ts"

const overwriteOf = (address: ChannelAddress, call: Call) => ({
  ...address,
  overwrite_id: param(call, "overwrite_id")
})

export const channelRoutes = admittedRoutes(Contract.Channels, {
  get_channel: inChannel(Channels.get),
  update_channel: inChannel(after(Channels.admitEdit, withBody(Channels.edit))),
  delete_channel: inChannel(Channels.remove),
  set_channel_permission_overwrite: inChannel(
    after(
      Channels.admitEdit,
      withBody((address, body, call) => ChannelOverwrites.set(overwriteOf(address, call), body))
    )
  ),
  delete_channel_permission_overwrite: inChannel((address, call) =>
    ChannelOverwrites.remove(overwriteOf(address, call))
  ),
  create_thread: inChannel(after(Channels.admitEdit, withBody(Threads.open))),
  trigger_typing_indicator: inChannel(Channels.type),
  create_dm: asBot(withBody(DirectChannels.open))
})
