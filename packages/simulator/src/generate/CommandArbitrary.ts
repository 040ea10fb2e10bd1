/** Generates well-formed command bodies over the whole table of limits. Source: service.md "Application command". */
import { defined } from "@backlot/scenario/Fields"
import fc from "fast-check"
import type { Json } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import { LOCALES } from "../model/ModelWorld.ts"

/** Few names, so that commands collide. */
const TAKEN_NAMES = [
  ..."adopt feed walk größe ペット हिन्दी it's kick_user 1-2".split(" "),
  "x".repeat(Limits.command.nameMax)
]
const FREE_NAMES = ["Adopt", "High Five", "adopt", "Report Message", "A".repeat(Limits.command.nameMax)]

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzäöüßéñ0123456789-_'жあ漢อ"]

const anyName = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: Limits.command.nameMax })

/** Another one once in `weight` + 1 times. */
const mostly = <A, B>(weight: number, usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other })

const chatName = mostly(8, fc.constantFrom(...TAKEN_NAMES), anyName)

const anyMenuName = anyName.map((name) => `Do ${name}`.slice(0, 20))
const menuName = mostly(8, fc.constantFrom(...FREE_NAMES), anyMenuName)

const text = (max: number) => {
  const usual = fc.constantFrom("Adopts a pet", "Größe", "犬", "What it is", "a")
  return mostly(6, usual, fc.constantFrom("d".repeat(max), "😀".repeat(max)))
}

const description = text(Limits.command.descriptionMax)

const dictionary = (value: fc.Arbitrary<string>) =>
  fc.dictionary(fc.constantFrom(...LOCALES), value, { minKeys: 1, maxKeys: 3, noNullPrototype: true })

/** Defined in one of `oneIn` bodies. */
const sometimes = <A>(arbitrary: fc.Arbitrary<A>, oneIn = 4): fc.Arbitrary<A | undefined> =>
  mostly(oneIn - 1, fc.constant(undefined), arbitrary)

/** Derived from the option's own name, so that they never collide. */
const ownNames = (name: string) => {
  const own = (locale: string) => [locale, `${name.slice(0, 20)}-${locale.toLowerCase()}`] as const
  const locales = fc.subarray(LOCALES, { minLength: 1, maxLength: 2 })
  return sometimes(locales.map((some) => Object.fromEntries(some.map(own))))
}

const choice = (value: fc.Arbitrary<string | number>) =>
  fc.record({
    name: text(Limits.command.choiceNameMax),
    value,
    name_localizations: sometimes(dictionary(fc.constantFrom("Hund", "chien", "Doggo")))
  })

const choices = (value: fc.Arbitrary<string | number>) =>
  fc.uniqueArray(choice(value), { selector: ({ name }) => name, minLength: 1, maxLength: 4 })

/** The fields of option types that have fields of their own. */
const ofType: Readonly<Record<number, fc.Arbitrary<Json>>> = {
  3: fc.oneof(
    fc.record({
      min_length: sometimes(fc.constantFrom(0, 1, 3), 2),
      max_length: sometimes(fc.constantFrom(3, 6_000), 2)
    }),
    fc.record({ choices: choices(fc.constantFrom("dog", "cat", "v".repeat(100))) }),
    fc.constant({ autocomplete: true })
  ),
  4: fc.oneof(
    fc.record({ min_value: sometimes(fc.constantFrom(-5, 0), 2), max_value: sometimes(fc.constantFrom(5, 10), 2) }),
    fc.record({ choices: choices(fc.constantFrom(1, 2, 3)) })
  ),
  7: fc.constantFrom<Json>({}, { channel_types: [0, 2] }),
  10: fc.record({
    min_value: sometimes(fc.constantFrom(-0.5, 0), 2),
    max_value: sometimes(fc.constantFrom(0.5, 10), 2)
  })
}

const valueOption: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(3, 3, 3, 4, 4, 5, 6, 7, 8, 10, 11), fc.constantFrom("animal", "age", "color", "größe", "why"))
  .chain(([type, name]) =>
    fc
      .tuple(ofType[type] ?? fc.constant({}), ownNames(name), description, sometimes(dictionary(description)))
      .map(([particular, name_localizations, text, description_localizations]) =>
        defined<Json>({ type, name, description: text, name_localizations, description_localizations, ...particular })
      )
  )

/** Distinct names; the first `required` options are required. */
const valueOptions = (max: number): fc.Arbitrary<ReadonlyArray<Json>> =>
  fc
    .tuple(fc.uniqueArray(valueOption, { selector: ({ name }) => name, maxLength: max }), fc.nat(2))
    .map(([options, required]) => options.map((option, i) => (i < required ? { ...option, required: true } : option)))

const sub = (name: string): fc.Arbitrary<Json> =>
  fc.record({ type: fc.constant(1), name: fc.constant(name), description, options: valueOptions(2) })

const subs = fc
  .subarray(["dog", "cat", "bird"], { minLength: 0, maxLength: 2 })
  .chain((names) => fc.tuple(...names.map(sub)))

const group = (name: string): fc.Arbitrary<Json> =>
  fc.record({ type: fc.constant(2), name: fc.constant(name), description, options: subs })

const nested = fc
  .tuple(fc.subarray(["add", "remove"], { minLength: 1 }), fc.boolean())
  .chain(([names, groups]) => fc.tuple(...names.map(groups ? group : sub)))

const options: fc.Arbitrary<ReadonlyArray<Json> | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: valueOptions(4) },
  { weight: 2, arbitrary: nested },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: Limits.command.options }, (_, i) => flag(i))) }
)

function flag(i: number): Json {
  return { type: 5, name: `o${i}`, description: "One of many" }
}

/** Fields of every command type. */
const common = fc
  .record({
    default_member_permissions: sometimes(fc.constantFrom(null, "0", "8192", "32", "268435488", 8192), 2),
    nsfw: sometimes(fc.boolean(), 6),
    default_permission: sometimes(fc.boolean(), 12)
  })
  .map(defined)

const places = fc
  .record({
    contexts: sometimes(fc.constantFrom(null, [0], [1], [0, 1], [0, 2], [0, 1, 2], [2]), 3),
    integration_types: sometimes(fc.constantFrom(null, [0]), 4),
    dm_permission: sometimes(fc.boolean(), 8)
  })
  .map(defined)

/** A well-formed body of this type. `userInstalls`: the application supports user installs. */
export const commandBody = (type: number, userInstalls: boolean): fc.Arbitrary<Json> => {
  const base = fc
    .tuple(
      common,
      places,
      fc.boolean(),
      sometimes(dictionary(type === 1 ? fc.constantFrom("hund", "chien", "inu") : menuName), 3)
    )
    .map(([shared, where, both, name_localizations]) => ({
      ...{ ...shared, ...where, ...(userInstalls && both ? { integration_types: [0, 1] } : {}) },
      ...defined({ name_localizations })
    }))
  if (type === 1) {
    const translations = sometimes(dictionary(description))
    return fc
      .tuple(base, chatName, description, options, translations)
      .map(([fields, name, text, list, description_localizations]) => ({
        ...{ name, description: text, ...fields },
        ...defined({ options: list, description_localizations })
      }))
  }
  const named = type === 4 ? fc.constantFrom("Launch", "Start") : menuName
  const more = type === 4 ? fc.record({ handler: fc.constantFrom(1, 2) }) : fc.constant({})
  return fc.tuple(base, named, more).map(([fields, name, extra]) => ({ type, name, ...fields, ...extra }))
}
