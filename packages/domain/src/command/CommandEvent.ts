/** An event of a command in the event log. Source: architecture.md "Storage". */
import type { ApplicationCommand } from "../record/ApplicationCommand.ts"

export type CommandEventType = "command.created" | "command.updated" | "command.deleted"

export interface CommandEvent {
  readonly type: CommandEventType
  /** The new record; for `command.deleted` the last one. */
  readonly data: ApplicationCommand
}
