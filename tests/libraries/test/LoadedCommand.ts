/** One command with everything that a command can have, and how it is answered. Keys stand in the order of the wire. */
import { APP } from "./World.ts"

type Localizations = Readonly<Record<string, string>> | null

/** The keys that depend on the scope. */
export interface Loaded {
  readonly guild_id?: string
  readonly dm_permission?: boolean
  readonly contexts?: ReadonlyArray<number>
  readonly integration_types?: ReadonlyArray<number>
}

interface Ids {
  readonly id: string
  readonly version: string
}

/** Two texts, each beside its dictionary or what a list makes of it. */
type Texts = (text: string, dictionary: Localizations, key: "name" | "description") => object

/** Everything, sent in an order that is not the wire's and with falsehoods and empty lists written out. */
export const LOADED = {
  options: [
    {
      options: [
        {
          options: [
            {
              choices: [
                { value: "dog", name: "Dog", name_localizations: { de: "Hund" } },
                { value: "cat", name: "Cat" }
              ],
              required: true,
              autocomplete: false,
              description: "Which",
              name: "animal",
              name_localizations: { de: "tier" },
              type: 3
            },
            {
              type: 4,
              name: "age",
              description: "How old",
              autocomplete: true,
              min_value: 0,
              max_value: 30,
              choices: []
            },
            { type: 3, name: "note", description: "What else", required: false, min_length: 1, max_length: 99 },
            { type: 10, name: "price", description: "How much", choices: [{ name: "Half", value: 0.5 }] },
            { type: 7, name: "where", description: "Where", channel_types: [0, 5], options: null },
            {
              type: 11,
              name: "photo",
              description: "A photo",
              required: null,
              description_localizations: { de: "Bild" }
            }
          ],
          description: "A pet",
          name: "pet",
          type: 1
        },
        { type: 1, name: "nothing", description: "No options", options: [] }
      ],
      description_localizations: { de: "Aufnehmen" },
      description: "Adopt",
      name: "adopt",
      type: 2
    }
  ],
  nsfw: true,
  contexts: [0, 2],
  integration_types: [0, 1],
  default_member_permissions: 8192,
  description_localizations: { de: "Alles auf einmal" },
  description: "Everything at once",
  name_localizations: { de: "beladen", "en-GB": "laden" },
  name: "loaded",
  type: 1
}

const loaded = (texts: Texts, { id, version }: Ids, scoped: Loaded) => {
  const described = (name: string, of: Localizations, description: string, to: Localizations = null) => ({
    ...texts(name, of, "name"),
    ...texts(description, to, "description")
  })
  const choice = (name: string, value: string | number, of: Localizations = null) => ({
    ...texts(name, of, "name"),
    value
  })
  const animals = [choice("Dog", "dog", { de: "Hund" }), choice("Cat", "cat")]
  const values = [
    { type: 3, ...described("animal", { de: "tier" }, "Which"), required: true, choices: animals },
    { type: 4, ...described("age", null, "How old"), autocomplete: true, min_value: 0, max_value: 30 },
    { type: 3, ...described("note", null, "What else"), min_length: 1, max_length: 99 },
    { type: 10, ...described("price", null, "How much"), choices: [choice("Half", 0.5)] },
    { type: 7, ...described("where", null, "Where"), channel_types: [0, 5] },
    { type: 11, ...described("photo", null, "A photo", { de: "Bild" }) }
  ]
  const subcommands = [
    { type: 1, ...described("pet", null, "A pet"), options: values },
    { type: 1, ...described("nothing", null, "No options") }
  ]
  return {
    id,
    application_id: APP,
    version,
    default_member_permissions: "8192",
    type: 1,
    ...described("loaded", { de: "beladen", "en-GB": "laden" }, "Everything at once", { de: "Alles auf einmal" }),
    ...scoped,
    options: [{ type: 2, ...described("adopt", null, "Adopt", { de: "Aufnehmen" }), options: subcommands }],
    nsfw: true
  }
}

/** Answers of writes, of a single GET, and of lists with localizations. */
export const loadedAnswer = (ids: Ids, scoped: Loaded) =>
  loaded((text, dictionary, key) => ({ [key]: text, [`${key}_localizations`]: dictionary }), ids, scoped)

/** Plain lists for a requester of `locale`. */
export const loadedListed = (ids: Ids, scoped: Loaded, locale: string | undefined) =>
  loaded(
    (text, dictionary, key) => {
      const localized = locale === undefined ? undefined : dictionary?.[locale]
      return { [key]: text, ...(localized === undefined ? {} : { [`${key}_localized`]: localized }) }
    },
    ids,
    scoped
  )
