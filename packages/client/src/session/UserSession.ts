/**
 * One user in one channel, over the control plane: their picker, typed texts, uses, presses and messages. As in the
 * platform's own client, what they fill in is read and validated here, against the known index. Source: product.md
 * "Library use", "Control plane"; wire-interactions.md §5.8, §7.1, §8; decision 33.
 */
import type { Locale } from "@backlot/domain/base/Locale"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Viewpoint } from "./CommandIndex.ts"
import * as ControlCall from "./ControlCall.ts"
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

export type UserSession = ReturnType<typeof make>

export const make = (services: SessionServices, at: Viewpoint, { locale }: SessionOptions = {}) => {
  const { client } = services
  const { user_id } = at
  const run = runner(services, at, locale)
  const spoken = locale === undefined ? {} : { locale }
  const act = (call: ControlCall.InteractionCall, body: object, how?: UseOptions) =>
    client.act(call({ ...body, ...spoken }, how))
  const onMessage = (messageId: Snowflake, body: object, how?: UseOptions) =>
    act(ControlCall.component(user_id, messageId), body, how)

  return {
    ...at,
    /** The rows of the picker for `query`, best first. */
    commands: (query?: string, asked: Omit<ControlCall.PickerAsked, "query"> = {}) =>
      client.picker(at, { locale, ...asked, query }),
    /** Why this user may or may not use a command here, step by step. */
    explain: (commandId: Snowflake) => client.explain(at, commandId),
    /** Types a text and asks the app for choices of its last option: `choices` of the answer. */
    type: (text: string) => run(askedUse(text, true)),
    /** Uses a command: a text such as `/blep animal:dog`, or a command with what it is given. */
    use: (what: string | TypedUse | UseOfCommand, how?: UseOptions) => run(askedUse(what, false), how),
    /** The channel as this user sees it, oldest first. */
    messages: (limit?: number) => client.messages(at, limit),
    press: (messageId: Snowflake, custom_id: string, how?: UseOptions) => onMessage(messageId, { custom_id }, how),
    select: (messageId: Snowflake, custom_id: string, values: ReadonlyArray<string>, how?: UseOptions) =>
      onMessage(messageId, { custom_id, values }, how),
    /**
     * Submits the modal that an interaction was answered with. `fields` by custom id: a text, a value, a list of
     * values, or true or false; absent fields stay as the modal shows them.
     */
    submit: (
      interactionId: Snowflake,
      fields: Readonly<Record<string, FieldValue>>,
      { attachments, ...how }: SubmitOptions = {}
    ) => {
      const body = { fields, ...(attachments === undefined ? {} : { attachments }) }
      return act(ControlCall.modal(user_id, interactionId), body, how)
    }
  }
}
