/** Where files of the repository lie on the site, and where the build puts what it makes. */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "")

export const SITE = join(ROOT, "apps/site")

/** The pages as VitePress reads them. */
export const GATHERED = join(SITE, "dist/pages")

/** Files that the site offers as they are. */
export const PUBLIC = join(GATHERED, "public")

/** The built site. */
export const BUILT = join(SITE, "dist/site")

/** What the configuration of VitePress needs to know of the gathered pages. */
export const OUTLINE = join(SITE, "dist/outline.json")

/** `docs/world.md` is `world.md`, the README of a folder the page of the folder. */
export const placeOf = (file: string): string => {
  if (file === "README.md") return "index.md"
  if (file === "docs/libraries/README.md") return "libraries/index.md"
  if (file.endsWith("/README.md")) return `${dirname(file)}.md`
  return file.replace(/^docs\//, "").toLowerCase()
}
