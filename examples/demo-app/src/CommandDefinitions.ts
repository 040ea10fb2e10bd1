/** The commands this app registers. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPutAPIApplicationCommandsJSONBody
} from "discord-api-types/v10"

const everywhere = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel]
}

export const commandDefinitions: RESTPutAPIApplicationCommandsJSONBody = [
  {
    ...everywhere,
    type: ApplicationCommandType.ChatInput,
    name: "adopt",
    name_localizations: { de: "adoptieren", fr: "adopter" },
    description: "Give a pet a home",
    description_localizations: { de: "Gib einem Tier ein Zuhause", fr: "Offrir un foyer à un animal" },
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "animal",
        name_localizations: { de: "tier", fr: "espèce" },
        description: "What kind of animal",
        description_localizations: { de: "Was für ein Tier", fr: "Quelle espèce d’animal" },
        required: true,
        autocomplete: true
      },
      {
        type: ApplicationCommandOptionType.String,
        name: "name",
        name_localizations: { de: "rufname", fr: "nom" },
        description: "What it will be called",
        required: true,
        max_length: 32
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: "age",
        name_localizations: { de: "alter", fr: "âge" },
        description: "Its age in years",
        min_value: 0,
        max_value: 200
      }
    ]
  },
  {
    ...everywhere,
    type: ApplicationCommandType.ChatInput,
    name: "pets",
    name_localizations: { de: "tiere", fr: "animaux" },
    description: "The pets that have found a home",
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: "list",
        name_localizations: { de: "liste", fr: "liste" },
        description: "Show somebody's pets",
        options: [{ type: ApplicationCommandOptionType.User, name: "user", description: "Whose; yours unless given" }]
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: "release",
        name_localizations: { de: "freilassen", fr: "libérer" },
        description: "Let one of your pets go",
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: "name",
            description: "Which one",
            required: true,
            autocomplete: true
          }
        ]
      }
    ]
  },
  {
    ...everywhere,
    type: ApplicationCommandType.ChatInput,
    name: "vet",
    description: "Take a pet to the vet; this takes a moment",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "pet",
        description: "Which of your pets",
        required: true,
        autocomplete: true
      },
      {
        type: ApplicationCommandOptionType.String,
        name: "reason",
        description: "Why",
        required: true,
        choices: [
          { name: "Check-up", value: "check-up", name_localizations: { de: "Untersuchung", fr: "Contrôle" } },
          { name: "Vaccination", value: "vaccination", name_localizations: { de: "Impfung", fr: "Vaccination" } },
          { name: "Upset stomach", value: "upset stomach", name_localizations: { de: "Bauchweh", fr: "Mal au ventre" } }
        ]
      }
    ]
  },
  {
    ...everywhere,
    type: ApplicationCommandType.ChatInput,
    name: "announce",
    description: "Tell the whole channel something",
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    default_member_permissions: String(PermissionFlagsBits.ManageMessages),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "text",
        description: "What to tell",
        required: true,
        max_length: 1500
      }
    ]
  },
  {
    ...everywhere,
    type: ApplicationCommandType.User,
    name: "Show pets",
    name_localizations: { de: "Tiere zeigen", fr: "Montrer les animaux" }
  },
  {
    ...everywhere,
    type: ApplicationCommandType.Message,
    name: "Praise",
    name_localizations: { de: "Loben", fr: "Féliciter" }
  }
]
