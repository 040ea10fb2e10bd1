/**
 * `data` of an interaction, by its type. Source: wire-interactions.md §1.4; service.md "Interaction (received by the
 * app)"; decision 35.
 */
import type { Place } from "../permission/Place.ts"
import { type ApplicationCommand, CommandType } from "../record/ApplicationCommand.ts"
import { InteractionType } from "../record/InteractionKind.ts"
import type { InteractionRecord, SubmittedModal, UsedComponent } from "./Interaction.ts"
import { type Entities, resolve, type Wanted, wantedByModal, wantedByOptions, wantedByValues } from "./ResolvedData.ts"

export type CommandData = ReturnType<typeof commandData>
export type ComponentData = ReturnType<typeof componentData>
export type ModalData = ReturnType<typeof modalData>

/** The input for building `data`. */
export interface Subject {
  readonly record: InteractionRecord
  /** Types 2 and 4. */
  readonly command?: ApplicationCommand | undefined
  readonly place: Place
  readonly entities: Entities
  readonly now_ms: number
}

export const dataOf = (subject: Subject) => {
  const { command, record } = subject
  if (command !== undefined) return commandData(subject, command)
  if (record.component !== undefined) return componentData(subject, record.component)
  return record.submitted === undefined ? undefined : modalData(subject, record.submitted)
}

const commandData = (subject: Subject, command: ApplicationCommand) => {
  const { record } = subject
  const { options, target_id } = record
  const autocomplete = record.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  const wanted = autocomplete
    ? {}
    : target_id === undefined
      ? wantedByOptions(options)
      : wantedByTarget(command, target_id)
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    // Decision 35.
    ...(autocomplete ? { version: command.version } : {}),
    ...(command.type === CommandType.CHAT_INPUT && options.length > 0 ? { options } : {}),
    ...(target_id === undefined ? {} : { target_id }),
    ...resolvedOf(subject, wanted),
    ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id })
  }
}

const wantedByTarget = ({ type }: ApplicationCommand, id: string): Wanted =>
  type === CommandType.MESSAGE ? { messages: new Set([id]) } : { users: new Set([id]) }

const componentData = (subject: Subject, { values, ...component }: UsedComponent) => ({
  ...component,
  ...(values === undefined ? {} : { values }),
  // Without selected values there is no `resolved`, as the platform's libraries have seen (discord-jda/JDA 2330).
  ...resolvedOf(subject, wantedByValues([{ type: component.component_type, values }]))
})

const modalData = (subject: Subject, submitted: SubmittedModal) => ({
  ...submitted,
  ...resolvedOf(subject, wantedByModal(submitted))
})

const resolvedOf = ({ entities, place, now_ms }: Subject, wanted: Wanted) => {
  const resolved = resolve(wanted, entities, place, now_ms)
  return resolved === undefined ? {} : { resolved }
}
