/**
 * Endpoints of permission overwrites of commands. The batch edit, PUT of all permissions of a guild, is gone: 405
 * (wire-rest.md §1). Source: service.md "Guild application command permissions", "Application command permission".
 */
import { OverwriteEntry, Overwrites } from "@backlot/domain/permission/CommandPermissionBody"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { bearer, bot, by, PERMISSIONS, restGroup } from "../openapi/RestDocument.ts"

const Answer = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  guild_id: SnowflakeText,
  permissions: Schema.Array(shownOf(OverwriteEntry))
}).annotate({
  identifier: "CommandPermissionsResponse",
  description: "`id` is a command, or the application for all commands without overwrites of their own."
})

const GUILD = "/applications/:application_id/guilds/:guild_id/commands"

const callers = by(bot, bearer(PERMISSIONS))

export const CommandPermissions = restGroup("command_permissions", {
  list_guild_application_command_permissions: callers.get(`${GUILD}/permissions`, {
    answer: Schema.Array(Answer),
    text: "Every command of the application with overwrites in the guild, and the application itself."
  }),
  get_guild_application_command_permissions: callers.get(`${GUILD}/:command_id/permissions`, {
    answer: Answer,
    text: "The application's id in place of the command's asks for its overwrites for all commands. 404 where there are none."
  }),
  set_guild_application_command_permissions: by(bearer(PERMISSIONS)).put(`${GUILD}/:command_id/permissions`, {
    body: Overwrites,
    answer: Answer,
    text:
      "Only with the bearer token of a user who manages the guild and its roles and may use the command. The " +
      "application's id in place of the command's sets those for all commands."
  })
})
