/** A line that GitHub Actions reads as a command. Source: "Workflow commands"; the escapes are those of actions/toolkit. */

export interface Properties {
  readonly file?: string
  readonly line?: number
  readonly col?: number
  readonly title: string
}

/** Without its line end. */
export const workflowCommand = (level: "error" | "warning" | "notice", properties: Properties, message: string) => {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${level} ${written.join(",")}::${escapeData(message)}`
}

/** Text in which the runner reads no commands. `mark`: one that nobody can guess who writes in the text. */
export const withoutCommands = (text: string, mark: string): string =>
  `::stop-commands::${mark}\n${text}${text.endsWith("\n") ? "" : "\n"}::${mark}::\n`

const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
