/** Packs every package that is published into `packed/`, as the registry would have it. */
import { readdirSync, readFileSync, rmSync } from "node:fs"
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
  const filters = publishedNames(root).flatMap((name) => ["--filter", name])
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

/** @param {string} root */
const publishedNames = (root) =>
  ["packages", "apps"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name, "package.json")))
    .flatMap((path) => {
      const manifest = JSON.parse(readFileSync(path, "utf8"))
      return manifest.private === true ? [] : [manifest.name]
    })
