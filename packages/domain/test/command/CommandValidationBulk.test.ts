import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type ValidationContext, validate, validateBulk } from "../../src/command/CommandValidation.ts"
import { toErrorTree } from "../../src/error/Fault.ts"
import { globalOf, inGlobal, inGuild, lines, many, option, places, slash } from "../fixture/CommandFixture.ts"

const bulk = (body: unknown, context: ValidationContext = inGlobal) => places(validateBulk(body, context))

describe("an element is a command, with the id of the one it replaces if known", () => {
  it("comes out as a create of it would", () => {
    const elements = [slash(), { type: 2, name: "Hug" }]
    expect(Result.getOrThrow(validateBulk(elements, inGlobal))).toEqual(
      elements.map((element) => ({ content: Result.getOrThrow(validate(element, inGlobal)) }))
    )
  })
  it.each([
    ["900000000000000001", { id: "900000000000000001" }],
    [null, {}],
    [undefined, {}]
  ])("id %j", (id, expected) => {
    const [element] = Result.getOrThrow(validateBulk([slash({ id })], inGlobal))
    const { content: _, ...rest } = element ?? { content: undefined }
    expect(rest).toEqual(expected)
  })
  it("an id is a snowflake", () => expect(bulk([slash({ id: "blep" })])).toEqual(["[0].id [NUMBER_TYPE_COERCE]"]))
  it("an id names one element", () =>
    expect(bulk([slash({ id: "1" }), slash({ name: "b", id: "1" })])).toEqual(["[1].id [SET_TYPE_CONTAINS_DUPLICATE]"]))
  it("a CHAT_INPUT description is required here too", () =>
    expect(bulk([{ name: "blep" }])).toEqual(["[0].description [BASE_TYPE_REQUIRED]"]))
  it("an empty list is sound", () => expect(validateBulk([], inGlobal)).toEqual(Result.succeed([])))
  it("guild elements ignore what is global only", () => expect(bulk([slash({ contexts: "x" })], inGuild)).toEqual([]))
})

describe("command names are unique per type", () => {
  it("the later duplicate is at fault", () =>
    expect(
      lines(validateBulk([slash(), slash({ name: "b" }), slash({ type: 1 }), slash({ type: null })], inGlobal))
    ).toEqual([
      "[2] [APPLICATION_COMMANDS_DUPLICATE_NAME] Application command names must be unique",
      "[3] [APPLICATION_COMMANDS_DUPLICATE_NAME] Application command names must be unique"
    ]))
  it("a CHAT_INPUT and a USER command may share a name", () =>
    expect(bulk([slash(), { type: 2, name: "blep" }, { type: 3, name: "blep" }])).toEqual([]))
  it("a bad name hides no duplicate", () =>
    expect(bulk([slash({ name: "A" }), slash({ name: "A" })])).toEqual([
      "[0].name [APPLICATION_COMMAND_INVALID_NAME]",
      "[1].name [APPLICATION_COMMAND_INVALID_NAME]",
      "[1] [APPLICATION_COMMANDS_DUPLICATE_NAME]"
    ]))
})

describe("a bulk body is a list of at most 131", () => {
  const elements = (count: number) => many(count, (name) => slash({ name }))
  it("131 are accepted", () => expect(bulk(elements(131))).toEqual([]))
  it("132 are a form error", () =>
    expect(lines(validateBulk(elements(132), inGlobal))).toEqual([
      " [BASE_TYPE_MAX_LENGTH] Must be 131 or fewer in length."
    ]))
  it.each([{}, null, "x", 5, undefined, { 0: slash() }])("%j is no list", (body) =>
    expect(bulk(body)).toEqual([" [LIST_TYPE_CONVERT]"])
  )
  it.each([null, 5, "blep", [], true])("%j is no element", (body) =>
    expect(bulk([slash(), body])).toEqual(["[1] [MODEL_TYPE_CONVERT]"])
  )
})

describe("all violations found are reported together, across commands and options", () => {
  it("in one tree that begins with the index", () => {
    const body = [
      slash({ name: "Bad Name", options: [option(), option({ required: true }), option({ type: "x", name: "c" })] }),
      slash({ integration_types: [1], description: 7 }),
      slash({ name: "ok" }),
      slash({ name: "ok", nsfw: true })
    ]
    const result = validateBulk(body, globalOf({ integration_types: [0], discoverable: true }))
    const leaf = (code: string, message: string) => ({ _errors: [{ code, message }] })
    expect(toErrorTree(Result.isFailure(result) ? result.failure : [])).toEqual({
      0: {
        name: leaf("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"),
        options: {
          1: {
            _errors: [
              {
                code: "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                message: "Option name animal is already used in these options"
              },
              {
                code: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message: "Required options must be placed before non-required options"
              }
            ]
          },
          2: { type: leaf("NUMBER_TYPE_COERCE", 'Value "x" is not int.') }
        }
      },
      1: {
        description: leaf("STRING_TYPE_CONVERT", 'Could not interpret "7" as string.'),
        integration_types: {
          0: leaf(
            "APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID",
            "This application does not support this integration type"
          )
        }
      },
      3: {
        ...leaf("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"),
        nsfw: leaf(
          "APPLICATION_COMMAND_NSFW_INVALID",
          "Applications with discovery enabled cannot contain age-restricted commands"
        )
      }
    })
  })
  it("and the size stands at the index", () => {
    const choices = Array.from({ length: 25 }, (_, k) => ({ name: `${k}`.padEnd(100, "c"), value: "v".repeat(100) }))
    expect(bulk([slash({ options: ["a", "b"].map((name) => option({ name, choices })) })])).toEqual([
      "[0] [APPLICATION_COMMAND_TOO_LARGE]"
    ])
  })
})
