/** A page of the reference, which the build makes of the sources. */
export interface ReferencePage {
  /** Its path on the site. */
  readonly place: string
  readonly title: string
  readonly description: string
  /** Markdown below the title. Links are those of the site, from `/`, or of `source`. */
  readonly text: string
  /** The file whose relative links the text has. */
  readonly source: string
}

/** Text that neither Markdown's HTML nor Vue takes for its own. What stands in backticks is code already. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")
    )
    .join("")

/** The same within a cell of a table. */
export const cell = (text: string): string => prose(text.replaceAll(/\s+/g, " ")).replaceAll("|", "\\|")

/** Code within a cell of a table. */
export const code = (text: string): string => {
  const fence = text.includes("`") ? "``" : "`"
  const space = text.startsWith("`") || text.endsWith("`") ? " " : ""
  return `${fence}${space}${text.replaceAll("|", "\\|")}${space}${fence}`
}

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0 ? "" : [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** Parts of a page, with an empty line between them. */
export const page = (...parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("\n\n")
