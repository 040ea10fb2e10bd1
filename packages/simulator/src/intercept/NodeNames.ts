/** Which programs run on Node and load what it is told to load first. Needs nothing but Node. */
import { closeSync, openSync, readSync } from "node:fs"
import { basename, delimiter, join, resolve } from "node:path"

/** Bun and Deno load no such file. */
export const NODE: ReadonlySet<string> = new Set(["node", "nodejs", "tsx", "ts-node", "nodemon", "npx", "pnpx"])
/** They run a script of package.json. */
export const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn"])

/** Of a program, in quotes or not. */
export const nameOf = (word = ""): string => basename(word.replace(/^["']|["']$/g, "")).replace(/\.(?:exe|cmd)$/i, "")

/** Where a program is looked for. */
export interface Place {
  readonly cwd: string
  readonly path: string | undefined
}

/** Package managers write small shell scripts that start Node. */
export const isNodeScript = (file: string, place: Place): boolean =>
  /^#!.*\bnode\b|^#!.*sh\b[\s\S]*\bexec\b.*\bnode\b/.test(headOfProgram(file, place)?.toString("latin1") ?? "")

export const headOfProgram = (file: string, { cwd, path = "" }: Place): Buffer | undefined => {
  const files = file.includes("/") ? [resolve(cwd, file)] : path.split(delimiter).map((folder) => join(folder, file))
  for (const one of files) {
    const head = headOf(one)
    if (head !== undefined) return head
  }
  return undefined
}

/** Bytes of a file that are looked at. */
const HEAD = 2_048

const headOf = (path: string): Buffer | undefined => {
  try {
    const file = openSync(path, "r")
    try {
      const bytes = Buffer.alloc(HEAD)
      return bytes.subarray(0, readSync(file, bytes, 0, HEAD, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
