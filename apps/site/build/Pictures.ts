/** Where pages show pictures, and what they say where no browser could take any. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { SITE } from "./Places.ts"

/** Taken once for a build, before the pages are gathered. */
export const PICTURES = join(SITE, "dist/pictures")

export const THEMES = ["light", "dark"] as const

export interface Picture {
  readonly name: "console" | "report"
  /** What there is to see, for those who do not. */
  readonly alt: string
  readonly page: string
  /** The heading below which it stands; without one, below the first paragraph. */
  readonly heading?: string
}

const CONSOLE =
  "The console: channels on the left, a channel in which Alice used /pets list and the pet shop answered, and the inspector with the steps of that interaction."

const REPORT =
  "A report of a failed run: the step that failed, the place in the scenario file, what was expected and what the app answered."

const ALL: ReadonlyArray<Picture> = [
  { name: "report", alt: REPORT, page: "index.md", heading: "A report that shows what happened" },
  { name: "console", alt: CONSOLE, page: "index.md", heading: "Play the people by hand" },
  { name: "console", alt: CONSOLE, page: "docs/console.md" },
  { name: "report", alt: REPORT, page: "docs/ci.md", heading: "The HTML report" }
]

/** The page with its pictures, which the theme shows in the reader's colours. */
export const withPictures = (file: string, text: string): string =>
  ALL.filter(({ page }) => page === file).reduce(withPicture, text)

const withPicture = (text: string, { name, alt, page, heading }: Picture): string => {
  const start = heading === undefined ? text.indexOf("# ") : text.indexOf(`# ${heading}\n`)
  if (start < 0)
    throw new Error(`apps/site/build/Pictures.ts shows a picture below "${heading}", which ${page} has not`)
  const parts = text.slice(start).split("\n\n")
  const taken = THEMES.every((theme) => existsSync(join(PICTURES, `${name}-${theme}.png`)))
  const shown = taken ? `<Picture name="${name}" alt="${alt}" />` : `<Picture alt="${alt}" />`
  return text.slice(0, start) + [...parts.slice(0, 2), shown, ...parts.slice(2)].join("\n\n")
}
