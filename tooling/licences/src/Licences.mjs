/** Collects the licences of the packages in a bundle: a bundle must contain them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** @typedef {{ name: string, version: string, license: string, text: string }} Licence */

/**
 * One licence for each package from `node_modules` whose code is in the bundle, sorted by name.
 * @param {ReadonlyArray<string>} inputs the files of the bundle, as esbuild's metafile names them
 * @param {string} folder the base of these paths
 * @returns {ReadonlyArray<Licence>}
 */
export const licencesOf = (inputs, folder) => {
  const roots = new Set(inputs.flatMap((input) => packageRoot(resolve(folder, input)) ?? []))
  return [...roots].map(licenceIn).sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

/**
 * Writes the licences into one file. Throws for a package without a licence.
 * @param {ReadonlyArray<string>} inputs
 * @param {{ readonly folder: string, readonly file: string }} where
 */
export const writeLicences = (inputs, { folder, file }) => {
  const parts = licencesOf(inputs, folder).map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`
  )
  writeFileSync(file, `This program holds code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`)
}

/**
 * @param {string} path
 * @returns {string | undefined} undefined for our own files and generated ones
 */
const packageRoot = (path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]

/**
 * @param {string} root
 * @returns {Licence}
 */
const licenceIn = (root) => {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const file = readdirSync(root).find((entry) => /^(?:un)?licen[cs]e(?:[-.].*)?$/i.test(entry))
  if (file !== undefined) return { name, version, license, text: readFileSync(join(root, file), "utf8") }
  const told = readdirSync(root).find((entry) => /^readme/i.test(entry))
  const readme = told === undefined ? "" : readFileSync(join(root, told), "utf8")
  const section = /^#+ *licen[cs]e\b[\s\S]*?(?=\n#|(?![\s\S]))/im.exec(readme)?.[0]
  if (section === undefined && typeof license !== "string") {
    throw new Error(`${name} ${version} in ${dirname(root)} has no licence`)
  }
  const text = section ?? `The package says that it is under ${license}, and has no text of it.`
  return { name, version, license, text }
}
