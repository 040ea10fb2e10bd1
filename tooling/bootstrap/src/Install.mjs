/**
 * Installs the packages of the lockfile when they are missing or a manifest has changed. A stamp in node_modules
 * records the last install, so an unchanged repository costs a few milliseconds and no network.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tool, toolEnvironment } from "./Child.mjs"
import { runInstaller } from "./Installer.mjs"
import { fetchPnpm, pnpmPackage, thisSystem } from "./Pnpm.mjs"
import { Stop, say } from "./Report.mjs"

/** @param {string} root */
export const ensureInstalled = async (root) => {
  const stamp = join(root, "node_modules/.backlot-install")
  const wanted = fingerprint(manifests(root))
  if (read(stamp) === wanted && existsSync(tool(root, "turbo"))) return
  await install(root)
  writeFileSync(stamp, wanted)
}

/** @param {string} root */
const install = async (root) => {
  const version = pinned(read(join(root, "pnpm-workspace.yaml")) ?? "", "pnpm")
  const args = ["install", "--frozen-lockfile", "--prefer-offline"]
  say(`installing dependencies with pnpm ${version} …`)
  if (hasPnpm(root, version)) return runInstaller(tool(root, "pnpm"), args, { cwd: root, env: environment(root) })
  const folder = mkdtempSync(join(tmpdir(), "backlot-pnpm-"))
  try {
    const lockfile = read(join(root, "pnpm-lock.yaml")) ?? ""
    const name = pnpmPackage(thisSystem())
    const pnpm = await fetchPnpm({ lockfile, name, version, folder, env: environment(root) })
    await runInstaller(pnpm, args, { cwd: root, env: environment(root) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} root */
const environment = (root) => ({
  ...toolEnvironment(root),
  // Keeps pnpm from asking invisible questions; without a network it fails soon.
  CI: "true",
  NPM_CONFIG_FETCH_RETRY_MINTIMEOUT: "1000",
  NPM_CONFIG_FETCH_RETRY_MAXTIMEOUT: "3000"
})

/**
 * All files that decide what is installed, as pairs of path and content.
 * @param {string} root
 * @returns {ReadonlyArray<readonly [path: string, content: string]>}
 */
const manifests = (root) => {
  const workspace = read(join(root, "pnpm-workspace.yaml"))
  if (workspace === undefined) throw new Stop(`${root} is not a complete checkout: pnpm-workspace.yaml is missing`)
  const members = workspaceFolders(workspace).flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`)
      : []
  )
  return ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...members.sort()].flatMap((path) => {
    const content = read(join(root, path))
    return content === undefined ? [] : [/** @type {const} */ ([path, content])]
  })
}

/**
 * @param {ReadonlyArray<readonly [path: string, content: string]>} files
 * @returns {string} 64 hex digits, different when any path or content is.
 */
export const fingerprint = (files) => {
  const hash = createHash("sha256")
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0${content}`)
  return hash.digest("hex")
}

/**
 * The folders whose children are workspace packages: `packages/*` gives `packages`.
 * @param {string} workspaceYaml text of pnpm-workspace.yaml
 * @returns {ReadonlyArray<string>}
 */
export const workspaceFolders = (workspaceYaml) =>
  [...workspaceYaml.matchAll(/^ {2}- ["']?([\w./-]+)\/\*["']?\s*$/gm)].map((match) => match[1] ?? "")

/**
 * The exact version of one package in the catalog.
 * @param {string} workspaceYaml text of pnpm-workspace.yaml
 * @param {string} name
 * @returns {string}
 */
export const pinned = (workspaceYaml, name) => {
  const line = workspaceYaml.split(/\r?\n/).find((candidate) => candidate.startsWith(`  ${name}: `))
  const version = line?.slice(name.length + 4).trim()
  if (version === undefined || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Stop(`pnpm-workspace.yaml does not pin ${name} to an exact version`)
  }
  return version
}

/**
 * @param {string} root
 * @param {string} version
 */
const hasPnpm = (root, version) => {
  const manifest = read(join(root, "node_modules/pnpm/package.json"))
  return manifest !== undefined && JSON.parse(manifest).version === version && existsSync(tool(root, "pnpm"))
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined)
