/** What each command does. Pure but for the pets it keeps: an interaction comes in, the answer goes out. */
import {
  type APIApplicationCommandInteraction,
  type APIApplicationCommandInteractionDataBasicOption,
  type APIApplicationCommandInteractionDataOption,
  type APIChatInputApplicationCommandInteraction,
  type APICommandAutocompleteInteractionResponseCallbackData,
  type APIInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  InteractionType
} from "discord-api-types/v10"
import { ask, type Pressable, type Reply, replace, say, whisper } from "./Answers.ts"
import { praiseModal, praiseOf } from "./Praise.ts"

export interface Pet {
  readonly animal: string
  readonly name: string
  readonly age: number | undefined
}

/** Pets by the id of who adopted them. */
export type Pets = Map<string, ReadonlyArray<Pet>>

const animals: Readonly<Record<string, { readonly face: string; readonly de: string; readonly fr: string }>> = {
  Cat: { face: "🐈", de: "Katze", fr: "Chat" },
  Dog: { face: "🐕", de: "Hund", fr: "Chien" },
  Duck: { face: "🦆", de: "Ente", fr: "Canard" },
  Goldfish: { face: "🐟", de: "Goldfisch", fr: "Poisson rouge" },
  Parrot: { face: "🦜", de: "Papagei", fr: "Perroquet" },
  Turtle: { face: "🐢", de: "Schildkröte", fr: "Tortue" }
}

export const reply = (pets: Pets, interaction: APIInteraction): Reply => {
  switch (interaction.type) {
    case InteractionType.Ping:
      return { response: { type: InteractionResponseType.Pong } }
    case InteractionType.ApplicationCommandAutocomplete:
      return suggest(pets, userOf(interaction), interaction.data.options)
    case InteractionType.ApplicationCommand:
      return use(pets, userOf(interaction), interaction.data)
    case InteractionType.MessageComponent:
      return press(pets, userOf(interaction), interaction)
    case InteractionType.ModalSubmit:
      return submit(userOf(interaction), interaction)
    default:
      return whisper("I do not know what to do with this.")
  }
}

const use = (pets: Pets, user: string, data: APIApplicationCommandInteraction["data"]): Reply => {
  switch (data.type) {
    case ApplicationCommandType.ChatInput:
      return run(pets, user, data)
    case ApplicationCommandType.User:
      return list(pets, data.target_id, user)
    case ApplicationCommandType.Message:
      return ask(praiseModal(data.target_id))
    default:
      return whisper("I do not know this command.")
  }
}

/** What a button or a select is for stands in its custom id: `release:Rex`. */
const press = (pets: Pets, user: string, { data }: APIMessageComponentInteraction): Reply => {
  const [verb, ...rest] = data.custom_id.split(":")
  const name = rest.join(":")
  if (verb === "release") return release(pets, user, name)
  if (verb === "keep") return replace(`${name} stays with you.`)
  return verb === "stroke" && "values" in data
    ? replace(`You stroked ${data.values.join(" and ")}.`)
    : whisper("I do not know what this button is for.")
}

const submit = (user: string, { data }: APIModalSubmitInteraction): Reply => {
  const praise = praiseOf(data)
  return praise === undefined ? whisper("I do not know this form.") : say(`<@${user}> praises: ${praise}`)
}

type Data = APIChatInputApplicationCommandInteraction["data"]
type Options = ReadonlyArray<APIApplicationCommandInteractionDataOption> | undefined

const run = (pets: Pets, user: string, data: Data): Reply => {
  const [first] = data.options ?? []
  const path = first?.type === ApplicationCommandOptionType.Subcommand ? `${data.name} ${first.name}` : data.name
  const options = leaves(data.options)
  const text = (name: string) => String(options.find((option) => option.name === name)?.value ?? "")
  switch (path) {
    case "adopt": {
      const age = options.find((option) => option.name === "age")?.value
      return adopt(pets, user, {
        animal: text("animal"),
        name: text("name"),
        age: typeof age === "number" ? age : undefined
      })
    }
    case "pets list":
      return list(pets, text("user") || user, user)
    case "pets release":
      return confirm(pets, user, text("name"))
    case "vet":
      return vet(pets, user, text("pet"), text("reason"))
    case "announce":
      return say(`📣 ${text("text")}`)
    default:
      return whisper(`I do not know /${path}.`)
  }
}

const adopt = (pets: Pets, user: string, pet: Pet): Reply => {
  const animal = animals[pet.animal]
  if (animal === undefined)
    return whisper(`We have no ${pet.animal}. Choose one of: ${Object.keys(animals).join(", ")}.`)
  const own = pets.get(user) ?? []
  if (own.some(({ name }) => name === pet.name)) return whisper(`You already have a pet called ${pet.name}.`)
  pets.set(user, [...own, pet])
  const age = pet.age === undefined ? "" : `, aged ${pet.age},`
  return say(`${animal.face} **${pet.name}** the ${pet.animal.toLowerCase()}${age} has found a home with <@${user}>.`)
}

const list = (pets: Pets, owner: string, asking: string): Reply => {
  const own = pets.get(owner) ?? []
  if (own.length === 0) return whisper(`<@${owner}> has no pets yet.`)
  const lines = own.slice(0, SHOWN).map(({ animal, name }) => `${animals[animal]?.face ?? ""} ${name}`)
  const more = own.length > SHOWN ? [`and ${own.length - SHOWN} more`] : []
  return whisper(`Pets of <@${owner}>:\n${[...lines, ...more].join("\n")}`, owner === asking ? strokable(own) : [])
}

/** As many as a select can offer; a message has room for them. */
const SHOWN = 25

const strokable = (own: ReadonlyArray<Pet>): Pressable => [
  {
    type: ComponentType.StringSelect,
    custom_id: "stroke",
    placeholder: "Stroke one of them",
    options: own.slice(0, SHOWN).map(({ name, animal }) => ({ label: name, value: name, description: animal }))
  }
]

const confirm = (pets: Pets, user: string, name: string): Reply => {
  if (petOf(pets, user, name) === undefined) return whisper(`You have no pet called ${name}.`)
  return whisper(`Let ${name} go?`, [
    { type: ComponentType.Button, style: ButtonStyle.Danger, label: "Let go", custom_id: `release:${name}` },
    { type: ComponentType.Button, style: ButtonStyle.Secondary, label: "Keep", custom_id: `keep:${name}` }
  ])
}

const release = (pets: Pets, user: string, name: string): Reply => {
  if (petOf(pets, user, name) === undefined) return replace(`You have no pet called ${name}.`)
  pets.set(
    user,
    (pets.get(user) ?? []).filter((pet) => pet.name !== name)
  )
  return replace(`${name} is free.`)
}

const petOf = (pets: Pets, user: string, name: string): Pet | undefined =>
  pets.get(user)?.find((pet) => pet.name === name)

const vet = (pets: Pets, user: string, name: string, reason: string): Reply => {
  if (petOf(pets, user, name) === undefined) return whisper(`You have no pet called ${name}.`)
  return {
    response: { type: InteractionResponseType.DeferredChannelMessageWithSource },
    later: {
      edit: `🩺 ${name} was at the vet (${reason}) and is well.`,
      followUp: `The bill for ${name} is 20 shells.`
    }
  }
}

const suggest = (pets: Pets, user: string, options: Options): Reply => {
  const focused = leaves(options).find((option) => "focused" in option && option.focused === true)
  const typed = String(focused?.value ?? "").toLowerCase()
  const offered = focused?.name === "animal" ? animalChoices : petChoices(pets, user)
  const choices = offered.filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, 25)
  return { response: { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } } }
}

type Choices = NonNullable<APICommandAutocompleteInteractionResponseCallbackData["choices"]>

const animalChoices: Choices = Object.entries(animals).map(([name, { de, fr }]) => ({
  name,
  name_localizations: { de, fr },
  value: name
}))

const petChoices = (pets: Pets, user: string): Choices =>
  (pets.get(user) ?? []).map(({ name }) => ({ name, value: name }))

/** The options with values, of the command itself or of its subcommand. */
const leaves = (options: Options): ReadonlyArray<APIApplicationCommandInteractionDataBasicOption> =>
  (options ?? []).flatMap((option) =>
    option.type === ApplicationCommandOptionType.Subcommand ||
    option.type === ApplicationCommandOptionType.SubcommandGroup
      ? leaves(option.options)
      : [option]
  )

const userOf = ({ member, user }: APIInteraction): string => (member?.user ?? user)?.id ?? ""
