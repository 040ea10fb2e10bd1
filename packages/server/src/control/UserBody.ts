/** Bodies of what users do: the shapes of the contract with their rules. Source: product.md "Control plane". */
import * as CodePoints from "@backlot/domain/base/CodePoints"
import { component, message } from "@backlot/domain/base/Limits"
import { isLocale, LOCALES } from "@backlot/domain/base/Locale"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { judgePresence, SetPresence, wantedPresence } from "@backlot/domain/gateway/PresenceBody"
import { decodeOptions } from "@backlot/domain/typing/RawOption"
import { countError } from "@backlot/domain/validation/Given"
import { judgeLimits } from "@backlot/domain/validation/Limit"
import { at } from "@backlot/domain/validation/Rule"
import * as Shape from "@backlot/domain/validation/Shape"
import { lengthError } from "@backlot/domain/validation/TextRules"
import { NewGroup, PostFiles } from "@backlot/protocol/control/ControlAct"
import { SubmitModal, Use, UseComponent } from "@backlot/protocol/control/ControlInteraction"
import { EditSaid, Forward, Say, Vote } from "@backlot/protocol/control/ControlUser"
import { Effect, type Schema } from "effect"
import { attachedOf, judgeAttached } from "./AttachedFile.ts"

type Faults = ReadonlyArray<Fault>

/** Decodes a body: what `complete` makes of a sound one, or all faults of shape and rules. */
const decoding = <S extends Schema.ConstraintDecoder<unknown, never>, A>(
  shape: S,
  judge: (draft: S["Type"]) => Faults,
  complete: (draft: S["Type"]) => A
) => {
  const decode = Shape.decoder(shape)
  return (body: unknown): Effect.Effect<A, InvalidForm> => {
    const { value, faults } = decode(body)
    const all = Shape.withoutEchoes(faults, judge(value))
    return all.length === 0 ? Effect.succeed(complete(value)) : Effect.fail(new InvalidForm({ faults: all }))
  }
}

type OptionalText = string | null | undefined

const judgeLocale = (locale: OptionalText): Faults =>
  locale == null || isLocale(locale) ? [] : [fault(["locale"], FormError.choices(LOCALES))]

const localeOf = (locale: OptionalText) => (isLocale(locale) ? locale : undefined)

const when = (broken: boolean, field: string, code: string, message: string): Faults =>
  broken ? [fault([field], { code, message })] : []

/** Faults of malformed options, and whether the command has a target, are judged with the command. */
export const decodeUse = decoding(
  Use,
  ({ text, command_id, options, target_id, locale, attachments }) => [
    ...when(
      text == null && command_id == null,
      "command_id",
      "BASE_TYPE_REQUIRED",
      "Give command_id, or text such as /blep animal:dog."
    ),
    ...when(
      text != null && (command_id ?? options) != null,
      "text",
      "NOT_BOTH",
      "Give either text, or command_id and options."
    ),
    ...judgeLocale(locale),
    ...when(
      text != null && target_id != null,
      "target_id",
      "NOT_BOTH",
      "Give either text, or command_id and target_id: no text has a target."
    ),
    ...judgeAttached(attachments, "option")
  ],
  (draft) => ({
    command_id: draft.command_id ?? undefined,
    version: draft.version ?? undefined,
    target_id: draft.target_id ?? undefined,
    locale: localeOf(draft.locale),
    autocomplete: draft.autocomplete ?? false,
    input: draft.text == null ? decodeOptions(draft.options) : { text: draft.text },
    attachments: attachedOf(draft.attachments, "option")
  })
)

export const decodePress = decoding(
  UseComponent,
  ({ custom_id, locale }) => [
    ...at(["custom_id"], custom_id == null ? FormError.required : lengthError(custom_id, 1, component.customIdMax)),
    ...judgeLocale(locale)
  ],
  ({ custom_id, values, locale }) => ({ custom_id: custom_id ?? "", values: values ?? [], locale: localeOf(locale) })
)

/** A name longer than any `custom_id` is not repeated in the fault. */
export const decodeSubmit = decoding(
  SubmitModal,
  ({ fields, locale, attachments }) => [
    ...judgeLocale(locale),
    ...when(
      Object.keys(fields ?? {}).some((name) => CodePoints.count(name) > component.customIdMax),
      "fields",
      "MODAL_SUBMIT_FIELD_UNKNOWN",
      `No field has a name above ${component.customIdMax} characters.`
    ),
    ...judgeAttached(attachments, "field")
  ],
  ({ fields, locale, attachments }) => ({
    filled: fields ?? {},
    locale: localeOf(locale),
    attachments: attachedOf(attachments, "field")
  })
)

export const decodeSay = decoding(
  Say,
  ({ attachments, stickers }) => [
    ...judgeAttached(attachments),
    ...at(["stickers"], (stickers ?? []).length > message.stickers ? FormError.maxLength(message.stickers) : undefined)
  ],
  ({ content, reply_to, attachments, stickers }) => ({
    content: content ?? undefined,
    reply_to: reply_to ?? undefined,
    stickers: (stickers ?? []).flatMap((name) => name ?? []),
    attachments: attachedOf(attachments)
  })
)

/** The files of a new post; the use case judges the rest of the body. */
export const decodePostFiles = decoding(
  PostFiles,
  ({ attachments }) => judgeAttached(attachments),
  ({ attachments }) => attachedOf(attachments)
)

/** How many recipients a group has, and who they are, is judged with the group. */
export const decodeGroup = decoding(NewGroup, judgeLimits(NewGroup), ({ recipients, name }) => ({
  recipients: recipients ?? [],
  name: name ?? null
}))

export const decodePresence = decoding(SetPresence, judgePresence, wantedPresence)

export const decodeVote = decoding(
  Vote,
  ({ answer_ids }) => at(["answer_ids"], FormError.presence(answer_ids) ?? countError(answer_ids, 10)),
  ({ answer_ids }) => answer_ids ?? []
)

export const decodeForward = decoding(
  Forward,
  ({ channel_id }) => (channel_id == null ? [fault(["channel_id"], FormError.required)] : []),
  ({ channel_id }) => channel_id ?? ""
)

export const decodeEdit = decoding(
  EditSaid,
  ({ content }) => (content == null ? [fault(["content"], FormError.required)] : []),
  ({ content }) => content ?? ""
)
