/** Endpoints of application commands. Sources: service.md "Endpoints"; wire-rest.md §1. */
import { command } from "@backlot/domain/base/Limits"
import { SHAPES } from "@backlot/domain/command/CommandBody"
import { list } from "@backlot/domain/validation/Shape"
import { Schema } from "effect"
import { created, query } from "../openapi/Endpoint.ts"
import { bearer, bot, restGroup } from "../openapi/RestDocument.ts"
import { Command } from "./Command.ts"

const GLOBAL = "/applications/:application_id/commands"
const GUILD = "/applications/:application_id/guilds/:guild_id/commands"

const security = [bot, bearer("applications.commands.update")] as const
const listing = { with_localizations: query() }
const made = [Command, created(Command)]
const UPSERT = "Upsert: 201 when the name was free in its scope, 200 when the command of that name was replaced."

export const Commands = restGroup("commands", {
  list_application_commands: { method: "GET", path: GLOBAL, security, query: listing, answer: Schema.Array(Command) },
  create_application_command: {
    method: "POST",
    path: GLOBAL,
    security,
    body: SHAPES.global.command,
    answer: made,
    text: UPSERT
  },
  bulk_set_application_commands: {
    method: "PUT",
    path: GLOBAL,
    security,
    body: list(SHAPES.global.element, command.bulk),
    answer: Schema.Array(Command)
  },
  get_application_command: { method: "GET", path: `${GLOBAL}/:command_id`, security, answer: Command },
  update_application_command: {
    method: "PATCH",
    path: `${GLOBAL}/:command_id`,
    security,
    body: SHAPES.global.edit,
    answer: Command
  },
  delete_application_command: { method: "DELETE", path: `${GLOBAL}/:command_id`, security },
  list_guild_application_commands: {
    method: "GET",
    path: GUILD,
    security,
    query: listing,
    answer: Schema.Array(Command)
  },
  create_guild_application_command: {
    method: "POST",
    path: GUILD,
    security,
    body: SHAPES.guild.command,
    answer: made,
    text: UPSERT
  },
  bulk_set_guild_application_commands: {
    method: "PUT",
    path: GUILD,
    security,
    body: list(SHAPES.guild.element, command.bulk),
    answer: Schema.Array(Command)
  },
  get_guild_application_command: { method: "GET", path: `${GUILD}/:command_id`, security, answer: Command },
  update_guild_application_command: {
    method: "PATCH",
    path: `${GUILD}/:command_id`,
    security,
    body: SHAPES.guild.edit,
    answer: Command
  },
  delete_guild_application_command: { method: "DELETE", path: `${GUILD}/:command_id`, security }
})
