/** The list of properties that no answer has. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { listedIn, NEVER_ANSWERED, surprising } from "../../src/official/NeverAnswered.ts"
import { documentedProperties } from "../../src/official/Properties.ts"

const file = process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? ""

describe("what is never answered", () => {
  it("is documented, when an official document is given", () => {
    const documented = file === "" ? [] : [...documentedProperties(JSON.parse(readFileSync(file, "utf8")))]
    const idle = NEVER_ANSWERED.filter(({ at }) => file !== "" && !documented.some((property) => at.test(property)))
    expect(idle, "nothing documented is meant").toEqual([])
  })

  it("is found among what an answer has", () => {
    expect(listedIn(["MessageResponse.id", "MessageResponse.call"])).toEqual(["MessageResponse.call"])
  })

  it("surprises nobody; all else that no answer had does", () => {
    const documented = new Set(["MessageResponse.tts", "MessageResponse.id", "MessageResponse.call", "Pet.name"])
    expect(surprising(documented, new Set(["MessageResponse.id"]))).toEqual(["MessageResponse.tts", "Pet.name"])
  })
})
