/** Decodes interaction responses. Source: wire-interactions.md §4.2 (pairing), §4.3 to §4.6 (data). */
import { Result, Schema } from "effect"
import { type Fault, fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { type EmptyMessage, InvalidForm } from "../error/ServiceError.ts"
import { MessageFlag, type MessageObject } from "../message/Message.ts"
import { complete, type MessageContent, type MessageEdit, readMessage } from "../message/MessageBody.ts"
import type { SentFile } from "../message/MessageFiles.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import { CallbackType, InteractionType } from "../record/InteractionKind.ts"
import * as Shape from "../validation/Shape.ts"
import { readChoices } from "./AutocompleteResult.ts"
import type { AutocompleteChoice } from "./Interaction.ts"
import { type ModalObject, readModal } from "./Modal.ts"

/** A valid response. Other types are refused on `type`. */
export type Callback =
  /** Without data. */
  | { readonly type: typeof CallbackType.PONG }
  | { readonly type: typeof CallbackType.DEFERRED_UPDATE_MESSAGE }
  | { readonly type: typeof CallbackType.PREMIUM_REQUIRED }
  | { readonly type: typeof CallbackType.LAUNCH_ACTIVITY }
  /** An edit of the component's message; an edit without fields changes nothing. */
  | { readonly type: typeof CallbackType.UPDATE_MESSAGE; readonly edit: MessageEdit }
  | { readonly type: typeof CallbackType.MODAL; readonly modal: ModalObject }
  | { readonly type: typeof CallbackType.CHANNEL_MESSAGE_WITH_SOURCE; readonly message: MessageContent }
  | { readonly type: typeof CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE; readonly ephemeral: boolean }
  | {
      readonly type: typeof CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT
      readonly choices: ReadonlyArray<AutocompleteChoice>
    }

/** The interaction that the response is for. */
export interface Answered {
  readonly type: InteractionType
  /** Type of the focused option; autocomplete only. */
  readonly option_type?: OptionType | undefined
  /** Whether the interaction has a component message to update. */
  readonly updates: boolean
  /** Whether the application has an Activity. */
  readonly launches: boolean
  /** The message to update. */
  readonly before?: MessageObject | undefined
  /** Files uploaded with the response. */
  readonly files?: ReadonlyArray<SentFile>
}

const { PING, APPLICATION_COMMAND, MESSAGE_COMPONENT, APPLICATION_COMMAND_AUTOCOMPLETE, MODAL_SUBMIT } = InteractionType

/** §4.2: the interaction types that each callback type may respond to. */
export const PAIRINGS: Readonly<Record<CallbackType, ReadonlyArray<InteractionType>>> = {
  [CallbackType.PONG]: [PING],
  [CallbackType.CHANNEL_MESSAGE_WITH_SOURCE]: [APPLICATION_COMMAND, MESSAGE_COMPONENT, MODAL_SUBMIT],
  [CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE]: [APPLICATION_COMMAND, MESSAGE_COMPONENT, MODAL_SUBMIT],
  [CallbackType.DEFERRED_UPDATE_MESSAGE]: [MESSAGE_COMPONENT, MODAL_SUBMIT],
  [CallbackType.UPDATE_MESSAGE]: [MESSAGE_COMPONENT, MODAL_SUBMIT],
  [CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT]: [APPLICATION_COMMAND_AUTOCOMPLETE],
  [CallbackType.MODAL]: [APPLICATION_COMMAND, MESSAGE_COMPONENT],
  [CallbackType.PREMIUM_REQUIRED]: [APPLICATION_COMMAND, MESSAGE_COMPONENT, MODAL_SUBMIT],
  [CallbackType.IFRAME_MODAL]: [APPLICATION_COMMAND, MESSAGE_COMPONENT],
  [CallbackType.LAUNCH_ACTIVITY]: [APPLICATION_COMMAND, MESSAGE_COMPONENT, MODAL_SUBMIT]
}

/** Decodes a response to an interaction; paths of faults in the data start with `data`. */
export const decodeCallback = (
  input: unknown,
  answered: Answered
): Result.Result<Callback, InvalidForm | EmptyMessage> => {
  const { value, faults } = decode(input)
  const type = typeError(value.type, answered)
  if (type !== undefined) return refuse(Shape.withoutEchoes(faults, [fault(["type"], type)]))
  if (faults.length > 0) return refuse(faults)
  const { data } = value
  switch (value.type) {
    case CallbackType.CHANNEL_MESSAGE_WITH_SOURCE:
      return needed(data, (data) => message(data, answered))
    case CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE:
      return deferral(data)
    case CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
      return needed(data, (data) => choices(data, answered))
    case CallbackType.UPDATE_MESSAGE:
      return update(data, answered)
    case CallbackType.MODAL:
      return needed(data, modal)
    case CallbackType.PONG:
    case CallbackType.DEFERRED_UPDATE_MESSAGE:
    case CallbackType.PREMIUM_REQUIRED:
    case CallbackType.LAUNCH_ACTIVITY:
      return Result.succeed({ type: value.type })
    default:
      return refuse([fault(["type"], unsupported(value.type))])
  }
}

type Decoded = Result.Result<Callback, InvalidForm | EmptyMessage>

const decode = Shape.decoder(Schema.Struct({ type: Shape.field(Shape.Int), data: Shape.field(Shape.Any) }))
export const DeferralShape = Schema.Struct({ flags: Shape.field(Shape.Int) })
const decodeDeferral = Shape.decoder(DeferralShape)

const refuse = (faults: ReadonlyArray<Fault>): Decoded => Result.fail(new InvalidForm({ faults }))

/** §4.2: types 6 and 7 need a message to update, 12 an Activity. */
const typeError = (type: number | null | undefined, { type: answered, updates, launches }: Answered) => {
  if (type == null) return FormError.required
  const fits = (known: CallbackType) =>
    PAIRINGS[known].includes(answered) &&
    (updates || !UPDATES.includes(known)) &&
    (launches || known !== CallbackType.LAUNCH_ACTIVITY)
  const allowed = Object.values(CallbackType).filter(fits)
  if (allowed.some((known) => known === type)) return undefined
  // Legal, but this service does not support it.
  return FormError.choices(allowed.filter((known) => known !== CallbackType.IFRAME_MODAL))
}

const UPDATES: ReadonlyArray<CallbackType> = [CallbackType.DEFERRED_UPDATE_MESSAGE, CallbackType.UPDATE_MESSAGE]

const needed = (data: unknown, decodeData: (data: unknown) => Decoded): Decoded =>
  data == null ? refuse([fault(["data"], FormError.required)]) : decodeData(data)

/** The callback of data without faults. */
const sound = <Read extends { readonly faults: ReadonlyArray<Fault> }>(
  read: Read,
  callbackOf: (read: Read) => Callback
): Decoded => (read.faults.length > 0 ? refuse(under(["data"], read.faults)) : Result.succeed(callbackOf(read)))

const message = (data: unknown, { files = [] }: Answered): Decoded => {
  const { edit, faults } = readMessage(data, { files })
  if (faults.length > 0) return refuse(under(["data"], faults))
  return Result.map(complete(edit), (message) => ({ type: CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, message }))
}

/** Without data nothing changes, as with `{}`. Our choice: docs/choices.md "Interactions". */
const update = (data: unknown, { before, files = [] }: Answered): Decoded =>
  sound(readMessage(data ?? {}, { before, files }), ({ edit }) => ({ type: CallbackType.UPDATE_MESSAGE, edit }))

const modal = (data: unknown): Decoded => sound(readModal(data), ({ modal }) => ({ type: CallbackType.MODAL, modal }))

/** Only the EPHEMERAL bit has an effect, as in messages. Our choice: docs/choices.md "Interactions". */
const deferral = (data: unknown): Decoded =>
  sound(decodeDeferral(data ?? {}), ({ value }) => ({
    type: CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
    ephemeral: ((value.flags ?? 0) & MessageFlag.EPHEMERAL) !== 0
  }))

const choices = (data: unknown, { option_type = OptionType.STRING }: Answered): Decoded =>
  sound(readChoices(data, option_type), ({ choices }) => ({
    type: CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT,
    choices
  }))

/** A type of the platform that this service lacks is refused, never faked. Our choice: docs/choices.md "Control plane". */
const unsupported = (type: number | null | undefined) => {
  const name = Object.entries(CallbackType).find(([, value]) => value === type)?.[0] ?? "unknown"
  return FormError.of("SERVICE_UNSUPPORTED", `Callback type ${type} (${name}) is not supported by this service yet.`)
}
