/** The gathered pages, as the configuration of VitePress needs them. */
import { readFileSync } from "node:fs"
import { OUTLINE } from "./Places.ts"

export interface Outline {
  readonly sidebar: ReadonlyArray<SidebarGroup>
  /** By the page's path on the site, such as `libraries/eris.md`. */
  readonly pages: Readonly<Record<string, Entry>>
  /** The page on the site by the file that it shows. */
  readonly places: Readonly<Record<string, string>>
}

export interface SidebarGroup {
  readonly text: string
  /** A group that folds has a page of its own: a button within a button could not be told apart. */
  readonly link?: string
  readonly collapsed?: true
  readonly items: ReadonlyArray<SidebarLink | SidebarGroup>
}

export interface SidebarLink {
  readonly text: string
  readonly link: string
}

export interface Entry {
  /** The file whose links the page has, from the root of the repository. */
  readonly source: string
  /** Empty: the page says it itself. */
  readonly description: string
}

// The gathering has written it.
export const readOutline = (): Outline => JSON.parse(readFileSync(OUTLINE, "utf8")) as Outline
