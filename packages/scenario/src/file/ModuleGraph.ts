/**
 * Modules that people write, and which of them import one another by a path. Node runs a module once for each URL, so
 * the modules of one generation have its number in theirs; once one of them has changed, a new generation begins.
 */
import { createHash } from "node:crypto"
import { readFileSync, realpathSync } from "node:fs"
import { createRequire, type ResolveFnOutput, registerHooks } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as ScriptText from "@backlot/document/ScriptText"
import { Result } from "effect"

/** The URL by which a module is run as it stands now. */
export const urlOf = (file: string): string => {
  register()
  if (isBroken || [...digests].some(([known, digest]) => digest !== digestOf(known))) begin()
  digests.set(file, digestOf(file))
  return versioned(pathToFileURL(file).href)
}

/** After a module failed: Node would fail again in the same way, whatever was put right elsewhere. */
export const giveUp = (): void => {
  isBroken = true
}

/**
 * The module itself and all that it imports by a path, and so on: those too that are not there. Of a link, what it links
 * to as well, by whose name Node knows a module.
 */
export const closureOf = (file: string): ReadonlyArray<string> => {
  const found = new Set([file, realOf(file)])
  for (const one of found) for (const imported of imports.get(one) ?? []) found.add(imported)
  return [...found]
}

const KEY = "backlot"

let generation = 0
let isBroken = false
let isRegistered = false
/** Of this generation: each file with the digest of its text, and what it imports. */
const digests = new Map<string, string>()
const imports = new Map<string, Set<string>>()

const begin = (): void => {
  generation++
  isBroken = false
  const required = createRequire(import.meta.url).cache
  for (const file of digests.keys()) delete required[file]
  digests.clear()
  imports.clear()
}

const register = (): void => {
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL } = context
      // The module itself, by its URL of this generation.
      if (isVersioned(specifier)) return asWritten(next(specifier, context))
      if (parentURL === undefined || !isVersioned(parentURL) || !BY_PATH.test(specifier))
        return next(specifier, context)
      // Before it is looked for, so that one is known that is not there.
      const parent = fileURLToPath(parentURL)
      note(parent, fileURLToPath(new URL(specifier, parentURL)))
      const found = next(specifier, context)
      note(parent, fileURLToPath(found.url))
      return asWritten({ ...found, url: versioned(found.url) })
    }
  })
}

const isVersioned = (href: string): boolean => href.includes(`?${KEY}=`)

/**
 * Ours: a script with an import or an export is an ES module, whatever the nearest package.json says of such files: that is
 * what `npm init` wrote, and about the app.
 */
const asWritten = (found: ResolveFnOutput): ResolveFnOutput => {
  const [, extension] = /\.([jt]s)$/.exec(new URL(found.url).pathname) ?? []
  if (extension === undefined || found.url.includes("/node_modules/")) return found
  const script = ScriptText.parse(textOf(fileURLToPath(found.url)))
  if (Result.isFailure(script) || !script.success.isModule) return found
  return { ...found, format: extension === "ts" ? "module-typescript" : "module" }
}

const note = (parent: string, file: string): void => {
  if (!digests.has(file)) digests.set(file, digestOf(file))
  imports.set(parent, (imports.get(parent) ?? new Set()).add(file))
}

/** Packages, and what is named otherwise, nobody edits meanwhile. */
const BY_PATH = /^(?:\.{0,2}\/|file:)/

const versioned = (href: string): string => {
  const url = new URL(href)
  url.search = `?${KEY}=${generation}`
  return url.href
}

const realOf = (file: string): string => {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

const digestOf = (file: string): string => createHash("sha256").update(textOf(file)).digest("hex")

/** Empty where it cannot be read. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
