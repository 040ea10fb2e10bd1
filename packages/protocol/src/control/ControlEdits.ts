/**
 * Edits of the running world: GET, PUT, PATCH and DELETE of each kind of element. Bodies and answers have the shape of the
 * world file. GET, and direct channels, are our choice: docs/choices.md "Control plane". Source: product.md "Control
 * plane".
 */
import type { TargetKind } from "@backlot/domain/element/WorldTarget"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { Schema } from "effect"
import { created, type Entry, query, type Record } from "../openapi/Endpoint.ts"
import { record } from "../openapi/OpenDocument.ts"
import { endpoint } from "./ControlEndpoint.ts"

const PUT =
  "Creates or replaces the element. Fields that are left out take the defaults of the world file; only the lists of a " +
  "guild or user, the position of a role or channel, the picture of an emoji or a sticker, the file of a sound, and the bot id, emojis, SKUs, entitlements, secrets and key of " +
  "an application stay as they were. A field that the world file does not have is a fault. `by`, the id or username of a " +
  "user or the id of a bot, writes an entry in the audit log."
const PATCH =
  "Replaces the given fields, also inside `bot`; null gives a field its default. A given list of a guild or user " +
  "replaces the whole list. The merged element is judged whole."

/** The path of each kind of element, what a removal also removes, and when it is refused. */
const KINDS: Readonly<Record<TargetKind, { readonly path: Entry["path"]; readonly removal: string }>> = {
  application: {
    path: "/applications/:application_id",
    removal:
      "Also removes its bot user, commands and their permissions, tokens, installations, lobbies and rate limits, and " +
      "the direct channels of its bot."
  },
  application_emoji: {
    path: "/applications/:application_id/emojis/:emoji_id",
    removal: "Also removes its picture. Reactions with it stay."
  },
  entitlement: {
    path: "/applications/:application_id/entitlements/:entitlement_id",
    removal: "Also ends its subscription."
  },
  user: {
    path: "/users/:user_id",
    removal:
      "Also removes its memberships, installations, tokens and direct channels; a group stays while two are left. " +
      "Refused while the user owns a guild or an application."
  },
  user_install: {
    path: "/users/:user_id/installs/:application_id",
    removal: "Removes the application from the user."
  },
  guild: {
    path: "/guilds/:guild_id",
    removal: "Also removes its roles, channels, messages, members, installations, commands and permissions."
  },
  role: {
    path: "/guilds/:guild_id/roles/:role_id",
    removal: "Also removes it from members, emojis, channel overwrites and command permissions. Refused for @everyone."
  },
  channel: {
    path: "/guilds/:guild_id/channels/:channel_id",
    removal: "Also removes its threads, messages and permissions. The channels of a category stay, without a parent."
  },
  member: {
    path: "/guilds/:guild_id/members/:user_id",
    removal: "Also removes the member's channel overwrites. Refused for the owner and for the bot of an installation."
  },
  ban: {
    path: "/guilds/:guild_id/bans/:user_id",
    removal: "The user may become a member again."
  },
  voice_state: {
    path: "/guilds/:guild_id/voice_states/:user_id",
    removal: "The member leaves their voice channel."
  },
  emoji: {
    path: "/guilds/:guild_id/emojis/:emoji_id",
    removal: "Also removes its picture. Reactions with it stay."
  },
  invite: {
    path: "/guilds/:guild_id/invites/:code",
    removal: "Nobody can join by it any more."
  },
  webhook: {
    path: "/guilds/:guild_id/webhooks/:webhook_id",
    removal: "Its messages stay."
  },
  scheduled_event: {
    path: "/guilds/:guild_id/scheduled_events/:scheduled_event_id",
    removal: "Nobody is interested in it any more. Its stage stays."
  },
  stage_instance: {
    path: "/guilds/:guild_id/stage_instances/:stage_instance_id",
    removal: "The stage channel is no longer live. Its event stays."
  },
  sticker: {
    path: "/guilds/:guild_id/stickers/:sticker_id",
    removal: "Also removes its picture. Messages with it stay."
  },
  auto_moderation_rule: {
    path: "/guilds/:guild_id/auto_moderation_rules/:rule_id",
    removal: "What it did before stays."
  },
  soundboard_sound: {
    path: "/guilds/:guild_id/soundboard_sounds/:sound_id",
    removal: "Also removes its file."
  },
  guild_install: {
    path: "/guilds/:guild_id/installs/:application_id",
    removal:
      "Also removes the bot's membership and the permissions of the application's commands. Its commands of this " +
      "guild stay, hidden until it is installed again."
  },
  direct_channel: { path: "/direct_channels/:channel_id", removal: "Also removes its messages." }
}

const editsOf = (kind: string, path: Entry["path"], removal: string): Readonly<Record<string, Entry>> => {
  // The rules of the world judge an element; `withElementSchemas` describes it.
  const element = Schema.Record(Schema.String, Schema.Unknown).annotate({ identifier: `world_${kind}` })
  const change = { body: element, query: { by: query() } } as const
  return {
    [`get_world_${kind}`]: endpoint.get(path, { answer: element }),
    [`put_world_${kind}`]: endpoint.put(path, { ...change, answer: [element, created(element)], text: PUT }),
    [`patch_world_${kind}`]: endpoint.patch(path, { ...change, answer: element, text: PATCH }),
    [`delete_world_${kind}`]: endpoint.delete(path, { query: { by: query() }, text: removal })
  }
}

/** The methods of an edit, in the order of the OpenAPI document. */
export type EditMethod = "get" | "put" | "patch" | "delete"

export const edits = Object.assign(
  {},
  ...Object.entries(KINDS).map(([kind, { path, removal }]) => editsOf(kind, path, removal))
) as Readonly<Record<`${EditMethod}_world_${TargetKind}`, Entry>>

/** Adds the elements of the world file's JSON Schema. No field is required: the path has the id, a PATCH any fields. */
export const withElementSchemas = (document: Record<string, unknown>): Record<string, unknown> => {
  const definitions = record(worldJsonSchema()["$defs"])
  const components = record(document["components"])
  const elements = named(Object.keys(KINDS), definitions).map((kind) => {
    const { required: _, ...definition } = record(definitions[kind])
    return [`world_${kind}`, relinked(definition)]
  })
  const schemas = { ...record(components["schemas"]), ...Object.fromEntries(elements) }
  return { ...document, components: { ...components, schemas } }
}

/** Kinds, and all that their definitions refer to. */
const named = (kinds: ReadonlyArray<string>, definitions: Readonly<Record<string, unknown>>) => {
  const all = new Set(kinds)
  // A set gives what is added while it is read.
  for (const kind of all) {
    for (const [, name] of JSON.stringify(definitions[kind]).matchAll(/"#\/\$defs\/(\w+)"/g)) all.add(name ?? "")
  }
  return [...all]
}

const relinked = (definition: object): unknown =>
  JSON.parse(JSON.stringify(definition).replaceAll('"#/$defs/', '"#/components/schemas/world_'))
