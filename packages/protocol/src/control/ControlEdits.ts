/**
 * Changing the world while it runs: GET, PUT, PATCH and DELETE of each kind of element. Bodies and answers have the
 * shape of the world file. GET, and direct channels, are ours. Source: product.md "Control plane".
 */

import type { TargetKind } from "@backlot/domain/element/WorldTarget"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { SnowflakeText } from "../rest/Command.ts"
import { refused } from "./ControlError.ts"

const raw = { disableCodecs: true } as const

const said = (description: string) => OpenApi.annotations({ description })

const PUT =
  "Creates the element, or replaces it: fields that are left out take the defaults of the world file. What is left " +
  "out stays where it was for the lists that a guild or a user holds, the position of a role or channel, and the bot " +
  "id, secrets and key of an application. A field that the world file does not have is a fault."
const PATCH =
  "Replaces the fields that are given, inside `bot` too; null gives a field its default. The merged element is judged " +
  "whole. Of a guild or a user, a list that is given replaces the whole list."

/** What goes along, and what stands against it. */
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

type Ids = Readonly<Record<string, typeof SnowflakeText>>

const endpointsOf = <const K extends TargetKind, const P extends `/${string}`, Params extends Ids>(
  kind: K,
  path: P,
  params: Params
) => {
  // Judged by the rules of the world; `withElementSchemas` says what it looks like.
  const element = Schema.Record(Schema.String, Schema.Unknown).annotate({ identifier: `world_${kind}` })
  const body = { ...raw, params, payload: element }
  return [
    HttpApiEndpoint.get(`get_world_${kind}` as const, path, {
      ...raw,
      params,
      success: element,
      error: refused(400, 404)
    }),
    HttpApiEndpoint.put(`put_world_${kind}` as const, path, {
      ...body,
      success: [element, element.pipe(HttpApiSchema.status(201))],
      error: refused(400, 404, 413)
    }).annotateMerge(said(PUT)),
    HttpApiEndpoint.patch(`patch_world_${kind}` as const, path, {
      ...body,
      success: element,
      error: refused(400, 404, 413)
    }).annotateMerge(said(PATCH)),
    HttpApiEndpoint.delete(`delete_world_${kind}` as const, path, {
      ...raw,
      params,
      success: HttpApiSchema.NoContent,
      error: refused(400, 404)
    }).annotateMerge(said(DELETE[kind]))
  ] as const
}

const id = SnowflakeText

/** To be added to the group of the control plane. */
export const editEndpoints = [
  ...endpointsOf("application", "/applications/:application_id", { application_id: id }),
  ...endpointsOf("user", "/users/:user_id", { user_id: id }),
  ...endpointsOf("user_install", "/users/:user_id/installs/:application_id", { user_id: id, application_id: id }),
  ...endpointsOf("guild", "/guilds/:guild_id", { guild_id: id }),
  ...endpointsOf("role", "/guilds/:guild_id/roles/:role_id", { guild_id: id, role_id: id }),
  ...endpointsOf("channel", "/guilds/:guild_id/channels/:channel_id", { guild_id: id, channel_id: id }),
  ...endpointsOf("member", "/guilds/:guild_id/members/:user_id", { guild_id: id, user_id: id }),
  ...endpointsOf("guild_install", "/guilds/:guild_id/installs/:application_id", { guild_id: id, application_id: id }),
  ...endpointsOf("direct_channel", "/direct_channels/:channel_id", { channel_id: id })
] as const

/** What the elements hold in turn. */
const HELD = ["bot", "install_params", "integration_types_config", "integration_type_config", "overwrite"]

/**
 * The document with the elements as the published JSON Schema of the world file has them. No field is required: the
 * path gives the id, a PATCH whatever it likes.
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
