/** Reads the files of a project, within bounds: a file that is missing or too large reads as absent. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Fields, fieldsOf } from "@backlot/scenario/Fields"

export interface ProjectFiles {
  readonly folder: string
  readonly has: (name: string) => boolean
  readonly text: (name: string) => string
  /** No fields if it is missing or broken. */
  readonly json: (name: string) => Fields
  /** The sources of the program, nearest first. */
  readonly sources: () => ReadonlyArray<Source>
}

export interface Source {
  /** Relative to the project. */
  readonly name: string
  readonly text: string
}

/** Our choice: docs/choices.md "Command line". */
const LARGEST = 256 * 1024
const MOST_SOURCES = 200
const DEEPEST = 4
const MOST_ENTRIES = 2_000
const HIGHEST = 32

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|java|kt|rs)$/
const ELSEWHERE = /^(?:\..*|node_modules|venv|env|dist|build|out|target|coverage|tests?|__pycache__|vendor)$/

export const projectFiles = (folder: string): ProjectFiles => {
  const text = (name: string) => textAt(join(folder, name))
  return {
    folder,
    text,
    has: (name) => existsSync(join(folder, name)),
    json: (name) => {
      try {
        return fieldsOf(JSON.parse(text(name)))
      } catch {
        return {}
      }
    },
    sources: () => sourcesIn(folder).map((name) => ({ name, text: text(name) }))
  }
}

/** The files of the repository that the project is in; of the project where there is none. */
export const repositoryOf = (files: ProjectFiles): ProjectFiles => {
  let folder = files.folder
  for (let up = 0; up < HIGHEST; up++) {
    if (existsSync(join(folder, ".git"))) return projectFiles(folder)
    folder = dirname(folder)
  }
  return files
}

const textAt = (path: string): string => {
  try {
    return statSync(path).size > LARGEST ? "" : readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Folder by folder, so that those at the top come first. */
const sourcesIn = (root: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let level = [""]
  let seen = 0
  for (let deep = 0; deep < DEEPEST && level.length > 0; deep++) {
    const next: Array<string> = []
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        if (++seen > MOST_ENTRIES || found.length === MOST_SOURCES) return found
        const name = folder === "" ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory() && !ELSEWHERE.test(entry.name)) next.push(name)
        if (entry.isFile() && SOURCE.test(entry.name)) found.push(name)
      }
    }
    level = next
  }
  return found
}

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
