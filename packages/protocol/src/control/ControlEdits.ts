/**
 * Edits of the running world: GET, PUT, PATCH and DELETE of each kind of element. Bodies and answers have the shape of the
 * world file. GET, and direct channels, are our choice: docs/choices.md "Control plane". Source: product.md "Control
 * plane".
 */
import { KINDS, type TargetKind } from "@backlot/domain/record/Kind"
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
