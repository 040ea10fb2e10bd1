/**
 * Endpoints of application commands and of their permission overwrites. The batch edit, PUT of all permissions of a guild,
 * is gone: 405 (wire-rest.md §1). Sources: service.md "Endpoints", "Guild application command permissions", "Application
 * command permission"; wire-rest.md §1.
 */
import { command } from "@backlot/domain/base/Limits"
import { SHAPES } from "@backlot/domain/command/CommandBody"
import { OverwriteEntry, Overwrites } from "@backlot/domain/permission/CommandPermissionBody"
import { list } from "@backlot/domain/validation/Shape"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { created, query } from "../openapi/Endpoint.ts"
import { bearer, bot, by, PERMISSIONS, restGroup } from "../openapi/RestDocument.ts"
import { Command } from "./Command.ts"

const GLOBAL = "/applications/:application_id/commands"
const GUILD = "/applications/:application_id/guilds/:guild_id/commands"

const callers = by(bot, bearer("applications.commands.update"))
const listing = { with_localizations: query() }
const made = [Command, created(Command)]
const UPSERT = "Upsert: 201 when the name was free in its scope, 200 when the command of that name was replaced."

export const Commands = restGroup("commands", {
  list_application_commands: callers.get(GLOBAL, { query: listing, answer: Schema.Array(Command) }),
  create_application_command: callers.post(GLOBAL, { body: SHAPES.global.command, answer: made, text: UPSERT }),
  bulk_set_application_commands: callers.put(GLOBAL, {
    body: list(SHAPES.global.element, command.bulk),
    answer: Schema.Array(Command)
  }),
  get_application_command: callers.get(`${GLOBAL}/:command_id`, { answer: Command }),
  update_application_command: callers.patch(`${GLOBAL}/:command_id`, { body: SHAPES.global.edit, answer: Command }),
  delete_application_command: callers.delete(`${GLOBAL}/:command_id`),
  list_guild_application_commands: callers.get(GUILD, { query: listing, answer: Schema.Array(Command) }),
  create_guild_application_command: callers.post(GUILD, { body: SHAPES.guild.command, answer: made, text: UPSERT }),
  bulk_set_guild_application_commands: callers.put(GUILD, {
    body: list(SHAPES.guild.element, command.bulk),
    answer: Schema.Array(Command)
  }),
  get_guild_application_command: callers.get(`${GUILD}/:command_id`, { answer: Command }),
  update_guild_application_command: callers.patch(`${GUILD}/:command_id`, { body: SHAPES.guild.edit, answer: Command }),
  delete_guild_application_command: callers.delete(`${GUILD}/:command_id`)
})

export const Permissions = Schema.Struct({
  id: SnowflakeText,
  application_id: SnowflakeText,
  guild_id: SnowflakeText,
  permissions: Schema.Array(shownOf(OverwriteEntry))
}).annotate({
  identifier: "CommandPermissionsResponse",
  description: "`id` is a command, or the application for all commands without overwrites of their own."
})

const readers = by(bot, bearer(PERMISSIONS))

export const CommandPermissions = restGroup("command_permissions", {
  list_guild_application_command_permissions: readers.get(`${GUILD}/permissions`, {
    answer: Schema.Array(Permissions),
    text: "Every command of the application with overwrites in the guild, and the application itself."
  }),
  get_guild_application_command_permissions: readers.get(`${GUILD}/:command_id/permissions`, {
    answer: Permissions,
    text: "The application's id in place of the command's asks for its overwrites for all commands. 404 where there are none."
  }),
  set_guild_application_command_permissions: by(bearer(PERMISSIONS)).put(`${GUILD}/:command_id/permissions`, {
    body: Overwrites,
    answer: Permissions,
    text:
      "Only with the bearer token of a user who manages the guild and its roles and may use the command. The " +
      "application's id in place of the command's sets those for all commands."
  })
})
