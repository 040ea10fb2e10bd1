/** Rules on rooms: imports within a package, and the size of folders. Source: architecture.md "The house". */
import { dirname, join } from "node:path/posix"
import { rooms } from "../Edges.ts"
import type { Package } from "../Repository.ts"
import { at, type Rule } from "../Rule.ts"

const maxFiles = 40

export const everyRoomHasAPlace: Rule = {
  sentence: "every folder of a package's sources has its place among the rooms",
  instead: "add it to `rooms` in tooling/boundaries/src/Edges.ts, after the rooms that it imports from",
  offences: ({ packages }) =>
    packages.flatMap((pack) => {
      const found = new Set(sources(pack).map(({ path }) => roomOf(pack, path)))
      const known = rooms[pack.folder] ?? (isLayer(pack) ? ["."] : [...found])
      return [...found].filter((room) => !known.includes(room)).map((room) => `${pack.folder}/src/${room}`)
    })
}

export const noRoomCircles: Rule = {
  sentence: "a room imports only from rooms that stand before it, so that no rooms form a circle",
  instead: "move what both need into the earlier room, or the importing file into the later one",
  offences: ({ packages }) =>
    packages.flatMap((pack) => {
      const order = rooms[pack.folder] ?? []
      const place = (path: string) => order.indexOf(roomOf(pack, path))
      return sources(pack).flatMap((module) =>
        module.imports
          .filter(({ name }) => name.startsWith("."))
          .filter(({ name }) => place(join(dirname(module.path), name)) > place(module.path))
          .map((mention) => at(module, mention))
      )
    })
}

export const noFullFolders: Rule = {
  sentence: `no folder holds more than ${maxFiles} files`,
  instead: "find the rooms in it",
  offences: ({ files }) => {
    const counts = new Map<string, number>()
    for (const path of files.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    return [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder} ${count} files`)
  }
}

const isLayer = ({ folder }: Package): boolean => /^(?:packages|apps)\//.test(folder)

const sources = ({ modules }: Package) => modules.filter(({ kind }) => kind === "source")

const roomOf = ({ folder }: Package, path: string): string => dirname(path).slice(`${folder}/src/`.length) || "."
