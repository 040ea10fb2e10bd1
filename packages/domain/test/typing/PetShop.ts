import type {
  ApplicationCommand,
  CommandChoice,
  CommandOption,
  OptionType
} from "../../src/record/ApplicationCommand.ts"
import { directoryOf } from "../../src/typing/Directory.ts"

export const alice = "300000000000000001"
export const bob = "300000000000000002"
export const general = "200000000000000021"
export const voice = "200000000000000022"
export const moderator = "200000000000000011"
export const everyone = "200000000000000001"
export const upload = "900000000000000001"

export const directory = directoryOf({
  users: [
    { id: alice, username: "alice", global_name: "Alice Smith", nick: "Al" },
    { id: bob, username: "bob", global_name: null }
  ],
  channels: [
    { id: general, name: "general", type: 0 },
    { id: voice, name: "Voice Room", type: 2 }
  ],
  roles: [
    { id: everyone, name: "@everyone" },
    { id: moderator, name: "Moderator" }
  ],
  attachments: [{ id: upload, filename: "cat.png", size: 10 }]
})

export const option = (type: OptionType, name: string, more: Partial<CommandOption> = {}): CommandOption => ({
  type,
  name,
  name_localizations: null,
  description: name,
  description_localizations: null,
  ...more
})

export const choice = (
  name: string,
  value: string | number,
  name_localizations: CommandChoice["name_localizations"] = null
): CommandChoice => ({ name, name_localizations, value })

export const command = (
  name: string,
  options: ReadonlyArray<CommandOption> = [],
  more: Partial<ApplicationCommand> = {}
): ApplicationCommand => ({
  id: "500000000000000001",
  application_id: "100000000000000001",
  version: "500000000000000002",
  default_member_permissions: null,
  type: 1,
  name,
  name_localizations: null,
  description: name,
  description_localizations: null,
  options,
  nsfw: false,
  ...more
})

/** One option of each type that holds a value. */
export const everyType: ReadonlyArray<CommandOption> = [
  option(3, "text"),
  option(4, "count"),
  option(5, "loud"),
  option(6, "user"),
  option(7, "channel"),
  option(8, "role"),
  option(9, "who"),
  option(10, "weight"),
  option(11, "photo")
]

export const animals = [
  choice("Dog", "animal_dog", { de: "Hund" }),
  choice("Cat", "animal_cat", { de: "Katze" }),
  choice("Penguin", "animal_penguin")
]

export const adopt = command("adopt", [
  option(3, "animal", { required: true, autocomplete: true }),
  option(3, "name", { name_localizations: { de: "rufname" } })
])

export const blep = command("blep", [option(3, "animal", { required: true, choices: animals }), option(5, "only_smol")])

export const permissions = command("permissions", [
  option(2, "user", {
    name_localizations: { de: "benutzer" },
    options: [
      option(1, "get", { options: [option(6, "user", { required: true }), option(7, "channel")] }),
      option(1, "edit", { name_localizations: { de: "ändern" }, options: [option(6, "user")] })
    ]
  }),
  option(1, "list", { options: [] }),
  option(2, "empty", { options: [] })
])
