/**
 * Overwrites of commands as schemas: answers, and the body that replaces them. Names follow the official OpenAPI
 * document. Source: service.md "Guild application command permissions", "Application command permission".
 */

import { command } from "@backlot/domain/base/Limits"
import { TARGET_TYPES } from "@backlot/domain/permission/CommandPermissionTarget"
import { Schema } from "effect"
import { SnowflakeText } from "./Command.ts"
import { list } from "./Field.ts"

const Overwrite = Schema.Struct({
  id: SnowflakeText,
  type: Schema.Literals(TARGET_TYPES),
  permission: Schema.Boolean
}).annotate({
  identifier: "ApplicationCommandPermission",
  description: "For a role (1), user (2) or channel (3); the guild id is @everyone, the id before it all channels."
})

export const CommandPermissions = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  guild_id: SnowflakeText,
  permissions: Schema.Array(Overwrite)
}).annotate({
  identifier: "CommandPermissionsResponse",
  description: "`id` is a command, or the application for all commands without overwrites of their own."
})

export const CommandPermissionsBody = Schema.Struct({ permissions: list(Overwrite, command.overwrites) }).annotate({
  identifier: "CommandPermissionsBody",
  description: "Replaces all overwrites; an empty list removes them."
})
