/**
 * Scenario modules, and their imports by path. Node runs a module once for each URL, so the URLs of one generation of
 * modules have its number. When a module has changed, a new generation begins.
 */
import { createHash } from "node:crypto"
import { readFileSync, realpathSync } from "node:fs"
import { createRequire, type ResolveFnOutput, registerHooks } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as ScriptText from "@backlot/document/ScriptText"
import { Result } from "effect"

/** The URL that runs the current text of a module. */
export const urlOf = (file: string): string => {
  register()
  if (isBroken || [...digests].some(([known, digest]) => digest !== digestOf(known))) begin()
  digests.set(file, digestOf(file))
  return versioned(pathToFileURL(file).href)
}

/** After a module failed: Node would repeat the failure although the cause is fixed. */
export const giveUp = (): void => {
  isBroken = true
}

/** All modules that it imports by a path, missing ones too, and the target of a link: Node names modules by it. */
export const closureOf = (file: string): ReadonlyArray<string> => {
  const found = new Set([file, realOf(file)])
  for (const one of found) for (const imported of imports.get(one) ?? []) found.add(imported)
  return [...found]
}

const KEY = "backlot"

let generation = 0
let isBroken = false
let isRegistered = false
/** The files of this generation, each with the digest of its text and its imports. */
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
      // Before the look-up, so that a missing module is known, too.
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
 * A script with an import or an export is an ES module, whatever the nearest package.json says: `npm init` wrote
 * that, and it is about the app. Our choice: docs/choices.md "Scenarios".
 */
const asWritten = (found: ResolveFnOutput): ResolveFnOutput => {
  const [, extension] = /\.([jt]s)$/.exec(new URL(found.url).pathname) ?? []
  if (extension === undefined || found.url.includes("/node_modules/")) return found
  const script = ScriptText.parse(readText(fileURLToPath(found.url)))
  if (Result.isFailure(script) || !script.success.isModule) return found
  return { ...found, format: extension === "ts" ? "module-typescript" : "module" }
}

const note = (parent: string, file: string): void => {
  if (!digests.has(file)) digests.set(file, digestOf(file))
  imports.set(parent, (imports.get(parent) ?? new Set()).add(file))
}

/** Packages do not change during a run. */
const BY_PATH = /^(?:\.{0,2}\/|file:)/

const versioned = (href: string): string => {
  const url = new URL(href)
  url.search = `?${KEY}=${generation}`
  return url.href
}

const realOf = (file: string): string =>
  Result.getOrElse(
    Result.try(() => realpathSync(file)),
    () => file
  )

const digestOf = (file: string): string => createHash("sha256").update(readText(file)).digest("hex")

/** Empty if it cannot be read. */
export const readText = (file: string): string =>
  Result.getOrElse(
    Result.try(() => readFileSync(file, "utf8")),
    () => ""
  )
