/** Checks an object against the rules of `ShapeRules.ts`. */
import { type Problem, problem } from "../Problem.ts"
import { AT_LEAST_ONE, EXACTLY_ONE, NEEDS, NOT_BOTH, NOT_EMPTY } from "./ShapeRules.ts"

type Fields = Readonly<Record<string, unknown>>

export const judgeRules = (identifier: string, value: Fields): ReadonlyArray<Problem> => [
  ...exactlyOne(EXACTLY_ONE[identifier], value),
  ...atLeastOne(AT_LEAST_ONE[identifier], value),
  ...Object.entries(NEEDS[identifier] ?? {}).flatMap(([field, partners]) => needs(field, partners, value)),
  ...(NOT_BOTH[identifier] ?? []).flatMap(([one, other]) => notBoth(one, other, value)),
  ...(NOT_EMPTY[identifier] ?? []).flatMap((field) => notEmpty(field, value[field]))
]

const isGiven = (value: Fields, field: string): boolean => Object.hasOwn(value, field) && value[field] !== undefined

const exactlyOne = (fields: ReadonlyArray<string> = [], value: Fields): ReadonlyArray<Problem> => {
  const given = fields.filter((field) => isGiven(value, field))
  if (fields.length === 0 || given.length === 1) return []
  const [, second] = given
  return second === undefined
    ? [problem([], `needs one of ${fields.join(", ")}`)]
    : [problem([second], `only one of ${given.join(", ")} can be here`)]
}

const atLeastOne = (fields: ReadonlyArray<string> = [], value: Fields): ReadonlyArray<Problem> =>
  fields.length === 0 || fields.some((field) => isGiven(value, field))
    ? []
    : [problem([], `needs one of ${fields.join(", ")}`)]

const needs = (field: string, partners: ReadonlyArray<string>, value: Fields): ReadonlyArray<Problem> =>
  !isGiven(value, field) || partners.some((partner) => isGiven(value, partner))
    ? []
    : [problem([field], `stands beside ${partners.join(" or ")} only`)]

const notBoth = (one: string, other: string, value: Fields): ReadonlyArray<Problem> =>
  isGiven(value, one) && isGiven(value, other) ? [problem([other], `cannot stand beside ${one}`)] : []

const notEmpty = (field: string, list: unknown): ReadonlyArray<Problem> =>
  Array.isArray(list) && list.length === 0 ? [problem([field], "is empty")] : []
