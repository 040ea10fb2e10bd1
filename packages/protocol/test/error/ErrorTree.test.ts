import { fault, toErrorTree } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as Failure from "@backlot/domain/error/ServiceError"
import { describe, expect, test } from "vitest"
import { bodyOf } from "../../src/error/ErrorBody.ts"

const invalid = (...faults: ReadonlyArray<Parameters<typeof fault>>) =>
  new Failure.InvalidForm({ faults: faults.map(([path, error]) => fault(path, error)) })

describe("the errors of a body", () => {
  test("the keys stand in the order message, code, errors", () => {
    expect(JSON.stringify(bodyOf(new Failure.MissingAccess({ because: "it is no member" })))).toBe(
      '{"message":"Missing Access","code":50001}'
    )
    expect(JSON.stringify(bodyOf(invalid([["name"], FormError.required])))).toBe(
      '{"message":"Invalid Form Body","code":50035,' +
        '"errors":{"name":{"_errors":[{"code":"BASE_TYPE_REQUIRED","message":"This field is required"}]}}}'
    )
  })

  test("array positions are decimal string keys, and all violations are reported together", () => {
    const failure = invalid(
      [[7], FormError.duplicateCommand],
      [[0, "options", 2], FormError.requiredAfterOptional],
      [[0, "name"], FormError.badLength(1, 32)],
      [[0, "name"], FormError.invalidName]
    )
    expect(JSON.parse(JSON.stringify(bodyOf(failure).errors))).toEqual({
      "0": {
        name: {
          _errors: [
            { code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 32 in length." },
            { code: "APPLICATION_COMMAND_INVALID_NAME", message: "Command name is invalid" }
          ]
        },
        options: {
          "2": {
            _errors: [
              {
                code: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message: "Required options must be placed before non-required options"
              }
            ]
          }
        }
      },
      "7": {
        _errors: [{ code: "APPLICATION_COMMANDS_DUPLICATE_NAME", message: "Application command names must be unique" }]
      }
    })
  })

  test("_errors may sit at the root of errors", () => {
    const { errors } = bodyOf(invalid([[], FormError.tooLarge(8000)]))
    expect(JSON.stringify(errors)).toBe(
      '{"_errors":[{"code":"APPLICATION_COMMAND_TOO_LARGE","message":"Command exceeds maximum size (8000)"}]}'
    )
  })

  test("no field name of a body can damage the tree", () => {
    const names = ["__proto__", "constructor", "_errors", "toString", ""]
    const tree = toErrorTree(names.map((name) => fault(["name_localizations", name], FormError.required)))
    const keys = Object.keys(JSON.parse(JSON.stringify(tree))["name_localizations"])
    expect(keys.sort()).toEqual(["", "__proto__", "_errors_", "constructor", "toString"])
  })
})
