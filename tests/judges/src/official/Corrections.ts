/**
 * Corrects the official document where it differs from the platform or from the specification, with the reason. The
 * rest of it counts unchanged.
 */

export interface Correction {
  /** JSON pointer of the replaced place. It must exist, so that a newer document cannot silently disable a row. */
  readonly at: string
  readonly value: unknown
  readonly because: string
}

export const CORRECTIONS: ReadonlyArray<Correction> = [
  {
    at: "/components/schemas/InnerErrors/properties/_errors/items",
    value: {
      type: "object",
      properties: { code: { type: "string" }, message: { type: "string" } },
      required: ["code", "message"]
    },
    because: "field errors carry codes of words, e.g. BASE_TYPE_REQUIRED (wire-rest.md §3.1, §3.2)"
  },
  {
    at: "/components/schemas/ErrorDetails",
    value: {
      type: "object",
      properties: { _errors: { $ref: "#/components/schemas/InnerErrors/properties/_errors" } },
      additionalProperties: { $ref: "#/components/schemas/ErrorDetails" }
    },
    because: "all violations are reported together (wire-rest.md §3.1): those of a list and of its elements too"
  },
  {
    at: "/components/schemas/ChannelTypes/oneOf",
    value: [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16].map((type) => ({ const: type })),
    because: "channel type 16 exists too (wire-rest.md §9)"
  },
  {
    at: "/components/schemas/GuildChannelResponse/properties/type/enum",
    value: [0, 2, 4, 5, 13, 14, 15, 16],
    because: "guilds have channels of type 16 (wire-rest.md §9)"
  },
  {
    at: "/components/schemas/MessageReferenceType/oneOf",
    value: [{ const: 0 }, { const: 1 }],
    because: "a forward refers to its message with type 1 (the platform's documentation of messages)"
  },
  {
    at: "/components/schemas/GuildFeatures/oneOf/0",
    value: { enum: ["ANIMATED_BANNER", "ENHANCED_ROLE_COLORS"] },
    because: "the feature of roles with several colors is missing (the platform's documentation of guilds)"
  },
  {
    at: "/components/schemas/RatelimitedResponse/allOf/0",
    value: {
      type: "object",
      properties: { code: { type: "integer" }, message: { type: "string" } },
      required: ["message"]
    },
    because: "a 429 has a code for some limits only (wire-rest.md §4.1)"
  },
  {
    at: "/components/schemas/InteractionCallbackResponse/properties/resource/oneOf",
    value: [
      { $ref: "#/components/schemas/CreateMessageInteractionCallbackResponse" },
      { $ref: "#/components/schemas/LaunchActivityInteractionCallbackResponse" },
      { $ref: "#/components/schemas/UpdateMessageInteractionCallbackResponse" },
      { type: "object", properties: { type: { enum: [5, 6] } }, required: ["type"], maxProperties: 1 }
    ],
    because:
      "every callback that makes or updates a message is told of by its type, those of deferrals without the message (wire-interactions.md §4.1)"
  },
  {
    at: "/components/schemas/EntitlementTypes/oneOf",
    value: [1, 2, 3, 4, 5, 6, 7, 8, 10].map((type) => ({ const: type })),
    because: "purchases and gifts have types of their own (the platform's documentation of entitlements)"
  },
  {
    at: "/components/schemas/OAuth2Scopes",
    value: { type: "string", pattern: "^[a-z_]+(\\.[a-z_]+)*$" },
    because: "scopes of the Social SDK and identify.premium exist too (wire-rest.md §5.5)"
  }
]

/** The document with all corrections. Throws when the place of one does not exist. */
export const correct = <T>(document: T, corrections: ReadonlyArray<Correction> = CORRECTIONS): T => {
  const corrected = structuredClone(document)
  for (const { at, value } of corrections) {
    const keys = at
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    const last = keys.pop() ?? ""
    let place: unknown = corrected
    for (const key of keys) place = isRecord(place) ? place[key] : undefined
    if (!isRecord(place) || !(last in place)) throw new Error(`the official document has no ${at} to correct`)
    place[last] = value
  }
  return corrected
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
