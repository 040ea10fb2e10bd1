/**
 * Installs the packages of the lockfile when they are missing or a manifest has changed. A stamp in node_modules
 * records the last install, so an unchanged repository costs a few milliseconds and no network.
 */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runChild, tool, toolEnvironment } from "./Child.mjs"
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
  const pnpm = ["install", "--frozen-lockfile", "--prefer-offline"]
  const [command, args] = hasPnpm(root, version)
    ? [tool(root, "pnpm"), pnpm]
    : ["npx", ["-y", `pnpm@${version}`, ...pnpm]]
  say(`installing dependencies with pnpm ${version} …`)
  /** @type {Array<string>} */
  const lines = []
  const env = {
    ...toolEnvironment(root),
    // Keeps pnpm from asking invisible questions; without a network it fails soon.
    CI: "true",
    NPM_CONFIG_FETCH_RETRY_MINTIMEOUT: "1000",
    NPM_CONFIG_FETCH_RETRY_MAXTIMEOUT: "3000"
  }
  const code = await runChild(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    onLine: (line) => lines.push(line)
  }).catch((error) => {
    throw new Stop(`could not run ${command} (${error.code}); it comes with Node, so check that npm works`)
  })
  if (code === 0) return
  const { output, advice } = diagnose(lines)
  for (const line of output) process.stderr.write(`${line}\n`)
  throw new Stop(advice, code)
}

/**
 * The output and the advice to show when the install failed.
 * @param {ReadonlyArray<string>} lines
 * @returns {{ output: ReadonlyArray<string>, advice: string }}
 */
export const diagnose = (lines) => {
  const text = lines.join("\n")
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|META_FETCH_FAIL|dns error/i.test(text)) {
    const advice = "the package registry could not be reached; a first install needs it: connect and run this again"
    return { output: [], advice }
  }
  if (/frozen-lockfile|OUTDATED_LOCKFILE/.test(text)) {
    const advice = "pnpm-lock.yaml does not fit the manifests: run `pnpm install` and keep the new lockfile"
    return { output: [], advice }
  }
  return { output: lines, advice: "the install failed; its output is above" }
}

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
