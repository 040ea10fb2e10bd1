/** A user submits a modal. Sources: wire-interactions.md §1.2, §2.4, §4.5, §10 E; product.md "Control plane". */
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { describeFaults, fault } from "@backlot/domain/error/Fault"
import type { InteractionRecord, Provenance } from "@backlot/domain/interaction/Interaction"
import type { ModalObject } from "@backlot/domain/interaction/Modal"
import type { Filled } from "@backlot/domain/interaction/ModalFill"
import { asksForEntities, closedBy, submitModal, usersIn } from "@backlot/domain/interaction/ModalSubmit"
import { hiddenBecause, standingIn } from "@backlot/domain/permission/Standing"
import { InteractionType } from "@backlot/domain/record/InteractionKind"
import type { Application } from "@backlot/domain/record/World"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Result, Struct } from "effect"
import * as Surroundings from "../access/Surroundings.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { type RefusalReason, UseRefused } from "../command/CommandChoice.ts"
import * as Collections from "../store/Collections.ts"
import { logRefused, type Prepared, start } from "./InteractionStart.ts"
import { replyOf, sourceOf } from "./InteractionStore.ts"
import * as Trace from "./Trace.ts"

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
export const submit = Effect.fn("ModalSubmits.submit")((asked: Submission) =>
  logging(
    asked,
    start((now, id) => prepare(asked, now, id))
  )
)

/** The channel of a modal, where its files are kept. Refused as the submit would be. */
export const channelOf = (asked: Opened) =>
  logging(
    asked,
    Effect.flatMap(Storage, (storage) =>
      storage.transaction(Effect.map(openerOf(asked), (opener) => opener.channel_id))
    )
  )

const logging = <A, E extends { readonly _tag: string }, R>(
  { user_id, interaction_id }: Opened,
  effect: Effect.Effect<A, E | UseRefused, R>
) =>
  Effect.tapError(effect, (error) =>
    error instanceof UseRefused ? logRefused({ user_id, interaction_id }, error) : Effect.void
  )

const prepare = Effect.fnUntraced(function* (asked: Submission, now: number, id: Snowflake) {
  const opener = yield* openerOf(asked)
  const { modal } = opener
  const application = yield* Collections.applications.get(opener.application_id)
  if (application === undefined) return yield* closed("unknown", "the application that opened this modal is gone")
  const place = yield* placeOf(opener, now)
  const surroundings = asksForEntities(modal)
    ? yield* Surroundings.load(place, { ids: usersIn(modal, asked.filled), everyone: false }, now)
    : Surroundings.NONE
  const chosen = asked.files.map(({ field, upload }) => ({ field, id: upload.id }))
  const submitted = submitModal(modal, asked.filled, chosen, surroundings)
  if (Result.isFailure(submitted)) {
    const faults = submitted.failure
    return yield* new UseRefused({ reason: "options", because: describeFaults(faults), faults })
  }
  const message = yield* messageShown(opener, application)
  yield* Collections.interactions.put({ ...opener, modal_submit_id: id })
  yield* Trace.append(opener.id, [{ at: now, what: "modal_submitted", detail: { interaction_id: id } }])
  return {
    seed: { ...seedOf(opener), locale: asked.locale ?? place.user.locale, submitted: submitted.success },
    application,
    message,
    place,
    surroundings,
    uploads: asked.files.map(({ upload }) => upload),
    led: []
  } satisfies Prepared
})

/**
 * The interaction whose modal is open. The modal stays open until a submit was answered, however long that takes and
 * even if the command is deleted; the user's client keeps it open while submits fail (§2.4). Our choice:
 * docs/choices.md "Components and modals".
 */
const openerOf = Effect.fnUntraced(function* ({ user_id, interaction_id }: Opened) {
  const opener = yield* Collections.interactions.get(interaction_id)
  if (opener === undefined || !hasModal(opener)) return yield* closed("unknown", "this interaction opened no modal")
  if (opener.user_id !== user_id) return yield* closed("invisible", "this modal was shown to another user")
  const last = opener.modal_submit_id
  if (last === undefined) return opener
  const because = closedBy(yield* Collections.interactions.get(last))
  return because === undefined ? opener : yield* closed("unknown", because)
})

type Opener = InteractionRecord & { readonly modal: ModalObject }

const hasModal = (record: InteractionRecord): record is Opener => record.modal !== undefined

/** Needs only VIEW_CHANNEL, like a component. Our choice: docs/choices.md "Components and modals". */
const placeOf = Effect.fnUntraced(function* ({ user_id, channel_id }: Opener, now: number) {
  const absent = () => closed("invisible", "the user is no longer where this modal was opened")
  const place = yield* UserPlace.load(user_id, channel_id).pipe(
    Effect.catchTags({ UnknownUser: absent, UnknownChannel: absent, UnknownMember: absent })
  )
  const hidden = hiddenBecause(standingIn({ user: place.user, place, now_ms: now }))
  return hidden === undefined ? place : yield* closed("permission", hidden)
})

/** The message of the component that opened the modal, if it still exists, with the message it replies to. */
const messageShown = Effect.fnUntraced(function* (opener: Opener, application: Application) {
  const source = yield* sourceOf(opener)
  if (source === undefined) return undefined
  return yield* replyOf(source.message, application)
})

/** A submit has the conditions of the opener of the modal. Our choice: docs/choices.md "Components and modals". */
const seedOf = (opener: Opener) => ({
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
