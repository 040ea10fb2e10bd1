/** A user presses a button or selects values. Sources: wire-interactions.md §1.2, §10 D; product.md "Control plane". */

import type { Locale } from "@backlot/domain/base/Locale"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { describeFaults, type Fault, fault } from "@backlot/domain/error/Fault"
import { botObject } from "@backlot/domain/guild/UserWire"
import { componentOf, judgeUse } from "@backlot/domain/interaction/ComponentUse"
import type { InteractionRecord, Provenance } from "@backlot/domain/interaction/Interaction"
import type { ModalObject } from "@backlot/domain/interaction/Modal"
import type { Filled } from "@backlot/domain/interaction/ModalFill"
import { asksForEntities, closedBy, idsIn, submitModal } from "@backlot/domain/interaction/ModalSubmit"
import { namesChannels, namesEntities, namesUsers } from "@backlot/domain/interaction/SelectedValues"
import { complete, ownersOf, senderOf } from "@backlot/domain/message/GivenMessage"
import { type MessageRecord, viewFor } from "@backlot/domain/message/Message"
import { ephemeralityOf } from "@backlot/domain/permission/Ephemerality"
import { isInstalledHere } from "@backlot/domain/permission/IntegrationOwners"
import { contextOf } from "@backlot/domain/permission/Place"
import { hiddenBecause, standingIn } from "@backlot/domain/permission/Standing"
import { InteractionType } from "@backlot/domain/record/InteractionKind"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Result, Struct } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { type RefusalReason, UseRefused } from "../command/CommandChoice.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { logging, type Prepared, start } from "./InteractionStart.ts"
import { replyOf, sourceOf } from "./InteractionStore.ts"
import * as Trace from "./Trace.ts"

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
export const use = operation("ComponentUses.use", (asked: ComponentUse) =>
  logging(
    Struct.pick(asked, ["user_id", "message_id", "custom_id"]),
    start((now) => prepare(asked, now))
  )
)

const prepare = function* (asked: ComponentUse, now: number) {
  const { user_id, locale } = asked
  const [found] = yield* KeptMessages.byId(asked.message_id)
  if (found === undefined) return yield* refused("unknown", "there is no such message")
  const place = yield* placeOf(user_id, found, now)
  const application = yield* senderOfMessage(found)
  if (application === undefined) return yield* refused("unknown", "no application that exists sent this message")
  const { message } = complete(found, botObject(application))
  const component = componentOf(message, asked.custom_id)
  if (component === undefined)
    return yield* refused("unknown", NO_COMPONENT, [fault(["custom_id"], faultDetail("unknown", NO_COMPONENT))])
  const surroundings = namesEntities(component.type)
    ? yield* Surroundings.load(place, selected(component.type, asked.values.filter(isSnowflake)), now)
    : Surroundings.NONE
  const used = judgeUse(message, component, asked.values, surroundings)
  if (Result.isFailure(used)) return yield* refused("options", describeFaults(used.failure), used.failure)
  return {
    seed: { ...seedOf(found, place, application, now), locale: locale ?? place.user.locale, component: used.success },
    application,
    message: yield* replyOf(message, application),
    place,
    surroundings
  } satisfies Prepared
}

/** What the values of a select may name. */
const selected = (type: number, values: ReadonlyArray<Snowflake>): Surroundings.Named => ({
  ids: namesUsers(type) ? values : [],
  everyone: false,
  channels: namesChannels(type) ? values : []
})

/** Where the user sees the message: needs VIEW_CHANNEL alone. Our choice: docs/choices.md "Components and modals". */
const placeOf = function* (userId: Snowflake, found: MessageRecord, now: number) {
  const absent = () => refused("invisible", "the user is not in the channel of this message")
  const place = yield* Body.mapFailure(UserPlace.load(userId, found.channel_id), (failure) =>
    failure._tag === "UnknownUser" ? failure : absent()
  )
  const hidden = hiddenBecause(standingIn({ user: place.user, place, now_ms: now }))
  if (hidden !== undefined) return yield* refused("permission", hidden)
  if (viewFor(userId, found) === undefined) return yield* refused("invisible", "this message is for another user only")
  return place
}

const senderOfMessage = function* (found: MessageRecord) {
  const { application_id, author_id } = senderOf(found)
  if (application_id !== undefined) return yield* Collections.applications.get(application_id)
  const [application] = author_id === undefined ? [] : yield* Collections.applications.by("bot", author_id)
  return application
}

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

// A user submits a modal. Sources: wire-interactions.md §1.2, §2.4, §4.5, §10 E; product.md "Control plane".

/** The user of a modal, and the interaction that opened it. */
interface Opened {
  readonly user_id: Snowflake
  readonly interaction_id: Snowflake
}

export interface Submission extends Opened {
  readonly filled: Filled
  /** The chosen files, each with the `custom_id` of its file upload. */
  readonly files: ReadonlyArray<{ readonly field: string; readonly upload: Collections.Upload }>
  /** The user's own locale when absent. */
  readonly locale: Locale | undefined
}

/** Submits a modal; ends once the interaction is stored and its delivery has begun. */
export const submit = operation("ComponentUses.submit", (asked: Submission) =>
  logging(
    opened(asked),
    start((now, id) => prepareSubmit(asked, now, id))
  )
)

/** The channel of a modal, where its files are kept. Refused as the submit would be. */
export const channelOf = (asked: Opened) =>
  logging(
    opened(asked),
    inTransaction(() => Body.map(openerOf(asked), (opener) => opener.channel_id))
  )

const opened = ({ user_id, interaction_id }: Opened) => ({ user_id, interaction_id })

const namedBy = (modal: ModalObject, filled: Filled): Surroundings.Named => ({
  ids: idsIn(modal, filled, namesUsers),
  everyone: false,
  channels: idsIn(modal, filled, namesChannels)
})

const prepareSubmit = function* (asked: Submission, now: number, id: Snowflake) {
  const opener = yield* openerOf(asked)
  const { modal } = opener
  const application = yield* Collections.applications.get(opener.application_id)
  if (application === undefined) return yield* closed("unknown", "the application that opened this modal is gone")
  const place = yield* placeOfModal(opener, now)
  const surroundings = asksForEntities(modal)
    ? yield* Surroundings.load(place, namedBy(modal, asked.filled), now)
    : Surroundings.NONE
  const chosen = asked.files.map(({ field, upload }) => ({ field, id: upload.id }))
  const submitted = submitModal(modal, asked.filled, chosen, surroundings)
  if (Result.isFailure(submitted)) {
    const faults = submitted.failure
    return yield* new UseRefused({ reason: "options", because: describeFaults(faults), faults })
  }
  const message = yield* messageShown(opener, application)
  yield* Collections.interactions.put({ ...opener, modal_submit_id: id })
  yield* Trace.append(opener, [{ at: now, what: "modal_submitted", detail: { interaction_id: id } }])
  return {
    seed: { ...seedOfModal(opener), locale: asked.locale ?? place.user.locale, submitted: submitted.success },
    application,
    message,
    place,
    surroundings,
    uploads: asked.files.map(({ upload }) => upload)
  } satisfies Prepared
}

/**
 * The interaction whose modal is open. The modal stays open until a submit was answered, however long that takes and
 * even if the command is deleted; the user's client keeps it open while submits fail (§2.4). Our choice:
 * docs/choices.md "Components and modals".
 */
const openerOf = function* ({ user_id, interaction_id }: Opened) {
  const opener = yield* Collections.interactions.get(interaction_id)
  if (opener === undefined || !hasModal(opener)) return yield* closed("unknown", "this interaction opened no modal")
  if (opener.user_id !== user_id) return yield* closed("invisible", "this modal was shown to another user")
  const last = opener.modal_submit_id
  if (last === undefined) return opener
  const because = closedBy(yield* Collections.interactions.get(last))
  return because === undefined ? opener : yield* closed("unknown", because)
}

type Opener = InteractionRecord & { readonly modal: ModalObject }

const hasModal = (record: InteractionRecord): record is Opener => record.modal !== undefined

/** Needs only VIEW_CHANNEL, like a component. Our choice: docs/choices.md "Components and modals". */
const placeOfModal = function* ({ user_id, channel_id }: Opener, now: number) {
  const absent = () => closed("invisible", "the user is no longer where this modal was opened")
  const place = yield* Body.mapFailure(UserPlace.load(user_id, channel_id), absent)
  const hidden = hiddenBecause(standingIn({ user: place.user, place, now_ms: now }))
  return hidden === undefined ? place : yield* closed("permission", hidden)
}

/** The message of the component that opened the modal, if it still exists, with the message it replies to. */
const messageShown = function* (opener: Opener, application: Application) {
  const source = yield* sourceOf(opener)
  if (source === undefined) return undefined
  return yield* replyOf(source.message, application)
}

/** A submit has the conditions of the opener of the modal. Our choice: docs/choices.md "Components and modals". */
const seedOfModal = (opener: Opener) => ({
  type: InteractionType.MODAL_SUBMIT,
  ...Struct.pick(opener, [
    ...(["application_id", "user_id", "channel_id", "guild_id", "context", "authorizing_integration_owners"] as const),
    ...(["installed_here", "ephemerality", "message_id"] as const)
  ]),
  options: [],
  trigger: provenanceOf(opener)
})

const provenanceOf = (opener: Opener): Provenance =>
  Struct.pick(opener, ["id", "type", "authorizing_integration_owners", "command", "target_id", "message_id"])

/** Nothing can be submitted. Our choice: docs/choices.md "Components and modals". */
const closed = (reason: RefusalReason, because: string) =>
  new UseRefused({
    reason,
    because,
    faults: [fault(["interaction_id"], { code: "MODAL_SUBMIT_NOT_OPEN", message: because })]
  })
