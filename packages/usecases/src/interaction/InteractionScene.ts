/** Builds the payload of an interaction from what the transaction loaded. Source: wire-interactions.md §1. */

import { canonicalJson } from "@backlot/domain/base/CanonicalJson"
import { userObject } from "@backlot/domain/guild/UserWire"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { buildPayload } from "@backlot/domain/interaction/InteractionPayload"
import type { MessageObject } from "@backlot/domain/message/Message"
import type { ApplicationCommand } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import { Effect } from "effect"
import type { Scene } from "../access/Scene.ts"
import * as Surroundings from "../access/Surroundings.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { snapshotOf } from "./Uploads.ts"

export interface Around {
  readonly record: InteractionRecord
  readonly application: Application
  readonly command?: ApplicationCommand | undefined
  readonly message?: MessageObject | undefined
  readonly messages?: ReadonlyArray<MessageObject>
  readonly scene: Scene
  readonly surroundings: Surroundings.Surroundings
  readonly uploads: ReadonlyArray<Collections.Upload>
  readonly now: number
}

/** The exact text that is signed and sent. */
export const payloadOf = Effect.fnUntraced(function* (around: Around) {
  const { record, application, scene, surroundings, now } = around
  const bot_member =
    scene.kind === "guild"
      ? yield* Collections.members.get(Collection.id(scene.guild.id), Collection.id(application.bot.id))
      : undefined
  const others = scene.kind === "guild" ? [] : scene.channel.recipients.filter((id) => id !== application.bot.id)
  const recipients = []
  for (const id of others) recipients.push(yield* Surroundings.person(scene, id))
  return canonicalJson(
    buildPayload({
      record,
      application,
      command: around.command,
      message: around.message,
      user: userObject(scene.user),
      place: scene,
      guild_install:
        scene.kind === "guild" ? scene.guildInstalls.find((i) => i.application_id === application.id) : undefined,
      bot_member,
      recipients: recipients.flatMap((person) => (person === undefined ? [] : [person.user])),
      entities: {
        users: surroundings.users,
        channels: surroundings.channels,
        roles: surroundings.roles,
        attachments: around.uploads.map(snapshotOf),
        messages: around.messages ?? []
      },
      now_ms: now
    })
  )
})
