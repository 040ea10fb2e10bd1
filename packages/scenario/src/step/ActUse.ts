/** Commands: typed, used, chosen from a menu, searched in the picker, explained. */
import { Schema } from "effect"
import { isObject, textOf } from "../Fields.ts"
import { optional, or, Text } from "../Vocabulary.ts"
import { type Acts, describeFiles, on, plain, short, verb } from "./Act.ts"
import { OptionFile } from "./Beside.ts"

/** A command by its parts instead of a text. */
export const UseParts = Schema.Struct({
  text: optional(Text, "As typed into the chat box, instead of command and options."),
  command: optional(Text, "Its name with subcommands, or its id."),
  options: optional(Schema.Unknown, "By name: { animal: Dog }; or a list in wire shape with nested subcommands."),
  version: optional(Text, "The version that the user's client knows. Default: the newest."),
  attachments: optional(Schema.Array(OptionFile), "Files for its ATTACHMENT options.")
}).annotate({ identifier: "UseParts" })

const describeUse = (value: unknown): string => {
  if (!isObject(value)) return plain(value)
  const options = value["options"]
  const typed = isObject(options) ? Object.entries(options).map(([name, one]) => `${name}:${plain(one)}`) : []
  const given = Array.isArray(options) ? [short(options)] : typed
  const text = textOf(value, "text") ?? [`/${textOf(value, "command") ?? "?"}`, ...given].join(" ")
  const version = textOf(value, "version")
  return `${text}${describeFiles(value["attachments"])}${version === undefined ? "" : ` of version ${version}`}`
}

export const useActs = {
  type: {
    shape: Text.annotate({ description: "Types a text and sees the app's choices: /adopt animal:d" }),
    actor: "user in channel",
    sentence: verb("types"),
    takes: ["locale"],
    load: true
  },
  use: {
    shape: or(UseParts).annotate({ description: "Uses a slash command: /adopt animal:Dog name:Rex" }),
    actor: "user in channel",
    sentence: (value) => `uses ${describeUse(value)}`,
    takes: ["locale", "until"],
    files: "attachments",
    load: true
  },
  menu: {
    shape: Text.annotate({ description: "Uses the context menu command of this name; `on` selects its target." }),
    actor: "user in channel",
    sentence: (value, step) => `uses the menu command ${plain(value)}${on(step)}`,
    takes: ["on", "locale", "until"],
    load: true
  },
  picker: {
    shape: Text.annotate({ description: "Searches the picker; an empty text lists everything." }),
    actor: "user in channel",
    sentence: (value) => (value === "" ? "opens the picker" : `searches the picker for ${plain(value)}`),
    takes: ["locale"],
    load: true
  },
  explain: {
    shape: Text.annotate({ description: "Asks why the user may or may not use this command here." }),
    actor: "user in channel",
    sentence: (value) => `asks why ${plain(value)} can be used or not`,
    takes: ["locale"]
  }
} as const satisfies Acts
