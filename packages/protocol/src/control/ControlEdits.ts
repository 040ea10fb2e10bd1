/**
 * Edits of the running world: GET, PUT, PATCH and DELETE of each kind of element. Bodies and answers have the shape of the
 * world file. GET, and direct channels, are our choice: docs/choices.md "Control plane". Source: product.md "Control
 * plane".
 */
import type { TargetKind } from "@backlot/domain/element/WorldTarget"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { Schema } from "effect"
import { created, type Entry } from "../openapi/Endpoint.ts"
import { type ControlEntry, guarded } from "./ControlEndpoint.ts"

const PUT =
  "Creates the element, or replaces it: fields that are left out take the defaults of the world file. What is left " +
  "out stays where it was for the lists that a guild or a user holds, the position of a role or channel, and the bot " +
  "id, secrets and key of an application. A field that the world file does not have is a fault."
const PATCH =
  "Replaces the fields that are given, inside `bot` too; null gives a field its default. The merged element is judged " +
  "whole. Of a guild or a user, a list that is given replaces the whole list."

/** What a removal takes along, and when it is refused. */
const DELETE: Readonly<Record<TargetKind, string>> = {
  application:
    "With its bot user, commands and their permissions, tokens, installations, lobbies and rate limits, and the " +
    "direct channels of its bot.",
  user:
    "With its memberships, installations, tokens and direct channels; a group goes on while two are left. Refused " +
    "while the user owns a guild or an application.",
  user_install: "The application no longer follows the user.",
  guild: "With its roles, channels, messages, members, installations, commands and permissions.",
  role: "Leaves its members, the overwrites of channels and the permissions of commands. @everyone stays.",
  channel: "With its threads, messages and permissions; channels of a category stand in none then.",
  member: "Leaves the overwrites of channels. Refused for the owner and for the bot of an installation.",
  guild_install:
    "With the bot's membership and the permissions of the application's commands. Its commands of this guild stay, " +
    "hidden until it is installed again.",
  direct_channel: "With its messages."
}

const PATHS: Readonly<Record<TargetKind, Entry["path"]>> = {
  application: "/applications/:application_id",
  user: "/users/:user_id",
  user_install: "/users/:user_id/installs/:application_id",
  guild: "/guilds/:guild_id",
  role: "/guilds/:guild_id/roles/:role_id",
  channel: "/guilds/:guild_id/channels/:channel_id",
  member: "/guilds/:guild_id/members/:user_id",
  guild_install: "/guilds/:guild_id/installs/:application_id",
  direct_channel: "/direct_channels/:channel_id"
}

type EditOf<K extends TargetKind> = `${"get" | "put" | "patch" | "delete"}_world_${K}`

const editsOf = <K extends TargetKind>(kind: K): Readonly<Record<EditOf<K>, ControlEntry>> => {
  const path: Entry["path"] = PATHS[kind]
  // The rules of the world judge an element; `withElementSchemas` describes it.
  const element = Schema.Record(Schema.String, Schema.Unknown).annotate({ identifier: `world_${kind}` })
  const replaced = [element, created(element)]
  const entries: Readonly<Record<string, ControlEntry>> = {
    [`get_world_${kind}`]: { method: "GET", path, answer: element, refuses: [400, 404] },
    [`put_world_${kind}`]: {
      method: "PUT",
      path,
      body: element,
      answer: replaced,
      refuses: [400, 404, 413],
      text: PUT
    },
    [`patch_world_${kind}`]: {
      method: "PATCH",
      path,
      body: element,
      answer: element,
      refuses: [400, 404, 413],
      text: PATCH
    },
    [`delete_world_${kind}`]: { method: "DELETE", path, refuses: [400, 404], text: DELETE[kind] }
  }
  // The names are built of the same parts.
  return entries as Readonly<Record<EditOf<K>, ControlEntry>>
}

export const edits = guarded({
  ...editsOf("application"),
  ...editsOf("user"),
  ...editsOf("user_install"),
  ...editsOf("guild"),
  ...editsOf("role"),
  ...editsOf("channel"),
  ...editsOf("member"),
  ...editsOf("guild_install"),
  ...editsOf("direct_channel")
})

/** Parts of the elements. */
const HELD = ["bot", "install_params", "integration_types_config", "integration_type_config", "overwrite"]

/**
 * The document with the elements of the published JSON Schema of the world file. No field is required: the path has the
 * id, and a PATCH has any fields.
 */
export const withElementSchemas = (document: Record<string, unknown>): Record<string, unknown> => {
  const definitions = recordOf(worldJsonSchema()["$defs"])
  const components = recordOf(document["components"])
  const elements = [...Object.keys(DELETE), ...HELD].map((kind) => {
    const { required: _, ...definition } = recordOf(definitions[kind])
    return [`world_${kind}`, relinked(definition)]
  })
  const schemas = { ...recordOf(components["schemas"]), ...Object.fromEntries(elements) }
  return { ...document, components: { ...components, schemas } }
}

const relinked = (definition: object): unknown =>
  JSON.parse(JSON.stringify(definition).replaceAll('"#/$defs/', '"#/components/schemas/world_'))

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}
