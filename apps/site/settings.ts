/** What depends on where the site lies, and where the repository does. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface Settings {
  /** The folder of a host below which the site lies, from `/` to `/`. */
  readonly base: string
  /**
   * The address of the repository's files, such as `https://host.example/backlot/blob/main/`. Undefined as long as it has
   * none: links to files that are no pages are then shown as text with the path of the file.
   */
  readonly repository: string | undefined
}

/** `repository` is that of the root's package.json, `base` the value of `BACKLOT_SITE_BASE`. */
export const settingsOf = (
  { repository }: { readonly repository?: string | { readonly url: string } },
  base: string | undefined
): Settings => {
  const given = base === undefined || base === "" ? "/" : base
  if (!/^\/(?:[\w.~-]+\/)*$/.test(given))
    throw new Error(`BACKLOT_SITE_BASE is ${JSON.stringify(given)}: it begins and ends with "/", such as "/backlot/"`)
  const address = (typeof repository === "string" ? repository : repository?.url)
    ?.replace(/^git\+/, "")
    .replace(/(?:\.git)?\/?$/, "")
  return { base: given, repository: address === undefined ? undefined : `${address}/blob/main/` }
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))

export const SETTINGS: Settings = settingsOf(manifest, process.env["BACKLOT_SITE_BASE"])
