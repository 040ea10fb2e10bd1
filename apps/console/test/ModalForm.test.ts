import { describe, expect, it } from "vitest"
import { searched } from "../src/chat/component/Choices.ts"
import { bodyOf, faultsIn, faultsOf, fieldsOf, firstValues } from "../src/chat/modal/ModalForm.ts"

const fields = fieldsOf([
  { type: 10, content: "Hello" },
  { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", min_length: 2, max_length: 3, value: "Rex" }] },
  {
    type: 18,
    label: "Kind",
    component: { type: 3, custom_id: "kind", options: [{ label: "Dog", value: "dog", default: true }] }
  },
  {
    type: 18,
    label: "Two",
    component: {
      type: 22,
      custom_id: "two",
      min_values: 2,
      options: [
        { label: "A", value: "a" },
        { label: "B", value: "b" }
      ]
    }
  },
  {
    type: 18,
    label: "Way",
    component: { type: 21, custom_id: "way", required: false, options: [{ label: "A", value: "a" }] }
  },
  { type: 18, label: "Sure", component: { type: 23, custom_id: "sure", default: true } },
  { type: 18, label: "File", component: { type: 19, custom_id: "file", required: false } }
])

describe("ModalForm", () => {
  it("begins with what the app filled in", () => {
    expect(firstValues(fields)).toEqual({ name: "Rex", kind: ["dog"], two: [], way: "", sure: true, file: [] })
  })

  it("names faults at their fields", () => {
    expect(faultsOf(fields, firstValues(fields))).toEqual({ two: "This is required" })
    const filled = { ...firstValues(fields), name: "Rexxx", two: ["a"] }
    expect(faultsOf(fields, filled)).toEqual({ name: "At most 3 characters", two: "Choose 2" })
    // Whatever a person sees as one character counts by its code points, as on the platform.
    expect(faultsOf(fields, { ...filled, name: "🐕🐕🐕", two: ["a", "b"] })).toEqual({})
  })

  it("sends every field, and files apart", async () => {
    const values = { ...firstValues(fields), file: [new File(["hi"], "a.txt", { type: "text/plain" })] }
    expect(await bodyOf(fields, values)).toEqual({
      fields: { name: "Rex", kind: ["dog"], two: [], way: null, sure: true },
      attachments: [{ field: "file", filename: "a.txt", content_type: "text/plain", base64: "aGk=" }]
    })
  })

  it("reads the faults of the server", () => {
    const errors = { fields: { name: { _errors: [{ code: "X", message: "Too short." }] } } }
    expect(faultsIn({ errors })).toEqual({ name: "Too short." })
    expect(faultsIn({})).toEqual({})
  })
})

describe("Choices", () => {
  it("finds names that begin with a text first", () => {
    const choices = ["Marta", "Art", "Bo"].map((name) => ({ id: name, name, kind: "user" as const }))
    expect(searched(choices, "ar").map(({ name }) => name)).toEqual(["Art", "Marta"])
  })
})
