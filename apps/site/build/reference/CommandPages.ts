/** Every command and flag of the program, from the definitions that make `--help`. */

import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Option } from "effect"
import type { HelpDoc } from "effect/cli"
import { ROOT } from "../Places.ts"
import { cell, code, page, prose, type ReferencePage, table } from "./Reference.ts"

export const commandPages = async (): Promise<ReadonlyArray<ReferencePage>> => {
  const built = pathToFileURL(join(ROOT, "apps/cli/dist/RunAll.js")).href
  // The built program has no types beside it.
  const { helpOfCommands } = (await import(built)) as {
    readonly helpOfCommands: () => Promise<ReadonlyArray<HelpDoc.HelpDoc>>
  }
  const commands = await helpOfCommands()
  return [
    {
      place: "reference/commands.md",
      title: "Commands and flags",
      description: "Every command of the backlot program with all its flags, as --help shows them.",
      source: "README.md",
      text: page(
        "Made of the definitions that `backlot --help` shows. Each flag also has an environment variable: `BACKLOT_CONTROL_TOKEN` sets `--control-token`.",
        ...commands.map(commandText),
        globalText(commands[0])
      )
    }
  ]
}

const commandText = (command: HelpDoc.HelpDoc): string =>
  page(
    `## \`${(command.commandPath ?? []).join(" ")}\``,
    prose(command.description),
    `\`\`\`text\n${command.usage}\n\`\`\``,
    table(
      ["argument", "what it is"],
      (command.args ?? []).map(({ name, description }) => [code(name), cell(textOf(description))])
    ),
    flagTable(command.flags),
    examplesOf(command.examples ?? []),
    table(
      ["command", "what it does"],
      (command.subcommands ?? []).flatMap(({ commands }) =>
        commands.map(({ name, description }) => [
          `[${code(name)}](#${[...(command.commandPath ?? []), name].join("-")})`,
          cell(description)
        ])
      )
    )
  )

const globalText = (program: HelpDoc.HelpDoc | undefined): string =>
  page("## Flags of every command", flagTable(program?.globalFlags ?? []))

const flagTable = (flags: ReadonlyArray<HelpDoc.FlagDoc>): string =>
  table(
    ["flag", "value", "what it does"],
    flags.map(({ name, aliases, type, description, required }) => [
      [`--${name}`, ...aliases].map(code).join(", "),
      type === "boolean" ? "" : code(type),
      `${required ? "Required. " : ""}${cell(textOf(description))}`
    ])
  )

const examplesOf = (examples: ReadonlyArray<HelpDoc.ExampleDoc>): string => {
  const lines = examples.map(({ command, description }) => (description ? `# ${description}\n${command}` : command))
  return lines.length === 0 ? "" : `\`\`\`sh\n${lines.join("\n")}\n\`\`\``
}

const textOf = (description: Option.Option<string>): string => Option.getOrElse(description, () => "")
