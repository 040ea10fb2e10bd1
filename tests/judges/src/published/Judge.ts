/**
 * Judges payloads to apps by the published type of their kind. Source: the platform's types as `discord-api-types`
 * publishes them, with the corrections of `Corrections.ts`.
 */
import type { ErrorObject } from "ajv"
import { type Validators, validatorsOf } from "./Validators.ts"

const NAMES = [
  "APIPingInteraction",
  "APIChatInputApplicationCommandGuildInteraction",
  "APIChatInputApplicationCommandDMInteraction",
  "APIUserApplicationCommandGuildInteraction",
  "APIUserApplicationCommandDMInteraction",
  "APIMessageApplicationCommandGuildInteraction",
  "APIMessageApplicationCommandDMInteraction",
  "APIPrimaryEntryPointCommandGuildInteraction",
  "APIPrimaryEntryPointCommandDMInteraction",
  "APIMessageComponentButtonInteraction",
  "APIMessageComponentSelectMenuInteraction",
  "APIMessageComponentGuildInteraction",
  "APIMessageComponentDMInteraction",
  "APIApplicationCommandAutocompleteGuildInteraction",
  "APIApplicationCommandAutocompleteDMInteraction",
  "APIModalSubmitGuildInteraction",
  "APIModalSubmitDMInteraction",
  "APIWebhookEventApplicationAuthorizedData",
  "APIWebhookEventApplicationDeauthorizedData",
  "APIMessage",
  "RESTPostAPIInteractionCallbackWithResponseResult"
] as const

/** The name of a published type. */
export type TypeName = (typeof NAMES)[number]

/** The fields that decide the kind of a payload. */
export interface Kind {
  readonly type: number
  readonly guild_id?: string
  readonly data?: { readonly type?: number; readonly component_type?: number }
}

/** The published types of a payload of this kind; empty for an unknown kind. */
export const typesOf = (payload: Kind): ReadonlyArray<TypeName> => {
  const of = payload.data?.type ?? payload.data?.component_type
  const row = ROWS.find((row) => row.type === payload.type && (row.of === undefined || row.of === of))
  if (row === undefined) return []
  return [...row.types, ...(row.placed === undefined ? [] : [row.placed["guild_id" in payload ? "guild" : "direct"]])]
}

/** All deviations of a payload from the types of its kind, one line each; empty when it conforms. */
export const judgePayload = (payload: Kind): ReadonlyArray<string> => {
  const names = typesOf(payload)
  if (names.length === 0) return [`no published type is of interaction type ${payload.type}`]
  return [...new Set(names.flatMap((name) => judge(name, payload)))]
}

/** All deviations of a value from the type of this name. */
export const judge = (name: TypeName, value: unknown): ReadonlyArray<string> => {
  validators ??= validatorsOf(NAMES)
  const validate = validators[name]
  return validate(value) ? [] : tellErrors(validate.errors)
}

export const tellErrors = (errors: ReadonlyArray<ErrorObject> | null | undefined): ReadonlyArray<string> => [
  ...new Set((errors ?? []).filter(isTelling).map(tell))
]

let validators: Validators<TypeName> | undefined

interface Row {
  readonly type: number
  /** `data.type`, or `data.component_type`. */
  readonly of?: number
  readonly types: ReadonlyArray<TypeName>
  /** The types by place, when they differ. */
  readonly placed?: { readonly guild: TypeName; readonly direct: TypeName }
}

const COMPONENT: Row["placed"] = {
  guild: "APIMessageComponentGuildInteraction",
  direct: "APIMessageComponentDMInteraction"
}

const command = (of: number, guild: TypeName, direct: TypeName): Row => ({
  type: 2,
  of,
  types: [],
  placed: { guild, direct }
})

/** The first matching row counts. */
const ROWS: ReadonlyArray<Row> = [
  { type: 1, types: ["APIPingInteraction"] },
  command(1, "APIChatInputApplicationCommandGuildInteraction", "APIChatInputApplicationCommandDMInteraction"),
  command(2, "APIUserApplicationCommandGuildInteraction", "APIUserApplicationCommandDMInteraction"),
  command(3, "APIMessageApplicationCommandGuildInteraction", "APIMessageApplicationCommandDMInteraction"),
  command(4, "APIPrimaryEntryPointCommandGuildInteraction", "APIPrimaryEntryPointCommandDMInteraction"),
  { type: 3, of: 2, types: ["APIMessageComponentButtonInteraction"], placed: COMPONENT },
  { type: 3, types: ["APIMessageComponentSelectMenuInteraction"], placed: COMPONENT },
  {
    type: 4,
    types: [],
    placed: {
      guild: "APIApplicationCommandAutocompleteGuildInteraction",
      direct: "APIApplicationCommandAutocompleteDMInteraction"
    }
  },
  {
    type: 5,
    types: [],
    placed: { guild: "APIModalSubmitGuildInteraction", direct: "APIModalSubmitDMInteraction" }
  }
]

/** A failed union adds nothing to the errors of its members. */
const isTelling = ({ keyword }: ErrorObject): boolean => keyword !== "anyOf"

const tell = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || "(root)"} ${message} ${JSON.stringify(params)}`
