import { wireOf } from "@backlot/domain/error/Failure"
import { fault, toErrorTree } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import * as Failure from "@backlot/domain/error/ServiceError"
import { describe, expect, test } from "vitest"
import { becauseIn, bodyOf, headersOf, INTERNAL, statusOf } from "../../src/error/ErrorBody.ts"
import { invalid, TABLE } from "./ErrorTable.ts"

describe("numeric codes and HTTP status", () => {
  test.each(Object.entries(TABLE))("%s has the status, code and text seen on the wire", (_, [failure, ...row]) => {
    expect([statusOf(failure), wireOf(failure).code, bodyOf(failure).message]).toEqual(row)
  })

  test("a failure for too many commands names the limit of the type", () => {
    expect(bodyOf(new Failure.TooManyCommands({ type: 1, max: 100 })).message).toBe(
      "Maximum number of application commands reached (100)."
    )
  })

  test("a defect tells nothing about itself", () => {
    expect(INTERNAL).toEqual({ status: 500, code: 0, message: "500: Internal Server Error" })
  })
})

describe("error bodies", () => {
  test("only an invalid form has errors", () => {
    const withErrors = Object.values(TABLE).filter(([failure]) => "errors" in bodyOf(failure))
    expect(withErrors.map(([failure]) => failure._tag)).toEqual(["InvalidForm"])
  })

  test("the keys stand in the order message, code, errors", () => {
    expect(JSON.stringify(bodyOf(new Failure.MissingAccess({ because: "it is no member" })))).toBe(
      '{"message":"Missing Access","code":50001}'
    )
    expect(JSON.stringify(bodyOf(invalid([["name"], FormError.required])))).toBe(
      '{"message":"Invalid Form Body","code":50035,' +
        '"errors":{"name":{"_errors":[{"code":"BASE_TYPE_REQUIRED","message":"This field is required"}]}}}'
    )
  })

  test("a 429 has message, retry_after and global in that order, and a code only for some limits", () => {
    expect(JSON.stringify(bodyOf(TABLE.RateLimited[0]))).toBe(
      '{"message":"You are being rate limited.","retry_after":64.57,"global":true}'
    )
    expect(JSON.stringify(bodyOf(TABLE.DailyCreatesSpent[0]))).toBe(
      '{"message":"Max number of daily application command creates has been reached (200)",' +
        '"retry_after":431.207,"global":false,"code":30034}'
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

/** wire-rest.md §0 (3, 4), §4.1. */
describe("the headers of a 429", () => {
  const window = { limit: 5, remaining: 0, reset_ms: 1_668_618_055_755, reset_after_ms: 5_588, bucket: "b".repeat(32) }

  test("a global one carries no bucket headers, and whole seconds rounded up", () => {
    expect(headersOf(TABLE.RateLimited[0])).toEqual({
      via: "1.1 backlot",
      "retry-after": "65",
      "x-ratelimit-scope": "global",
      "x-ratelimit-global": "true"
    })
  })

  test("one of a bucket shows the bucket", () => {
    const failure = new Failure.RateLimited({ refusal: { global: false, retry_after_ms: 5_588, window } })
    expect(headersOf(failure)).toEqual({
      via: "1.1 backlot",
      "retry-after": "6",
      "x-ratelimit-scope": "user",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1668618055.755",
      "x-ratelimit-reset-after": "5.588",
      "x-ratelimit-bucket": window.bucket
    })
    expect(bodyOf(failure)).toEqual({ message: "You are being rate limited.", retry_after: 5.588, global: false })
  })

  test("one of the daily creates is shared and shows no bucket", () => {
    expect(headersOf(TABLE.DailyCreatesSpent[0])).toEqual({
      via: "1.1 backlot",
      "retry-after": "432",
      "x-ratelimit-scope": "shared"
    })
  })

  test("the reason of a 403 is read as it was written, whatever its names", () => {
    for (const because of ["it lacks BAN_MEMBERS", "100 % 🐶 Künstler\r\nx: y", "\ud83d"]) {
      const headers = headersOf(new Failure.MissingPermissions({ because })) ?? {}
      expect(Object.values(headers).join("")).toMatch(/^[\x20-\x7e]*$/)
      expect(becauseIn(headers)).toBe(because.toWellFormed())
    }
  })

  test("only they and the reasons of refused access have headers of their own", () => {
    const own = Object.entries(TABLE).filter(([, [failure]]) => headersOf(failure) !== undefined)
    expect(own.map(([tag]) => tag)).toEqual([
      "ProvisionalAccounts",
      "RateLimited",
      "SlowedDown",
      "DailyCreatesSpent",
      "MissingAccess",
      "MissingPermissions"
    ])
  })
})
