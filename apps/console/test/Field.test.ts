import { expect, test } from "vitest"
import { type Field, flag, isElsewhere, text } from "../src/inspector/world/Field.ts"

const TAGS: Field = {
  name: "available_tags",
  label: "Tags",
  kind: "records",
  fields: [text("name", "Name"), flag("moderated", "Moderated")]
}
const DRAWN = [text("name", "Name"), { name: "roles", label: "Roles", kind: "roles" }, TAGS] as const

test.each([
  ["name", false],
  ["topic", true],
  ["", true],
  ["roles[0]", true],
  ["available_tags", false],
  ["available_tags[0]", false],
  ["available_tags[0].name", false],
  ["available_tags[0].moderated", true],
  ["available_tags[0].id", true]
])("a fault at %j stands nowhere in the form: %s", (path, expected) => {
  expect(isElsewhere(DRAWN, path)).toBe(expected)
})
