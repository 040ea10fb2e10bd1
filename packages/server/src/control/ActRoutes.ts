/** Users act beside messages and commands: direct channels, threads, pins, typing, nickname, voice, guilds, presence. Source: product.md "Control plane". */

import { control } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as UserPresences from "@backlot/usecases/gateway/UserPresences"
import * as Boosts from "@backlot/usecases/guild/Boosts"
import * as Channels from "@backlot/usecases/guild/Channels"
import * as DirectChannels from "@backlot/usecases/guild/DirectChannels"
import * as Invites from "@backlot/usecases/guild/Invites"
import * as Joining from "@backlot/usecases/guild/Joining"
import * as JoinRequests from "@backlot/usecases/guild/JoinRequests"
import * as Members from "@backlot/usecases/guild/Members"
import * as Subscriptions from "@backlot/usecases/guild/Subscriptions"
import * as ThreadMembers from "@backlot/usecases/guild/ThreadMembers"
import * as Threads from "@backlot/usecases/guild/Threads"
import * as VoiceStates from "@backlot/usecases/guild/VoiceStates"
import * as ChannelPins from "@backlot/usecases/message/ChannelPins"
import * as EventUsers from "@backlot/usecases/scheduled-event/EventUsers"
import * as VoiceEffects from "@backlot/usecases/user/VoiceEffects"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { formFiles } from "./AttachedFile.ts"
import { whenIdle } from "./ClockFollowers.ts"
import { decodeGroup, decodePostFiles, decodePresence } from "./UserBody.ts"

const inChannel = (call: Call) => Query.ids(call, "user_id", "channel_id")
const onMember = (call: Call) => Query.ids(call, "user_id", "channel_id", "member_id")
const onMessage = (call: Call) => Query.ids(call, "user_id", "channel_id", "message_id")

/** What a user does in a guild as a whole, without a body. */
const inGuild = <A, E, R>(act: (userId: Snowflake, guildId: Snowflake) => Effect.Effect<A, E, R>) =>
  whenIdle((call) =>
    Effect.flatMap(Query.ids(call, "user_id", "guild_id"), ({ user_id, guild_id }) => act(user_id, guild_id))
  )

const pinning = (pinned: boolean) =>
  whenIdle((call) => Effect.flatMap(onMessage(call), (address) => ChannelPins.pinOfUser(address, pinned)))

const interest = (interested: boolean) =>
  whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id, guild_id, scheduled_event_id } = yield* Query.ids(
        call,
        "user_id",
        "guild_id",
        "scheduled_event_id"
      )
      const exception_id = yield* Query.id(call, "event_exception_id")
      return yield* EventUsers.setInterest(
        { user_id, guild_id },
        { event_id: scheduled_event_id, exception_id },
        interested
      )
    })
  )

export const actRoutes = {
  open_direct_channel: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id, recipient_id } = yield* Query.ids(call, "user_id", "recipient_id")
      const { channel, created } = yield* DirectChannels.openOfUser(user_id, recipient_id)
      return Answer.json(created ? 201 : 200, channel)
    })
  ),
  open_group: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id } = yield* Query.ids(call, "user_id")
      return yield* DirectChannels.openGroup(user_id, yield* decodeGroup(yield* Body.json(call)))
    })
  ),
  start_thread: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const place = yield* inChannel(call)
      const sent = yield* Body.json(call, control.useBytes)
      return yield* Threads.openOfUser(place, sent, yield* formFiles(yield* decodePostFiles(sent)))
    })
  ),
  start_thread_of_message: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      return yield* Threads.openFromOfUser(yield* onMessage(call), yield* Body.json(call))
    })
  ),
  join_thread_as_user: whenIdle((call) => Effect.flatMap(inChannel(call), ThreadMembers.joinOfUser)),
  leave_thread_as_user: whenIdle((call) => Effect.flatMap(inChannel(call), ThreadMembers.leaveOfUser)),
  add_to_thread: whenIdle((call) => Effect.flatMap(onMember(call), (at) => ThreadMembers.addOfUser(at, at.member_id))),
  remove_from_thread: whenIdle((call) =>
    Effect.flatMap(onMember(call), (at) => ThreadMembers.removeOfUser(at, at.member_id))
  ),
  get_pins: (call: Call) => Effect.flatMap(inChannel(call), ChannelPins.listOfUser),
  pin_message: pinning(true),
  unpin_message: pinning(false),
  start_typing: whenIdle((call) => Effect.flatMap(inChannel(call), Channels.typeOfUser)),
  connect_voice: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      return yield* VoiceStates.connectUser(yield* inChannel(call), yield* Body.json(call))
    })
  ),
  disconnect_voice: whenIdle((call) =>
    Effect.flatMap(Query.ids(call, "user_id"), ({ user_id }) => VoiceStates.disconnectUser(user_id))
  ),
  send_voice_effect: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      return yield* VoiceEffects.sendOfUser(yield* inChannel(call), yield* Body.json(call))
    })
  ),
  edit_own_member: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id, guild_id } = yield* Query.ids(call, "user_id", "guild_id")
      return yield* Members.editSelfOfUser(user_id, guild_id, yield* Body.json(call))
    })
  ),
  create_invite: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      return yield* Invites.createOfUser(yield* inChannel(call), yield* Body.json(call))
    })
  ),
  revoke_invite: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id } = yield* Query.ids(call, "user_id")
      return yield* Invites.revokeOfUser(user_id, param(call, "code"))
    })
  ),
  accept_invite: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id } = yield* Query.ids(call, "user_id")
      return yield* Joining.accept(user_id, param(call, "code"))
    })
  ),
  leave_guild_as_user: inGuild(Joining.leave),
  boost_guild: inGuild(Boosts.boost),
  stop_boosting: inGuild(Boosts.stop),
  accept_rules: inGuild(Joining.acceptRules),
  ask_to_join: inGuild(JoinRequests.ask),
  withdraw_join_request: inGuild(JoinRequests.withdraw),
  review_join_request: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id, guild_id, applicant_id } = yield* Query.ids(call, "user_id", "guild_id", "applicant_id")
      return yield* JoinRequests.reviewOfUser(user_id, guild_id, applicant_id, yield* Body.json(call))
    })
  ),
  mark_interest: interest(true),
  withdraw_interest: interest(false),
  buy_sku: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id } = yield* Query.ids(call, "user_id")
      return yield* Subscriptions.buy(user_id, yield* Body.json(call))
    })
  ),
  cancel_subscription: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id, application_id, sku_id } = yield* Query.ids(call, "user_id", "application_id", "sku_id")
      const guild_id = yield* Query.id(call, "guild_id")
      return yield* Subscriptions.cancel(user_id, { application_id, sku_id, guild_id: guild_id ?? null })
    })
  ),
  set_presence: whenIdle(
    Effect.fnUntraced(function* (call: Call) {
      const { user_id } = yield* Query.ids(call, "user_id")
      return yield* UserPresences.set(user_id, yield* decodePresence(yield* Body.json(call)))
    })
  )
}
