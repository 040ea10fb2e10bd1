/** Rules between the fields of an object, by schema identifier. The loader and the published JSON Schema share them. */
import type { JsonSchema } from "effect"
import type { Fields } from "../Fields.ts"
import { type Problem, problem } from "../Problem.ts"
import { METHODS } from "../Vocabulary.ts"

type Json = JsonSchema.JsonSchema

interface Rule {
  readonly judge: (value: Fields) => ReadonlyArray<Problem>
  readonly json: Json
}

/** Strict JSON Schema compilers want a property defined next to where it is required. */
export const requiring = (...fields: ReadonlyArray<string>): Json => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, true]))
})

const isGiven = (value: Fields, field: string): boolean => Object.hasOwn(value, field) && value[field] !== undefined

const exactlyOne = (...fields: ReadonlyArray<string>): Rule => ({
  judge: (value) => {
    const given = fields.filter((field) => isGiven(value, field))
    if (given[1] !== undefined) return [problem([given[1]], `only one of ${given.join(", ")} is allowed`)]
    return given.length === 1 ? [] : [problem([], `needs one of ${fields.join(", ")}`)]
  },
  json: { oneOf: fields.map((field) => requiring(field)) }
})

const atLeastOne = (...fields: ReadonlyArray<string>): Rule => ({
  judge: (value) =>
    fields.some((field) => isGiven(value, field)) ? [] : [problem([], `needs one of ${fields.join(", ")}`)],
  json: { anyOf: fields.map((field) => requiring(field)) }
})

/** Each of these fields is allowed only together with one of its partners. */
const needs = (partners: Readonly<Record<string, ReadonlyArray<string>>>): Rule => ({
  judge: (value) =>
    Object.entries(partners).flatMap(([field, others]) =>
      !isGiven(value, field) || others.some((other) => isGiven(value, other)) ? [] : [onlyBeside(field, others)]
    ),
  json: {
    dependentSchemas: Object.fromEntries(
      Object.entries(partners).map(([field, others]) => [field, { anyOf: others.map((other) => requiring(other)) }])
    )
  }
})

export const onlyBeside = (field: string, partners: ReadonlyArray<string>): Problem =>
  problem([field], `is allowed only with ${partners.join(" or ")}`)

const notBoth = (one: string, other: string): Rule => ({
  judge: (value) =>
    isGiven(value, one) && isGiven(value, other) ? [problem([other], `cannot be combined with ${one}`)] : [],
  json: { allOf: [{ not: requiring(one, other) }] }
})

const notEmpty = (...lists: ReadonlyArray<string>): Rule => ({
  judge: (value) =>
    lists.flatMap((list) => {
      const items = value[list]
      return Array.isArray(items) && items.length === 0 ? [problem([list], "is empty")] : []
    }),
  json: { allOf: lists.map((list) => ({ properties: { [list]: { minItems: 1 } } })) }
})

const oneContent = [exactlyOne("path", "text", "base64")]

const RULES: Readonly<Record<string, ReadonlyArray<Rule>>> = {
  AppCall: [exactlyOne(...METHODS)],
  WorldEdit: [exactlyOne(...METHODS)],
  UseParts: [exactlyOne("text", "command"), needs({ options: ["command"], version: ["text", "command"] })],
  File: oneContent,
  OptionFile: oneContent,
  FieldFile: oneContent,
  PermissionOverwrite: [exactlyOne("role", "user", "channel")],
  Wait: [atLeastOne("message", "no_message", "state", "event", "gateway"), needs({ data: ["event", "gateway"] })],
  Clock: [atLeastOne("now", "mode")],
  Said: [atLeastOne("content", "attachments", "stickers")],
  Scenario: [notBoth("app", "apps"), notEmpty("steps", "examples", "apps")],
  Authorize: [notEmpty("scopes")],
  // Everything is true of an empty list.
  Expectation: [notEmpty("seen_by", "unseen_by", "gateway", "events", "trace")],
  LoadPlan: [notBoth("duration", "stages"), notEmpty("stages")],
  LoadStage: [notBoth("rate", "users")]
}

export const judgeRules = (identifier: string, value: Fields): ReadonlyArray<Problem> =>
  (RULES[identifier] ?? []).flatMap(({ judge }) => judge(value))

/** The same rules as JSON Schema. */
export const rulesJson = (identifier: string): Json => {
  const all = (RULES[identifier] ?? []).map(({ json }) => json)
  const allOf = all.flatMap((json) => json["allOf"] ?? [])
  return Object.assign({}, ...all, allOf.length === 0 ? {} : { allOf })
}
