/** An app in the test's process, with an answer of each kind. */
import type { AppAnswer, ReceivedInteraction } from "@backlot/testkit"

const text = (name: string, more: object = {}) => ({ type: 3, name, description: `The ${name}`, ...more })

export const COMMANDS = [
  {
    name: "adopt",
    name_localizations: { de: "aufnehmen" },
    description: "Adopts a pet",
    options: [text("animal", { required: true, autocomplete: true })]
  },
  { name: "feed", description: "Feeds the pets" },
  { name: "secret", description: "Tells a secret" },
  { name: "vet", description: "Sees the vet" },
  { name: "ban", description: "Bans somebody", default_member_permissions: "4" },
  { type: 2, name: "Greet" },
  { type: 3, name: "Praise" }
]

interface Data {
  readonly name?: string
  readonly custom_id?: string
  readonly target_id?: string
  readonly values?: ReadonlyArray<string>
  readonly options?: ReadonlyArray<{ readonly value: string }>
  readonly components?: ReadonlyArray<{ readonly components: ReadonlyArray<{ readonly value: string }> }>
  readonly resolved?: { readonly messages?: Readonly<Record<string, { readonly content: string }>> }
}

const row = (...components: ReadonlyArray<object>) => [{ type: 1, components }]
const say = (content: string, more: object = {}): AppAnswer => ({ type: 4, data: { content, ...more } })

const commands: Readonly<Record<string, (data: Data) => AppAnswer>> = {
  adopt: ({ options }) =>
    say(`A ${options?.[0]?.value} for you`, {
      components: row({ type: 2, style: 1, label: "Name it", custom_id: "name" })
    }),
  feed: () =>
    say("What?", { components: row({ type: 3, custom_id: "food", options: [{ label: "Fish", value: "fish" }] }) }),
  secret: () => say("only you", { flags: 64 }),
  vet: () => ({ type: 5 }),
  ban: () => say("gone"),
  dive: () => say("splash"),
  Greet: ({ target_id }) => say(`greeted ${target_id}`),
  Praise: ({ target_id = "", resolved }) => say(`praised ${resolved?.messages?.[target_id]?.content}`)
}

const ASK_NAME: AppAnswer = {
  type: 9,
  data: {
    custom_id: "named",
    title: "A name",
    components: row({ type: 4, custom_id: "pet", style: 1, label: "Name" })
  }
}

export const shop = (interaction: ReceivedInteraction): AppAnswer | undefined => {
  // What the platform documents for each type.
  const data = interaction.data as Data
  switch (interaction.type) {
    case 2:
      return commands[data.name ?? ""]?.(data)
    case 3:
      return data.custom_id === "name" ? ASK_NAME : say(`${data.values?.join()} it is`)
    case 4:
      return { type: 8, data: { choices: [{ name: "Dog", value: "dog" }] } }
    default:
      return say(`Hello, ${data.components?.[0]?.components[0]?.value}!`)
  }
}
