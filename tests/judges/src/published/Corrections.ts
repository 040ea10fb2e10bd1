/**
 * Corrects the schemas generated from the published types where they differ from the platform, with the reason. The
 * rest of them counts unchanged.
 */
import type { TypeSchema } from "./TypeSchema.ts"

type Schema = Readonly<Record<string, unknown>>

export interface Correction {
  readonly because: string
  /**
   * Whether the correction applies to the schema below this key of its parent: a field, or the name of a definition.
   */
  readonly matches: (key: string, schema: Schema) => boolean
  readonly replace: (schema: Schema) => Schema
}

/** Apply to all schemas. */
const EVERYWHERE: ReadonlyArray<Correction> = [
  {
    because: "flags are sets of bits, whose sums the types do not list",
    matches: (key, schema) => /flags$/i.test(key) && ("enum" in schema || "$ref" in schema),
    replace: () => ({ type: "integer" })
  },
  {
    because: "an enum's value with two names is one value",
    matches: (_, schema) => new Set(listIn(schema, "enum")).size < listIn(schema, "enum").length,
    replace: (schema) => ({ ...schema, enum: [...new Set(listIn(schema, "enum"))] })
  },
  {
    because: "ar and he are languages too (wire-interactions.md §6)",
    matches: (key) => key === "Locale",
    replace: (schema) => ({ ...schema, enum: [...listIn(schema, "enum"), "ar", "he"] })
  }
]

/** Apply to payloads and messages. */
export const CORRECTIONS: ReadonlyArray<Correction> = [
  ...EVERYWHERE,
  {
    because: "of what is filled in so far, only what is being typed is text (wire-interactions.md §1.4)",
    matches: (key) =>
      /^APIApplicationCommandInteractionData(Integer|Number)Option<InteractionType.ApplicationCommandAutocomplete>$/.test(
        key
      ),
    replace: (schema) => ({
      allOf: [
        withField(schema, "value", { type: ["string", "number"] }),
        {
          anyOf: [
            { properties: { value: { type: "string" } }, required: ["focused"] },
            { properties: { value: { type: "number" } }, not: { required: ["focused"] } }
          ]
        }
      ]
    })
  },
  {
    because: "who chooses nothing in a select resolves nothing (wire-interactions.md §1.7; discord-jda/JDA 2330)",
    matches: (key) => /^APIMessage(User|Role|Mentionable|Channel)SelectInteractionData$/.test(key),
    replace: (schema) => ({
      allOf: [
        { ...schema, required: listIn(schema, "required").filter((field) => field !== "resolved") },
        { anyOf: [{ properties: { values: { maxItems: 0 } } }, { required: ["resolved"] }] }
      ]
    })
  }
]

/** Apply to dispatches of the gateway. */
export const DISPATCH_CORRECTIONS: ReadonlyArray<Correction> = [
  ...EVERYWHERE,
  {
    because: "exceptions of recurring events are created, changed and deleted (reference, Audit Log Events)",
    matches: (key) => key === "AuditLogEvent",
    replace: (schema) => ({ ...schema, enum: [...listIn(schema, "enum"), 200, 201, 202] })
  },
  {
    because: "a group that a bot is in is a channel that is updated (reference, Channel Update)",
    matches: (key) => key === "GatewayChannelUpdateDispatchData",
    replace: (schema) => ({ anyOf: [schema, { $ref: "#/definitions/APIGroupDMChannel" }] })
  },
  {
    because: "a change of an entry names any field of the changed object (reference, Audit Log Change Object)",
    matches: (key) => key === "APIAuditLogChange",
    replace: (schema) => ({
      anyOf: [
        schema,
        { type: "object", properties: { key: { anyOf: [{ enum: UNLISTED }, OVERWRITTEN] } }, required: ["key"] }
      ]
    })
  }
]

/** Fields that the types do not list. */
const UNLISTED = [
  ...["roles", "scheduled_start_time", "scheduled_end_time"],
  // Of roles and of recurring events.
  ...["colors", "unicode_emoji", "recurrence_rule", "event_exception_id", "is_canceled"],
  // Of forums, posts and private threads.
  ...[
    "default_sort_order",
    "default_forum_layout",
    "default_tag_setting",
    "default_reaction_emoji",
    "default_thread_rate_limit_per_user"
  ],
  ...["applied_tags", "invitable"],
  // Of the prompts of an onboarding.
  ...["title", "options", "single_select", "required", "in_onboarding"],
  // Of guilds and members.
  ...["system_channel_flags", "bypasses_verification"]
]

/** Permissions of a command are named by whom they are for. */
const OVERWRITTEN = { type: "string", pattern: "^\\d{17,20}$" }

/** The schema with all corrections and without descriptions. Throws when the place of a correction does not exist. */
export const correct = (schema: TypeSchema, corrections: ReadonlyArray<Correction> = CORRECTIONS): TypeSchema => {
  const used = new Set<Correction>()
  const walk = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk("", item))
    if (!isSchema(value)) return value
    const kept = Object.entries(value).filter(([name, held]) => name !== "description" || isSchema(held))
    const walked = Object.fromEntries(kept.map(([name, held]) => [name, walk(name, held)]))
    const found = corrections.find(({ matches }) => matches(key, walked))
    if (found === undefined) return walked
    used.add(found)
    return found.replace(walked)
  }
  const corrected = walk("", schema)
  const idle = corrections.filter((correction) => !used.has(correction))
  if (idle.length > 0) throw new Error(`nothing to correct: ${idle.map(({ because }) => because).join("; ")}`)
  // No correction replaces the document itself.
  return corrected as TypeSchema
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

const listIn = (schema: Schema, field: string): ReadonlyArray<unknown> => {
  const list = schema[field]
  return Array.isArray(list) ? list : []
}

const withField = (schema: Schema, field: string, value: Schema): Schema => ({
  ...schema,
  properties: { ...(isSchema(schema["properties"]) ? schema["properties"] : {}), [field]: value }
})
