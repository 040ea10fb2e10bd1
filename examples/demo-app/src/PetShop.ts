/** What each command does. Pure but for the pets it keeps: an interaction comes in, the answer goes out. */
import {
  type APIApplicationCommandInteractionDataBasicOption,
  type APIApplicationCommandInteractionDataOption,
  type APIChatInputApplicationCommandInteraction,
  type APICommandAutocompleteInteractionResponseCallbackData,
  type APIInteraction,
  type APIInteractionResponse,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  MessageFlags
} from "discord-api-types/v10"

export interface Pet {
  readonly animal: string
  readonly name: string
  readonly age: number | undefined
}

/** Pets by the id of who adopted them. */
export type Pets = Map<string, ReadonlyArray<Pet>>

/** The answer; where it is deferred, also what takes the place of the deferral, and what is said after that. */
export interface Reply {
  readonly response: APIInteractionResponse
  readonly later?: { readonly edit: string; readonly followUp: string }
}

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
      return interaction.data.type === ApplicationCommandType.ChatInput
        ? run(pets, userOf(interaction), interaction.data)
        : whisper("I do not know this command.")
    default:
      return whisper("I do not know what to do with this.")
  }
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
      return list(pets, text("user") || user)
    case "pets release":
      return release(pets, user, text("name"))
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

const list = (pets: Pets, owner: string): Reply => {
  const lines = (pets.get(owner) ?? []).map(({ animal, name }) => `${animals[animal]?.face ?? ""} ${name}`)
  return whisper(lines.length === 0 ? `<@${owner}> has no pets yet.` : `Pets of <@${owner}>:\n${lines.join("\n")}`)
}

const release = (pets: Pets, user: string, name: string): Reply => {
  const own = pets.get(user) ?? []
  const rest = own.filter((pet) => pet.name !== name)
  if (rest.length === own.length) return whisper(`You have no pet called ${name}.`)
  pets.set(user, rest)
  return whisper(`${name} is free.`)
}

const vet = (pets: Pets, user: string, name: string, reason: string): Reply => {
  const pet = pets.get(user)?.find((candidate) => candidate.name === name)
  if (pet === undefined) return whisper(`You have no pet called ${name}.`)
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

const say = (content: string): Reply => ({
  response: {
    type: InteractionResponseType.ChannelMessageWithSource,
    // Whatever people type, nobody is notified.
    data: { content, allowed_mentions: { parse: [] } }
  }
})

/** An answer that only the user sees. */
const whisper = (content: string): Reply => ({
  response: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } }
  }
})

/** The options with values, of the command itself or of its subcommand. */
const leaves = (options: Options): ReadonlyArray<APIApplicationCommandInteractionDataBasicOption> =>
  (options ?? []).flatMap((option) =>
    option.type === ApplicationCommandOptionType.Subcommand ||
    option.type === ApplicationCommandOptionType.SubcommandGroup
      ? leaves(option.options)
      : [option]
  )

const userOf = ({ member, user }: APIInteraction): string => (member?.user ?? user)?.id ?? ""
