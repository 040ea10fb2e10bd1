/** Routes of single channels, their overwrites, and new direct channels. */
import * as Contract from "@backlot/protocol/rest/Channels"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import type { Caller } from "@backlot/usecases/access/Caller"
import * as ChannelOverwrites from "@backlot/usecases/guild/ChannelOverwrites"
import * as Channels from "@backlot/usecases/guild/Channels"
import * as DirectChannels from "@backlot/usecases/guild/DirectChannels"
import * as Threads from "@backlot/usecases/guild/Threads"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"
import { inChannel } from "./ChannelCall.ts"

const openDirect = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* BotEntry.enter(caller)
  return Answer.json(200, yield* DirectChannels.open(application, yield* Body.json(call)))
})

export const channelRoutes = admittedRoutes(Contract.Channels, {
  get_channel: inChannel(200, Channels.get),
  update_channel: inChannel(200, (address, call) =>
    Effect.gen(function* () {
      yield* Channels.admitEdit(address)
      return yield* Channels.edit(address, yield* Body.json(call))
    })
  ),
  delete_channel: inChannel(200, Channels.remove),
  set_channel_permission_overwrite: inChannel(204, (address, call) =>
    Effect.gen(function* () {
      yield* Channels.admitEdit(address)
      const overwrite_id = param(call, "overwrite_id")
      yield* ChannelOverwrites.set({ ...address, overwrite_id }, yield* Body.json(call))
    })
  ),
  delete_channel_permission_overwrite: inChannel(204, (address, call) =>
    ChannelOverwrites.remove({ ...address, overwrite_id: param(call, "overwrite_id") })
  ),
  create_thread: inChannel(201, (address, call) =>
    Effect.gen(function* () {
      yield* Channels.admitEdit(address)
      return yield* Threads.open(address, yield* Body.json(call))
    })
  ),
  trigger_typing_indicator: inChannel(204, Channels.type),
  create_dm: forApplication(openDirect)
})
