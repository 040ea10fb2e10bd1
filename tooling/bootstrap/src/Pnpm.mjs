/**
 * pnpm for a machine that has only npm. `npx` would run whatever the registry serves under the name; here the lockfile
 * says which bytes it must be, and npm compares them before it unpacks a file. No script of the package runs.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runInstaller } from "./Installer.mjs"
import { Stop } from "./Report.mjs"

/**
 * The package that holds the program for a platform.
 * @param {{ platform: string, arch: string, isMusl: boolean }} system
 */
export const pnpmPackage = ({ platform, arch, isMusl }) => `@pnpm/exe.${platform}-${arch}${isMusl ? "-musl" : ""}`

/** The system that we run on. */
export const thisSystem = () => ({ platform: process.platform, arch: process.arch, isMusl: isMusl() })

/**
 * Fetches pnpm into a folder and returns the path of its program.
 * @param {{ lockfile: string, name: string, version: string, folder: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
export const fetchPnpm = async ({ lockfile, name, version, folder, env }) => {
  const dependencies = { [name]: version }
  const integrity = lockedIntegrity(lockfile, name, version)
  const packages = { "": { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }))
  await runInstaller("npm", ["ci", "--ignore-scripts", "--package-lock", "--prefer-offline"], { cwd: folder, env })
  return join(folder, "node_modules", name, "pnpm")
}

/**
 * The hash of one package.
 * @param {string} lockfile text of pnpm-lock.yaml
 * @param {string} name
 * @param {string} version
 * @returns {string}
 */
export const lockedIntegrity = (lockfile, name, version) => {
  const lines = lockfile.split(/\r?\n/)
  const at = lines.findIndex((line) => line.replaceAll("'", "") === `  ${name}@${version}:`)
  const integrity = /^ {4}resolution: \{integrity: (sha512-[\w+/]+={0,2})\}$/.exec(lines[at + 1] ?? "")?.[1]
  if (at < 0 || integrity === undefined) {
    throw new Stop(
      `pnpm-lock.yaml has no hash of ${name} ${version}, so pnpm is not fetched: install pnpm ${version} yourself and run \`pnpm install\``
    )
  }
  return integrity
}

const isMusl = () => {
  if (process.platform !== "linux") return false
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {})
  return report.header?.glibcVersionRuntime === undefined
}
