/** A user presses a button or selects values. Sources: wire-interactions.md §1.2, §10 D; product.md "Control plane". */
import type { Locale } from "@backlot/domain/base/Locale"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { describeFaults, type Fault, fault } from "@backlot/domain/error/Fault"
import { botObject } from "@backlot/domain/guild/UserWire"
import { componentOf, judgeUse } from "@backlot/domain/interaction/ComponentUse"
import { namesEntities, namesUsers } from "@backlot/domain/interaction/SelectedValues"
import { complete, ownersOf, senderOf } from "@backlot/domain/message/GivenMessage"
import { type MessageRecord, viewFor } from "@backlot/domain/message/Message"
import { ephemeralityOf } from "@backlot/domain/permission/Ephemerality"
import { isInstalledHere } from "@backlot/domain/permission/IntegrationOwners"
import { contextOf } from "@backlot/domain/permission/Place"
import { hiddenBecause, standingIn } from "@backlot/domain/permission/Standing"
import { InteractionType } from "@backlot/domain/record/InteractionKind"
import type { Application } from "@backlot/domain/record/World"
import { Effect, Result } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { type RefusalReason, UseRefused } from "../command/CommandChoice.ts"
import * as Collections from "../store/Collections.ts"
import { logRefused, type Prepared, start } from "./InteractionStart.ts"
import { replyOf } from "./InteractionStore.ts"

export interface ComponentUse {
  readonly user_id: Snowflake
  readonly message_id: Snowflake
  readonly custom_id: string
  /** Empty for buttons. */
  readonly values: ReadonlyArray<string>
  /** The user's own locale when absent. */
  readonly locale: Locale | undefined
}

/** Uses a component; ends once the interaction is stored and its delivery has begun. */
export const use = Effect.fn("ComponentUses.use")((asked: ComponentUse) =>
  Effect.tapErrorTag(
    start((now) => prepare(asked, now)),
    "UseRefused",
    (refusal) => {
      const { user_id, message_id, custom_id } = asked
      return logRefused({ user_id, message_id, custom_id }, refusal)
    }
  )
)

const prepare = Effect.fnUntraced(function* (asked: ComponentUse, now: number) {
  const { user_id, locale } = asked
  const [found] = yield* Collections.messages.by("id", asked.message_id)
  if (found === undefined) return yield* refused("unknown", "there is no such message")
  const place = yield* placeOf(user_id, found, now)
  const application = yield* senderOfMessage(found)
  if (application === undefined) return yield* refused("unknown", "no application that exists sent this message")
  const { message } = complete(found, botObject(application))
  const component = componentOf(message, asked.custom_id)
  if (component === undefined)
    return yield* refused("unknown", NO_COMPONENT, [fault(["custom_id"], faultDetail("unknown", NO_COMPONENT))])
  const ids = namesUsers(component.type) ? asked.values.filter(isSnowflake) : []
  const surroundings = namesEntities(component.type)
    ? yield* Surroundings.load(place, { ids, everyone: false }, now)
    : Surroundings.NONE
  const used = judgeUse(message, component, asked.values, surroundings)
  if (Result.isFailure(used)) return yield* refused("options", describeFaults(used.failure), used.failure)
  return {
    seed: { ...seedOf(found, place, application, now), locale: locale ?? place.user.locale, component: used.success },
    application,
    message: yield* replyOf(message, application),
    place,
    surroundings,
    uploads: [],
    led: []
  } satisfies Prepared
})

/** Where the user sees the message: needs VIEW_CHANNEL alone. Our choice: docs/choices.md "Components and modals". */
const placeOf = Effect.fnUntraced(function* (userId: Snowflake, found: MessageRecord, now: number) {
  const absent = () => refused("invisible", "the user is not in the channel of this message")
  const place = yield* UserPlace.load(userId, found.channel_id).pipe(
    Effect.catchTags({ UnknownChannel: absent, UnknownMember: absent })
  )
  const hidden = hiddenBecause(standingIn({ user: place.user, place, now_ms: now }))
  if (hidden !== undefined) return yield* refused("permission", hidden)
  if (viewFor(userId, found) === undefined) return yield* refused("invisible", "this message is for another user only")
  return place
})

const senderOfMessage = Effect.fnUntraced(function* (found: MessageRecord) {
  const { application_id, author_id } = senderOf(found)
  if (application_id !== undefined) return yield* Collections.applications.get(application_id)
  const [application] = author_id === undefined ? [] : yield* Collections.applications.by("bot", author_id)
  return application
})

const seedOf = (found: MessageRecord, place: UserPlace.UserPlace, application: Application, now: number) => {
  const context = contextOf(place, application.bot.id)
  const guild_id = place.kind === "guild" ? place.guild.id : null
  const installed_here = isInstalledHere({
    guild_id: guild_id ?? undefined,
    guild_install: place.guildInstalls.find((i) => i.application_id === application.id),
    context
  })
  const ephemerality = ephemeralityOf(standingIn({ user: place.user, place, now_ms: now }), { installed_here })
  return {
    type: InteractionType.MESSAGE_COMPONENT,
    application_id: application.id,
    user_id: place.user.id,
    channel_id: found.channel_id,
    guild_id,
    context,
    // A message that answers no interaction comes from the bot, which is installed where the message is. Our choice:
    // docs/choices.md "Components and modals".
    authorizing_integration_owners: ownersOf(found) ?? (installed_here ? { "0": guild_id ?? "0" } : {}),
    installed_here,
    message_id: found.id,
    options: [],
    ...(ephemerality.length === 0 ? {} : { ephemerality })
  }
}

const NO_COMPONENT = "this message has no such component"

const refused = (reason: RefusalReason, because: string, faults?: ReadonlyArray<Fault>) =>
  new UseRefused({ reason, because, faults: faults ?? [fault(["message_id"], faultDetail(reason, because))] })

/** Codes in the style of wire-interactions.md §5.8. Our choice: docs/choices.md "Components and modals". */
const faultDetail = (reason: RefusalReason, message: string) => ({
  code: `COMPONENT_USE_${reason.toUpperCase()}`,
  message
})
