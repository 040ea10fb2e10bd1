/** Applications: installed, removed, authorized; their commands permitted. */
import { Schema } from "effect"
import { field, listOf, textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, list } from "./Act.ts"

const Install = Schema.Struct({
  application: Name.annotate({ description: "By name or id." }),
  guild: optional(Name, "The guild to install in. Default: on the user."),
  scopes: optional(Schema.Array(Text), "Default: applications.commands, and bot in a guild."),
  permissions: optional(Schema.Union([Text, Schema.Array(Text)]), "The bot's: names, or the bit set in decimal.")
}).annotate({ identifier: "Install" })

const Authorize = Schema.Struct({
  application: optional(Name, "Default: the scenario's application."),
  scopes: Schema.Array(Text).annotate({ description: "OAuth2 scopes." }),
  guild: optional(Name, "The guild for the scopes bot and applications.commands."),
  authorize: optional(Schema.Boolean, "false declines.")
}).annotate({ identifier: "Authorize" })

/** A target of command permissions: exactly one of role, user and channel. */
const Overwrite = Schema.Struct({
  role: Schema.optionalKey(Name.annotate({ description: "A role's name or id; @everyone." })),
  user: Schema.optionalKey(Name.annotate({ description: "A user's name or id." })),
  channel: Schema.optionalKey(Name.annotate({ description: "A channel's name or id; `all` for all channels." })),
  allow: Schema.Boolean.annotate({ description: "Whether they may use the command." })
}).annotate({ identifier: "PermissionOverwrite" })

const Permit = Schema.Struct({
  command: optional(Text, "A command's name or id. Default: the whole application."),
  application: optional(Name, "Default: the scenario's application."),
  guild: optional(Name, "Default: the guild of the channel."),
  overwrites: Schema.Array(Overwrite).annotate({ description: "They replace all that were there." })
}).annotate({ identifier: "Permit" })

const describeApplication = (value: unknown): string => {
  if (typeof value === "string") return value
  const guild = textOf(value, "guild")
  return `${textOf(value, "application") ?? "the app"}${guild === undefined ? "" : ` in ${guild}`}`
}

const describeAuthorize = (value: unknown): string => {
  const scopes = list(field(value, "scopes"))
  const application = textOf(value, "application") ?? "the app"
  return field(value, "authorize") === false
    ? `declines to grant ${scopes} to ${application}`
    : `grants ${scopes} to ${application}`
}

const describePermit = (value: unknown): string => {
  const overwrites = listOf(value, "overwrites").map(
    (one) =>
      `${field(one, "allow") === true ? "allow" : "deny"} ${["role", "user", "channel"].flatMap((kind) => textOf(one, kind) ?? []).join(" ")}`
  )
  const command = textOf(value, "command")
  const guild = textOf(value, "guild")
  return `permits ${command === undefined ? "all commands" : `/${command}`}${guild === undefined ? "" : ` in ${guild}`}: ${overwrites.join(", ") || "no overwrites"}`
}

export const installActs = {
  install: {
    shape: or(Install).annotate({ description: "The user installs an application, on themselves or in a guild." }),
    actor: "user",
    sentence: (value) => `installs ${describeApplication(value)}`
  },
  uninstall: {
    shape: or(Install).annotate({ description: "The user removes an application." }),
    actor: "user",
    sentence: (value) => `removes ${describeApplication(value)}`
  },
  authorize: {
    shape: Authorize.annotate({ description: "The user grants scopes; the outcome has access_token." }),
    actor: "user",
    sentence: describeAuthorize
  },
  permit: {
    shape: Permit.annotate({ description: "The user edits a command's permissions in a guild." }),
    actor: "user",
    sentence: describePermit
  }
} as const satisfies Acts
