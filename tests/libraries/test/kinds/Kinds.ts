/**
 * One app, whatever library it stands on: its commands, components and modal, and what it says. It repeats to the user
 * what its library made of an interaction, as JSON, so that a test reads there what reached the app.
 */
import type { Kind } from "@backlot/test-judges/published/Judge"
import type { Ready } from "../LiveServer.ts"

export interface KindsApp {
  /** Registers its commands once more. */
  readonly register: () => Promise<unknown>
  /** Payloads that came by the gateway; those that come to an endpoint are judged as they come. */
  readonly payloads?: ReadonlyArray<Kind>
  readonly stop: () => Promise<void>
}

/** Starts the app, registers its commands and tells the service where it is. */
export type StartKindsApp = (ready: Ready) => Promise<KindsApp>

const leaf = (type: number, name: string, more: object = {}) => ({ type, name, description: `The ${name}`, ...more })

const EVERY_TYPE = [
  leaf(3, "text", { autocomplete: true }),
  leaf(4, "count"),
  leaf(5, "sure"),
  leaf(6, "who"),
  leaf(7, "where"),
  leaf(8, "rank"),
  leaf(9, "whom"),
  leaf(10, "size"),
  leaf(11, "file")
]

const slash = (name: string, options: ReadonlyArray<object> = []) => ({
  type: 1,
  name,
  description: `The ${name} command`,
  options
})

const kinds = ["buttons", "selects"].map((name) => ({ name, value: name }))

const DEFINITIONS = [
  slash("show", [leaf(2, "every", { options: [leaf(1, "option", { options: EVERY_TYPE })] }), leaf(1, "nothing")]),
  slash("place"),
  slash("menu", [leaf(3, "kind", { required: true, choices: kinds })]),
  slash("slow"),
  slash("secret"),
  slash("survey"),
  slash("post"),
  slash("card"),
  slash("rich"),
  { type: 2, name: "Who is" },
  { type: 3, name: "Quote" },
  { type: 4, name: "Launch", description: "", handler: 1 }
]

/** For guilds and for users who install it themselves, wherever it can be used. */
export const COMMANDS = DEFINITIONS.map((command) => ({ ...command, integration_types: [0, 1] }))

/** In the guild alone. */
export const GUILD_COMMAND = slash("docked")

export type KindsCommand = (typeof COMMANDS)[number] | typeof GUILD_COMMAND

const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })

const button = (custom_id: string) => ({ type: 2, style: 1, label: custom_id, custom_id })

const COLOURS = ["red", "blue", "green"].map((value) => ({ label: value, value }))

const select = (type: number, custom_id: string, more: object = {}) => row({ type, custom_id, max_values: 2, ...more })

/** What `/menu` shows. */
export const MENUS: Readonly<Record<string, ReadonlyArray<object>>> = {
  buttons: [row(...["update", "quiet", "ask", "reply", "later"].map(button))],
  selects: [
    select(3, "colours", { options: COLOURS }),
    select(5, "users"),
    select(6, "roles"),
    select(7, "anyone"),
    select(8, "channels")
  ]
}

/** A message of components alone, with a button beside its text. */
export const CARD = {
  flags: 1 << 15,
  components: [
    {
      type: 17,
      accent_color: 0x00_99_ff,
      components: [
        { type: 9, components: [{ type: 10, content: "# Rex" }], accessory: button("adopt") },
        { type: 14, divider: true },
        row(button("feed"))
      ]
    }
  ]
}

/** What the card says once its button is pressed. */
export const ADOPTED = [{ type: 10, content: "Rex is yours" }]

export const RICH = {
  content: "Vote",
  embeds: [{ title: "Rex", description: "A dog", fields: [{ name: "Age", value: "3", inline: true }], color: 255 }],
  poll: {
    question: { text: "Adopt Rex?" },
    answers: [{ poll_media: { text: "Yes" } }, { poll_media: { text: "No" } }],
    duration: 24,
    allow_multiselect: false
  }
}

const label = (component: object) => ({ type: 18, label: "Please", component })

/** Both ways to ask for text, a select of each sort, and a file. */
export const SURVEY = {
  title: "Survey",
  components: [
    label({ type: 4, custom_id: "name", style: 1, required: true }),
    row({ type: 4, custom_id: "note", style: 2, label: "Note", required: false }),
    label({ type: 3, custom_id: "colour", options: COLOURS }),
    label({ type: 5, custom_id: "friend" }),
    label({ type: 19, custom_id: "proof", required: false })
  ]
}

/** What an app understood of entities that were referred to: names by id. */
export interface Named {
  readonly users: Readonly<Record<string, string>>
  /** Numbers of roles. */
  readonly members: Readonly<Record<string, number>>
  readonly roles: Readonly<Record<string, string>>
  readonly channels: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

export const NOBODY: Named = { users: {}, members: {}, roles: {}, channels: {}, files: {} }

/** What an app says of it. */
export const told = (understood: object): string => JSON.stringify(understood)
