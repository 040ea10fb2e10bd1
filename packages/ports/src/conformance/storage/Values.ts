/** Values and keys come back as they were put. */
import { assert } from "@effect/vitest"
import type { Storage } from "../../Storage.ts"
import type { Case } from "../suite/Suite.ts"
import { rule } from "../suite/Suite.ts"
import { putAll, read } from "./Transact.ts"

const VALUES: Readonly<Record<string, string>> = {
  "empty text": "",
  "blanks at both ends": " \t value \n ",
  "line breaks": "one\ntwo\r\nthree\u2028four",
  "control characters": "\x01\x02\t\x1b\x7f",
  "text in many scripts": "é ß 日本語 हिन्दी ไทย עברית 👩‍👩‍👧 𝒳",
  "combining characters, not normalized": "e\u0301 and \u00e9",
  "quotes and escapes": `' " \\ \`$\{x} %s ; -- /* */`,
  "number-like text": "007",
  "JSON with escapes": JSON.stringify({ lone: "\ud800", nul: "\0", key: "__proto__" }),
  "a megabyte": "0123456789abcdef".repeat(65_536)
}

const PRINTABLE = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCharCode(0x20 + i)).join("")

export const values: ReadonlyArray<Case<Storage>> = [
  ...Object.entries(VALUES).map(([what, value]) =>
    rule(`a value comes back as it was put: ${what}`, function* () {
      yield* putAll({ key: value })
      assert.strictEqual(yield* read("key"), value)
    })
  ),
  rule("a key of all printable ASCII names one value", function* () {
    yield* putAll({ [PRINTABLE]: "right", [PRINTABLE.toLowerCase()]: "wrong", [`${PRINTABLE} `]: "wrong" })
    assert.strictEqual(yield* read(PRINTABLE), "right")
  }),
  rule("keys of a thousand characters are told apart by the last one", function* () {
    const long = "k".repeat(999)
    yield* putAll({ [`${long}1`]: "one", [`${long}2`]: "two" })
    assert.strictEqual(yield* read(`${long}1`), "one")
    assert.strictEqual(yield* read(`${long}2`), "two")
  })
]
