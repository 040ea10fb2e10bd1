/** A command of a world. `WorldCommands` judges and builds it by the rules of registration. */
import type { ApplicationCommand } from "../../record/ApplicationCommand.ts"
import { Any, Id } from "../../validation/Shape.ts"
import { goneKey } from "../field/Gone.ts"
import { required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { idsOf } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import type { Element } from "./Element.ts"

/** Only the fields that a world adds to a command body have a type here. */
const own = fieldsOf("command", {
  id: [Id],
  application_id: [Id, required, Value.application],
  version: [Id],
  guild_id: [Id, Value.guild],
  default_member_permissions: [Any],
  type: [Any],
  name: [Any],
  name_localizations: [Any],
  description: [Any],
  description_localizations: [Any],
  dm_permission: [Any],
  contexts: [Any],
  integration_types: [Any],
  options: [Any],
  nsfw: [Any],
  handler: [Any],
  default_permission: [Any]
})

export type Draft = typeof own.shape.Type

export const element = {
  list: "commands",
  ...own,
  defaults: { command: { type: 1 } },
  ids: idsOf("command"),
  minted: true,
  fileOrder: (c) => [c.id],
  collections: ["command"],
  /** The store's key has the name of the scope between these (`Collections.commands`). */
  key: (c) => [c.application_id, c.guild_id ?? "0", c.id],
  belongsTo: ["application"],
  takes: ({ id }) => [goneKey("command", id)]
} satisfies Element<ApplicationCommand, Draft>
