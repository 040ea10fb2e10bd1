/** Rules on Markdown pages: links must resolve, and a package must list its contents. */
import { dirname, join } from "node:path/posix"
import { isNamed } from "../Face.ts"
import type { Files } from "../Repository.ts"
import type { Rule } from "../Rule.ts"

export const linksResolve: Rule = {
  sentence: "a relative link of a page leads to a file or folder, and its anchor to a heading",
  instead: "correct the link",
  offences: ({ files }) => {
    const folders = foldersOf(files)
    return pages(files).flatMap(([path, text]) =>
      linksOf(text)
        .filter((link) => !isThere(files, folders, path, link))
        .map((link) => `${path} ${link}`)
    )
  }
}

export const readmesShowTheirPackage: Rule = {
  sentence: "the README of a package names each of its rooms and documented paths",
  instead: "add what it holds to a table of that README",
  offences: ({ files, packages }) =>
    packages
      .filter(({ folder }) => folder.startsWith("packages/"))
      .flatMap(({ folder, manifest: { name, exports = {} }, modules }) => {
        const page = files.get(`${folder}/README.md`) ?? ""
        const rooms = new Set(
          modules.flatMap(({ path }) => path.slice(folder.length).match(/^\/src\/([\w-]+)\//)?.[1] ?? [])
        )
        const paths = Object.entries(exports).flatMap(([path, target]) =>
          isNamed(path, target) && /^\.\/\w+$/.test(path) ? [path] : []
        )
        return [
          ...[...rooms].filter((room) => !page.includes(`\`${room}\``) && !page.includes(`\`${room}/\``)),
          ...paths.map((path) => name + path.slice(1)).filter((path) => !page.includes(`\`${path}\``))
        ].map((missing) => `${folder}/README.md ${missing}`)
      })
}

const pages = (files: Files) => [...files].filter(([path]) => path.endsWith(".md"))

const isThere = (files: Files, folders: ReadonlySet<string>, from: string, link: string): boolean => {
  const [file = "", anchor] = link.split("#")
  const path = file === "" ? from : join(dirname(from), file).replace(/\/$/, "")
  const text = files.get(path)
  if (anchor === undefined) return text !== undefined || folders.has(path)
  return text !== undefined && anchorsOf(text).has(anchor)
}

const withoutBlocks = (text: string): string => text.replaceAll(/^ *(```+)[\s\S]*?^ *\1/gm, "")

const linksOf = (text: string): ReadonlyArray<string> =>
  [
    ...withoutBlocks(text)
      .replaceAll(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)
  ]
    .map(([, link, defined]) => link ?? defined ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))

/** As on GitHub: a repeated heading gets a number. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  const headings = withoutBlocks(text).matchAll(/^#+ +(.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = ""]) => {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-")
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      return times === 0 ? slug : `${slug}-${times}`
    })
  )
}

const foldersOf = (files: Files): ReadonlySet<string> =>
  new Set(
    [...files.keys()].flatMap((path) => {
      const parts = path.split("/")
      return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"))
    })
  )
