/** Packs every package that is published into `packed/`, as the registry would have it. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { say } from "./Report.mjs"

/**
 * @param {string} root
 * @returns {Promise<number>} the exit code
 */
export const packAll = async (root) => {
  const folder = join(root, "packed")
  rmSync(folder, { recursive: true, force: true })
  const filters = publishedManifests(root).flatMap(({ manifest }) => ["--filter", manifest.name])
  const code = await runChild(tool(root, "pnpm"), [...filters, "pack", "--pack-destination", folder], {
    cwd: root,
    env: toolEnvironment(root),
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (code !== 0) return code
  const tarballs = readdirSync(folder)
  const main = tarballs.find((name) => /^backlot-\d/.test(name)) ?? ""
  say(`${tarballs.length} packages are in packed/. In the folder of your bot:`)
  console.log(`npm install --save-dev ${join(folder, main)}`)
  return 0
}

/**
 * Those without `private`. The folder is relative to the root.
 * @param {string} root
 * @returns {ReadonlyArray<{ manifest: { name: string, version: string, dependencies?: Record<string, string> }, path: string, folder: string }>}
 */
export const publishedManifests = (root) =>
  ["packages", "apps"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .flatMap((folder) => {
      const path = join(root, folder, "package.json")
      // A folder whose package is gone may still hold what it built.
      const manifest = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { private: true }
      return manifest.private === true ? [] : [{ manifest, path, folder }]
    })
