/**
 * One user in one channel, over the control plane: their picker, typed texts, uses, presses and messages. As in the
 * platform's own client, what they fill in is read and validated here, against the known index. Source: product.md
 * "Library use", "Control plane"; wire-interactions.md §5.8, §7.1, §8; decision 33.
 */
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { PickerCommand } from "@backlot/domain/typing/PickerCommand"
import type { Effect } from "effect"
import type { Viewpoint } from "./CommandIndex.ts"
import * as ControlCall from "./ControlCall.ts"
import type { ExplanationAnswer, MessageAnswer, UsedAnswer } from "./ControlClient.ts"
import type { ControlFailure, UseFailure } from "./ControlFailure.ts"
import { runner, type SessionServices } from "./SessionRun.ts"
import { type AttachedFile, askedUse, type TypedUse, type UseOfCommand } from "./SessionUse.ts"

export interface SessionOptions {
  /** The language of the user's client; default: the user's own setting. */
  readonly locale?: Locale | undefined
}

/** The value of a component of a modal; null empties it. */
export type FieldValue = string | boolean | null | ReadonlyArray<string>

type UseOptions = ControlCall.UseOptions

export interface SubmitOptions extends UseOptions {
  /** Files for the file uploads of the modal. */
  readonly attachments?: ReadonlyArray<SubmittedFile> | undefined
}

export interface SubmittedFile extends Omit<AttachedFile, "option"> {
  /** The `custom_id` of a file upload. */
  readonly field: string
}

export interface UserSession extends Viewpoint {
  /** The rows of the picker for `query`, best first. */
  readonly commands: (
    query?: string,
    asked?: Omit<ControlCall.PickerAsked, "query">
  ) => Effect.Effect<ReadonlyArray<PickerCommand>, ControlFailure>
  /** Why this user may or may not use a command here, step by step. */
  readonly explain: (commandId: Snowflake) => Effect.Effect<ExplanationAnswer, ControlFailure>
  /** Types a text and asks the app for choices of its last option: `choices` of the answer. */
  readonly type: (text: string) => Effect.Effect<UsedAnswer, UseFailure>
  /** Uses a command: a text such as `/blep animal:dog`, or a command with what it is given. */
  readonly use: (what: string | TypedUse | UseOfCommand, how?: UseOptions) => Effect.Effect<UsedAnswer, UseFailure>
  /** The channel as this user sees it, oldest first. */
  readonly messages: (limit?: number) => Effect.Effect<ReadonlyArray<MessageAnswer>, ControlFailure>
  readonly press: (messageId: Snowflake, customId: string, how?: UseOptions) => Effect.Effect<UsedAnswer, UseFailure>
  readonly select: (
    messageId: Snowflake,
    customId: string,
    values: ReadonlyArray<string>,
    how?: UseOptions
  ) => Effect.Effect<UsedAnswer, UseFailure>
  /**
   * Submits the modal that an interaction was answered with. `fields` by custom id: a text, a value, a list of
   * values, or true or false; absent fields stay as the modal shows them.
   */
  readonly submit: (
    interactionId: Snowflake,
    fields: Readonly<Record<string, FieldValue>>,
    how?: SubmitOptions
  ) => Effect.Effect<UsedAnswer, UseFailure>
}

export const make = (services: SessionServices, at: Viewpoint, { locale }: SessionOptions = {}): UserSession => {
  const { client } = services
  const { user_id } = at
  const run = runner(services, at, locale)
  const spoken = locale === undefined ? {} : { locale }
  const act = (call: ControlCall.InteractionCall, body: object, how?: UseOptions) =>
    client.act(call({ ...body, ...spoken }, how))
  const component = (messageId: Snowflake) => ControlCall.component(user_id, messageId)

  return {
    ...at,
    commands: (query, asked = {}) => client.picker(at, { locale, ...asked, query }),
    explain: (commandId) => client.explain(at, commandId),
    type: (text) => run(askedUse(text, true)),
    use: (what, how) => run(askedUse(what, false), how),
    messages: (limit) => client.messages(at, limit),
    press: (messageId, custom_id, how) => act(component(messageId), { custom_id }, how),
    select: (messageId, custom_id, values, how) => act(component(messageId), { custom_id, values }, how),
    submit: (interactionId, fields, { attachments, ...how } = {}) =>
      act(
        ControlCall.modal(user_id, interactionId),
        { fields, ...(attachments === undefined ? {} : { attachments }) },
        how
      )
  }
}
