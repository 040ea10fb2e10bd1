/** A command of a world. `WorldCommands` judges and builds it by the rules of registration. */
import { Schema } from "effect"
import type { ApplicationCommand } from "../../record/ApplicationCommand.ts"
import { Any, field, Id } from "../../validation/Shape.ts"
import { type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { idOf, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import type { Element } from "./Element.ts"
import { goneKey, withOwner } from "./Gone.ts"

/** Only the fields that a world adds to a command body have a type here. */
const shape = Schema.Struct({
  id: field(Id),
  application_id: field(Id),
  version: field(Id),
  guild_id: field(Id),
  default_member_permissions: field(Any),
  type: field(Any),
  name: field(Any),
  name_localizations: field(Any),
  description: field(Any),
  description_localizations: field(Any),
  dm_permission: field(Any),
  contexts: field(Any),
  integration_types: field(Any),
  options: field(Any),
  nsfw: field(Any),
  handler: field(Any),
  default_permission: field(Any)
}).annotate({ identifier: "command" })

export type Draft = typeof shape.Type

const places = (own: ReadonlyArray<Place<Draft>>) => ({ command: own })

const rules = {
  command: {
    id: [],
    application_id: [required, Value.application],
    version: [],
    guild_id: [Value.guild],
    default_member_permissions: [],
    type: [],
    name: [],
    name_localizations: [],
    description: [],
    description_localizations: [],
    dm_permission: [],
    contexts: [],
    integration_types: [],
    options: [],
    nsfw: [],
    handler: [],
    default_permission: []
  } satisfies Rules<Draft>
}

const ids: UniqueRule<ReturnType<typeof places>> = uniqueIds("command", (p) => idOf(p.command))

export const element = {
  list: "commands",
  kind: "command",
  shape,
  places,
  rules,
  defaults: { command: { type: 1 } },
  ids,
  minted: true,
  toFile: (command) => ({ ...command }),
  fileOrder: (c) => [c.id],
  collections: ["command"],
  /** The store's key has the name of the scope between these (`Collections.commands`). */
  key: (c) => [c.application_id, c.guild_id ?? "0", c.id],
  belongsTo: ["application"],
  without: withOwner,
  takes: ({ id }) => [goneKey("command", id)]
} satisfies Element<ApplicationCommand, Draft>
