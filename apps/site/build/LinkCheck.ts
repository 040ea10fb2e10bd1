/** Judges the built pages: every internal link leads to a file, and its anchor to an element of that page. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { dirname, join as joinUrl } from "node:path/posix"

export interface BuiltSite {
  /** The folder of its host below which it lies, from `/` to `/`. */
  readonly base: string
  /** HTML by path, such as `libraries/eris.html`. */
  readonly pages: ReadonlyMap<string, string>
  readonly hasFile: (path: string) => boolean
}

export const readBuilt = (folder: string, base: string): BuiltSite => {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: \`turbo run site\` builds it`)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"))
  return {
    base,
    pages: new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
    hasFile: (path) => existsSync(join(folder, path))
  }
}

/** `page: link` for each that leads nowhere. */
export const linkFaults = ({ pages, hasFile, base }: BuiltSite): ReadonlyArray<string> => {
  const anchors = new Map([...pages].map(([path, html]) => [path, anchorsOf(html)]))
  return [...pages].flatMap(([path, html]) =>
    [...new Set(linksOf(html))]
      .filter((link) => {
        const [target = "", anchor] = link.split("#")
        const file = target === "" ? path : fileOf(path, target, base)
        if (file === undefined) return true
        const known = anchors.get(file)
        if (known === undefined) return !hasFile(file)
        return anchor !== undefined && anchor !== "" && !known.has(decodeURIComponent(anchor))
      })
      .map((link) => `${path}: ${link}`)
  )
}

/** Undefined for an address of the host that lies outside of the site. */
const fileOf = (page: string, target: string, base: string): string | undefined => {
  const address = joinUrl(base, dirname(page), "./")
  const whole = target.startsWith("/") ? decodeURIComponent(target) : joinUrl(address, decodeURIComponent(target))
  if (!whole.startsWith(base)) return undefined
  const path = whole.slice(base.length)
  return path === "" || path.endsWith("/") ? `${path}index.html` : path
}

/** Addresses of this site that the page names; those of others have a scheme. */
export const linksOf = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, link = ""]) => link.replaceAll("&amp;", "&")).filter(
    (link) => !/^[a-z][\w+.-]*:/i.test(link)
  )

const anchorsOf = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id = ""]) => id))
