/** Builds the payload of an interaction from what the transaction loaded. Source: wire-interactions.md §1. */

import { canonicalJson } from "@backlot/domain/base/CanonicalJson"
import { userObject } from "@backlot/domain/guild/UserWire"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { buildPayload } from "@backlot/domain/interaction/InteractionPayload"
import type { MessageObject } from "@backlot/domain/message/Message"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import type { UserPlace } from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"
import { snapshotOf } from "./Uploads.ts"

interface PayloadParts {
  readonly record: InteractionRecord
  readonly application: Application
  readonly command?: ApplicationCommand | undefined
  readonly message?: MessageObject | undefined
  readonly messages?: ReadonlyArray<MessageObject>
  readonly place: UserPlace
  readonly surroundings: Surroundings.Surroundings
  readonly uploads: ReadonlyArray<Collections.Upload>
  readonly now: number
}

/** The exact text that is signed and sent. */
export const payloadOf = Effect.fnUntraced(function* (parts: PayloadParts) {
  const { record, application, place, surroundings, now } = parts
  const bot_member =
    place.kind === "guild" ? yield* Collections.members.get(place.guild.id, application.bot.id) : undefined
  const others = place.kind === "guild" ? [] : place.channel.recipients.filter((id) => id !== application.bot.id)
  const recipients = []
  for (const id of others) recipients.push(yield* Surroundings.person(place, id))
  return canonicalJson(
    buildPayload({
      record,
      application,
      command: parts.command,
      message: parts.message,
      user: userObject(place.user),
      place,
      guild_install:
        place.kind === "guild" ? place.guildInstalls.find((i) => i.application_id === application.id) : undefined,
      bot_member,
      recipients: recipients.flatMap((person) => (person === undefined ? [] : [person.user])),
      entities: {
        users: surroundings.users,
        channels: surroundings.channels,
        roles: surroundings.roles,
        attachments: parts.uploads.map(snapshotOf),
        messages: parts.messages ?? []
      },
      now_ms: now
    })
  )
})
