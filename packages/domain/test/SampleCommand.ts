import type { ApplicationCommand, CommandContent, CommandOption, Scope } from "@backlot/domain/ApplicationCommand"
import { compose } from "@backlot/domain/CommandWire"

export const APPLICATION = "100000000000000001"
export const GUILD = "200000000000000001"

/** A complete CHAT_INPUT content, as validation leaves it. */
export const content = (fields: Partial<CommandContent> = {}): CommandContent => ({
  default_member_permissions: null,
  type: 1,
  name: "blep",
  name_localizations: null,
  description: fields.type === 2 || fields.type === 3 ? "" : "Send a random animal",
  description_localizations: null,
  dm_permission: true,
  contexts: null,
  integration_types: [0],
  nsfw: false,
  ...(fields.type === 4 ? { handler: 2 } : {}),
  ...fields
})

/** A stored command; its version is one above its id. */
export const stored = (id: number, fields: Partial<CommandContent> = {}, scope: Scope = "global"): ApplicationCommand =>
  compose({ id: String(id), application_id: APPLICATION, version: String(id + 1) }, scope, content(fields))

export const option = (fields: Partial<CommandOption> = {}): CommandOption => ({
  type: 3,
  name: "animal",
  name_localizations: null,
  description: "The type of animal",
  description_localizations: null,
  ...fields
})
