/** Access of a bot to one channel: the caller and the ids of the path. The use case judges the permissions. */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import type { MessageAddress } from "@backlot/usecases/message/ChannelMessages"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param } from "../http/Route.ts"
import { forApplication } from "./Admission.ts"

type Answering<R> = Effect.Effect<unknown, ServiceError | StorageError, R>

/**
 * A route of a bot in the channel of the path. `message_id` is empty when the path has none. Every id of the path is
 * judged. A 204 has no body.
 */
export const inChannel = <R>(status: 200 | 201 | 204, use: (address: MessageAddress, call: Call) => Answering<R>) =>
  forApplication((caller, call) =>
    Effect.gen(function* () {
      const { emoji_name: _, ...ids } = call.params
      const application = yield* BotEntry.enter(caller, ids)
      const address = { application, channel_id: param(call, "channel_id"), message_id: param(call, "message_id") }
      const body = yield* use(address, call)
      return status === 204 ? Answer.noContent : Answer.json(status, body)
    })
  )
