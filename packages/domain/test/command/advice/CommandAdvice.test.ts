import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { ADVICE, type Advice, adviseCommand } from "../../../src/command/advice/CommandAdvice.ts"
import { adviseList } from "../../../src/command/advice/CommandListAdvice.ts"
import { type ValidationContext, validate, validateBulk } from "../../../src/command/CommandValidation.ts"
import { formatPath } from "../../../src/error/Fault.ts"
import { globalOf, inGlobal, inGuild, many, option, slash, withOptions } from "../../fixture/CommandFixture.ts"

const told = (advice: ReadonlyArray<Advice>) => advice.map(({ path, code }) => `${formatPath(path)} [${code}]`)

const alone = (body: unknown, context: ValidationContext) =>
  told(adviseCommand(body, Result.getOrThrow(validate(body, context)), context))

const together = (bodies: ReadonlyArray<unknown>, context: ValidationContext) =>
  told(
    adviseList(
      Result.getOrThrow(validateBulk(bodies, context)).map(({ content }) => content),
      context
    )
  )

const plain = globalOf({ embedded: false })
const guildOnly = globalOf({ embedded: false, integration_types: [0] })
const choice = (name: string, more: object = {}) => ({ name, value: name, ...more })
const group = (...options: ReadonlyArray<unknown>) => option({ type: 2, name: "care", options })
const subcommand = (name: string) => option({ type: 1, name, description: "Does it" })
const localized = (name_localizations: object) => ({ name_localizations })
const menu = (name: string, more: object = {}) => ({ type: 2, name, ...more })

/** For each rule a command it speaks of, where, and a near one it does not. */
const OF_ONE: Readonly<
  Record<string, readonly [said: object, where: string, unsaid: object, context?: ValidationContext]>
> = {
  IGNORED_IN_GUILD: [slash({ contexts: [0] }), "contexts", slash({ contexts: null, dm_permission: true }), inGuild],
  DM_PERMISSION_IGNORED: [
    slash({ dm_permission: true, contexts: [0] }),
    "dm_permission",
    // What the service answers, and what some libraries send.
    slash({ dm_permission: false, contexts: [0] })
  ],
  DM_PERMISSION_DEPRECATED: [slash({ dm_permission: false }), "dm_permission", slash({ dm_permission: true })],
  DEFAULT_PERMISSION_REPLACED: [
    slash({ default_permission: false }),
    "default_permission",
    slash({ default_permission: true })
  ],
  PERMISSION_UNKNOWN: [
    slash({ default_member_permissions: String(1n << 47n), contexts: [0] }),
    "default_member_permissions",
    slash({ default_member_permissions: String(1n << 46n), contexts: [0] })
  ],
  PERMISSIONS_NEVER_ASKED: [
    slash({ default_member_permissions: "0", contexts: [1] }),
    "default_member_permissions",
    slash({ default_member_permissions: "0", contexts: [0] })
  ],
  PERMISSIONS_NOT_ASKED_IN_DIRECT_MESSAGES: [
    slash({ default_member_permissions: "8" }),
    "default_member_permissions",
    slash({ default_member_permissions: "8", contexts: [0, 2], integration_types: [0] })
  ],
  NEVER_SHOWN: [slash({ contexts: [2] }), "contexts", slash({ contexts: [0, 2] }), guildOnly],
  CONTEXT_WITHOUT_EFFECT: [slash({ contexts: [0, 2] }), "contexts[1]", slash({ contexts: [0, 1] }), guildOnly],
  AGE_RESTRICTED_WITHOUT_GUILD: [slash({ nsfw: true, contexts: [1] }), "nsfw", slash({ nsfw: true, contexts: [0, 1] })],
  EMPTY_GROUP: [
    withOptions(group(), subcommand("list")),
    "options[0]",
    withOptions(group(subcommand("a"), subcommand("b")))
  ],
  GROUP_OF_ONE: [
    withOptions(group(subcommand("a"))),
    "options[0].options",
    withOptions(group(subcommand("a"), subcommand("b")))
  ],
  NEVER_USABLE: [withOptions(group()), "options", withOptions(group(), subcommand("list"))],
  RANGE_EMPTY: [
    withOptions(option({ min_length: 5, max_length: 4 })),
    "options[0].min_length",
    withOptions(option({ min_length: 4, max_length: 4 }))
  ],
  CHOICE_OUT_OF_RANGE: [
    withOptions(option({ type: 4, max_value: 3, choices: [choice("a", { value: 3 }), choice("b", { value: 4 })] })),
    "options[0].choices[1].value",
    withOptions(option({ min_length: 1, choices: [choice("a"), choice("b")] }))
  ],
  CHOICE_VALUE_REPEATED: [
    withOptions(option({ choices: [choice("a"), choice("b", { value: "a" })] })),
    "options[0].choices[1].value",
    withOptions(option({ choices: [choice("a"), choice("b")] }))
  ],
  CHOICE_NAMES_CLASH: [
    withOptions(option({ choices: [choice("a", localized({ de: "x" })), choice("b", localized({ de: "x" }))] })),
    "options[0].choices[1].name_localizations",
    withOptions(option({ choices: [choice("a", localized({ de: "x" })), choice("b", localized({ fr: "x" }))] }))
  ],
  CHOICES_FULL: [
    withOptions(option({ choices: many(25, choice) })),
    "options[0].choices",
    withOptions(option({ choices: many(24, choice) }))
  ],
  ONLY_CHOICE: [
    withOptions(option({ required: true, choices: [choice("a")] })),
    "options[0].choices",
    withOptions(option({ choices: [choice("a")] }))
  ],
  OPTION_NAMES_CLASH: [
    withOptions(
      option({ name: "a", ...localized({ "en-US": "x", "en-GB": "y" }) }),
      option({ name: "b", ...localized({ "en-GB": "x", "en-US": "z", "es-ES": "w" }) }),
      option({ name: "c", ...localized({ "es-419": "w" }) })
    ),
    "options[2].name_localizations",
    withOptions(option({ name: "a", ...localized({ de: "x" }) }), option({ name: "b", ...localized({ fr: "x" }) }))
  ],
  LOCALIZATION_REPEATS_DEFAULT: [
    slash(localized({ de: "blep" })),
    "name_localizations.de",
    // It stops the fallback to en-GB, or would: service.md recommends it.
    slash(localized({ "en-US": "blep", de: "bläp" }))
  ],
  LOCALIZATION_REPEATS_FALLBACK: [
    slash({ description_localizations: { "es-ES": "Hola", "es-419": "Hola" } }),
    "description_localizations.es-419",
    slash({ description_localizations: { "es-ES": "Hola", "es-419": "Buenas" } })
  ],
  DEFAULT_HIDDEN_BY_FALLBACK: [
    slash(localized({ "en-GB": "bloop" })),
    "name_localizations.en-GB",
    slash(localized({ "en-GB": "bloop", "en-US": "blep" }))
  ],
  DESCRIPTION_REPEATS_NAME: [
    withOptions(option({ name: "dog-name", description: "Dog name" })),
    "options[0].description",
    withOptions(option({ name: "dog-name", description: "Its dog name" }))
  ]
}

/** The same for rules of lists. */
const OF_LISTS: Readonly<
  Record<
    string,
    readonly [said: ReadonlyArray<object>, where: string, unsaid: ReadonlyArray<object>, context: ValidationContext]
  >
> = {
  NAMES_DIFFER_BY_CASE: [[menu("Info"), menu("info")], "[1].name", [menu("Info"), { ...menu("info"), type: 3 }], plain],
  COMMAND_NAMES_CLASH: [
    [slash({ name: "a", ...localized({ de: "x" }) }), slash({ name: "x" })],
    "[1].name_localizations",
    [slash({ name: "a", ...localized({ de: "x" }) }), menu("x")],
    plain
  ],
  ENTRY_POINT_LEFT_OUT: [[slash()], "", [slash(), { type: 4, name: "launch" }], inGlobal]
}

describe("advice", () => {
  it.each(Object.entries(OF_ONE))("%s", (code, [said, where, unsaid, context = plain]) => {
    assert.include(alone(said, context), `${where} [${code}]`)
    assert.notInclude(alone(unsaid, context).join(), `[${code}]`)
  })

  it.each(Object.entries(OF_LISTS))("%s", (code, [said, where, unsaid, context]) => {
    assert.deepStrictEqual(together(said, context), [`${where} [${code}]`])
    assert.deepStrictEqual(together(unsaid, context), [])
  })

  it("has an example of each rule, which names its source", () => {
    assert.deepStrictEqual(
      ADVICE.map(({ code }) => code).sort(),
      [...Object.keys(OF_ONE), ...Object.keys(OF_LISTS)].sort()
    )
    assert.isTrue(ADVICE.every(({ source, sentence }) => /decision \d|\.md /.test(source) && sentence !== ""))
  })

  it("has nothing to say about an ordinary command", () => {
    const body = slash({
      name_localizations: { de: "bläp" },
      contexts: [0, 1],
      integration_types: [0, 1],
      options: [option({ required: true, autocomplete: true }), option({ name: "age", type: 4, min_value: 0 })]
    })
    assert.deepStrictEqual(alone(body, plain), [])
  })

  it("is given to a command that the service takes", () => {
    for (const [said, , , context = plain] of Object.values(OF_ONE))
      assert.isTrue(Result.isSuccess(validate(said, context)))
  })

  it.each(["options[0].options[0]", "options[0]"])("reaches the options of subcommands: %s", (where) => {
    const parameter = option({ name: "a", description: "A" })
    const sub = option({ type: 1, name: "list", description: "Lists", options: [parameter] })
    const body = where === "options[0]" ? withOptions(sub) : withOptions(group(sub, subcommand("b")))
    assert.include(alone(body, plain), `${where}.options[0].description [DESCRIPTION_REPEATS_NAME]`)
  })
})
