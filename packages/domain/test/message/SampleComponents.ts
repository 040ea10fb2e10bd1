/** Sound bodies of messages, of every kind of component. */

import fc from "fast-check"
import { MessageFlag } from "../../src/message/Message.ts"

const shortText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
const maybe = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: null })
const emoji = fc.record({ id: maybe(fc.constant("7")), name: fc.constant("🐈") }, { noNullPrototype: true })
const media = fc.constantFrom("https://a.b/c.png", "http://a.b/ü?x=1#y").map((url) => ({ url }))
const shown = { description: maybe(shortText), spoiler: maybe(fc.boolean()) }

const record = <T>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { noNullPrototype: true })

const button = fc.oneof(
  record({
    type: fc.constant(2),
    style: fc.integer({ min: 1, max: 4 }),
    custom_id: fc.uuid(),
    label: maybe(shortText),
    emoji: maybe(emoji),
    disabled: maybe(fc.boolean())
  }),
  record({ type: fc.constant(2), style: fc.constant(5), url: fc.webUrl({ size: "small" }), label: shortText }),
  record({ type: fc.constant(2), style: fc.constant(6), sku_id: fc.constant("9") })
)

const stringSelect = record({
  type: fc.constant(3),
  custom_id: fc.uuid(),
  placeholder: maybe(shortText),
  options: fc.uniqueArray(
    record({ label: shortText, value: shortText, description: maybe(shortText), emoji: maybe(emoji) }),
    {
      minLength: 1,
      maxLength: 5,
      selector: ({ value }) => value
    }
  )
})
const entitySelect = fc.constantFrom([5, "user"], [6, "role"], [7, "user"], [8, "channel"]).chain(([type, named]) =>
  record({
    type: fc.constant(type),
    custom_id: fc.uuid(),
    max_values: fc.integer({ min: 2, max: 25 }),
    default_values: maybe(fc.constant([{ type: named, id: "1" }]))
  })
)

const row = record({
  type: fc.constant(1),
  components: fc.oneof(
    fc.array(button, { minLength: 1, maxLength: 5 }),
    stringSelect.map((select): ReadonlyArray<object> => [select]),
    entitySelect.map((select): ReadonlyArray<object> => [select])
  )
})

const display = record({ type: fc.constant(10), content: shortText })
const thumbnail = record({ type: fc.constant(11), media, ...shown })
const section = record({
  type: fc.constant(9),
  components: fc.array(display, { minLength: 1, maxLength: 3 }),
  accessory: fc.oneof(button, thumbnail)
})
const gallery = record({
  type: fc.constant(12),
  items: fc.array(record({ media, ...shown }), { minLength: 1, maxLength: 10 })
})
const separator = record({ type: fc.constant(14), spacing: maybe(fc.constantFrom(1, 2)), divider: maybe(fc.boolean()) })
const standing = fc.oneof(row, display, section, gallery, separator)
const container = record({
  type: fc.constant(17),
  components: fc.array(standing, { minLength: 1, maxLength: 3 }),
  accent_color: maybe(fc.integer({ min: 0, max: 0xffffff })),
  spoiler: maybe(fc.boolean())
})

/** Up to five action rows, with content. */
export const legacyBody = record({
  content: fc.constant("hi"),
  components: fc.array(row, { maxLength: 5 })
})

/** Components of every kind; no more than forty, as each of the two holds no more than twenty. */
export const componentsBody = record({
  flags: fc.constant(MessageFlag.IS_COMPONENTS_V2),
  components: fc.array(fc.oneof(standing, container), { minLength: 1, maxLength: 2 })
})
