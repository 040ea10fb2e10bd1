/**
 * `npm run release`: checks, versions, packs, commits, pushes and publishes every public package, with provenance. `--dry-run`
 * ends before the commit and puts back what the versioning changed. `--as-built` leaves out build and tests, for a quick look.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runChild, tool, toolEnvironment } from "./Child.mjs"
import { git } from "./Git.mjs"
import { packAll, publishedManifests } from "./Pack.mjs"
import { publishAll, tarballOf } from "./Publish.mjs"
import { Stop, say } from "./Report.mjs"

const FLAGS = ["--dry-run", "--as-built"]

/**
 * @param {string} root
 * @param {ReadonlyArray<string>} args
 * @returns {Promise<number>} the exit code
 */
export const release = async (root, args) => {
  const unknown = args.find((arg) => !FLAGS.includes(arg))
  if (unknown !== undefined) throw new Stop(`npm run release knows ${FLAGS.join(" and ")}, not ${unknown}`, 2)
  const [isDry, isAsBuilt] = FLAGS.map((flag) => args.includes(flag))
  if (isAsBuilt && !isDry) throw new Stop("--as-built is for --dry-run: what is published was built and tested", 2)
  const missing = unready(root, process.env)
  if (missing.length > 0 && !isDry) throw new Stop(missing.join("; "))
  requireClean(root)
  if (!isAsBuilt) await prove(root)
  // Building and testing take minutes, in which somebody may have gone on working.
  requireClean(root)
  if (!isDry) return publish(root, { isDry: false, isAsBuilt: false, missing })
  try {
    return await publish(root, { isDry: true, isAsBuilt: isAsBuilt === true, missing })
  } finally {
    restore(root)
  }
}

/** What the versioning of this process changed. @type {ReadonlyArray<{ path: string, isNew: boolean }>} */
let versioned = []

/** Makes the versions. The tree is clean before. @param {string} root */
const version = async (root) => {
  try {
    await must(root, "changeset", ["version"])
    stamp(root)
    nameTag(root)
  } finally {
    versioned = changedIn(root)
  }
}

/** Puts back what the versioning changed, and nothing that somebody else did meanwhile. @param {string} root */
const restore = (root) => {
  const known = versioned.filter(({ isNew }) => !isNew)
  if (known.length > 0) git(root, ["checkout", "--quiet", "--", ...known.map(({ path }) => path)])
  for (const { path, isNew } of versioned) if (isNew) rmSync(join(root, path), { force: true })
}

/** @param {string} root */
const changedIn = (root) =>
  git(root, ["status", "--porcelain", "-z", "--untracked-files=all"])
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => ({ path: line.slice(3), isNew: line.startsWith("??") }))

/**
 * What a release needs and has not, in words that say what to set.
 * @param {string} root
 * @param {Readonly<Record<string, string | undefined>>} variables
 */
export const unready = (root, variables) => {
  const address = repositoryOf(root)
  return [
    ...(address === undefined
      ? [
          `package.json has no "repository": set it to the public address of this project, such as "https://github.com/OWNER/NAME"; the provenance of each package names it`
        ]
      : []),
    ...((variables["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "") === ""
      ? [
          "provenance needs the identity of a workflow: run the workflow `release` on GitHub (.github/workflows/release.yml)"
        ]
      : []),
    ...(REF.test(variables["GITHUB_REF"] ?? "")
      ? []
      : [
          "a release is of the branch main, or of the tag of a release that broke off: start the workflow for one of them"
        ])
  ]
}

const REF = /^refs\/(?:heads\/main|tags\/v\d[\w.-]*)$/

/** @param {string} root */
const repositoryOf = (root) => {
  const { repository } = read(join(root, "package.json"))
  const address = typeof repository === "string" ? repository : repository?.url
  return typeof address === "string" && address !== "" ? address.replace(/^git\+|\.git$/g, "") : undefined
}

/** @param {string} root */
const requireClean = (root) => {
  const changed = git(root, ["status", "--porcelain"])
  if (changed !== "")
    throw new Stop(`commit or remove these first, because a release is of what is committed:\n${changed}`)
}

/** @param {string} root */
const prove = async (root) => {
  for (const [program, ...args] of [
    ["turbo", "run", "build", "check", "--output-logs=errors-only"],
    ["vitest", "run", "--project", "packed", "--project", "bootstrap", "--project", "boundaries"]
  ]) {
    say(`${program} ${args.join(" ")} …`)
    await must(root, program ?? "", args)
  }
}

/**
 * @param {string} root
 * @param {{ isDry: boolean, isAsBuilt: boolean, missing: ReadonlyArray<string> }} options
 */
const publish = async (root, { isDry, isAsBuilt, missing }) => {
  if (changesets(root).length > 0) {
    await version(root)
    // The lockfile knows no version of the workspace; the program has its own in it.
    if (!isAsBuilt) await must(root, "turbo", ["run", "build", "--output-logs=errors-only"])
  } else if (isDry) say("there is no changeset: `npm run changeset` writes one")
  if ((await packAll(root)) !== 0) throw new Stop("the packages could not be packed: see above")
  const released = inOrder(publishedManifests(root).map(({ manifest }) => manifest))
  console.log(`\n${isDry ? "Would publish" : "Publishes"}, in this order, with provenance and public access:`)
  for (const each of released) {
    const file = tarballOf(root, each)
    console.log(`  ${each.name}@${each.version}  ${(statSync(file).size / 1e6).toFixed(2)} MB`)
  }
  if (isDry) {
    for (const line of missing) say(`a release stops before this: ${line}`)
    say("nothing was published, and the files are as they were")
    return 0
  }
  await publishAll(
    root,
    released,
    versioned.map(({ path }) => path)
  )
  say("published")
  return 0
}

/** Writes the address of the project, which stands in package.json, into each package. @param {string} root */
const stamp = (root) => {
  const address = repositoryOf(root)
  if (address === undefined) return
  for (const { manifest, path, folder } of publishedManifests(root)) {
    const repository = { type: "git", url: `git+${address}.git`, directory: folder }
    const stamped = { ...manifest, homepage: `${address}#readme`, bugs: `${address}/issues`, repository }
    writeFileSync(path, `${JSON.stringify(stamped, null, 2)}\n`)
  }
}

/** The page on CI takes the action by the tag of the newest release. @param {string} root */
export const nameTag = (root) => {
  const path = join(root, "docs/ci.md")
  const { version } = read(join(root, "apps/backlot/package.json"))
  const text = readFileSync(path, "utf8").replaceAll(/(?<=\/backlot@v)\d+\.\d+\.\d+/g, version)
  writeFileSync(path, text.replaceAll(/(?<=\bbacklot-)\d+\.\d+\.\d+(?=\.tgz)/g, version))
}

/**
 * Each after those of its own that it needs.
 * @typedef {import("./Publish.mjs").Manifest} Manifest
 * @param {ReadonlyArray<Manifest>} manifests
 * @returns {ReadonlyArray<Manifest>}
 */
export const inOrder = (manifests) => {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  /** @type {Set<Manifest>} */
  const ordered = new Set()
  /** @param {Manifest} manifest @param {ReadonlyArray<string>} above */
  const add = (manifest, above) => {
    if (above.includes(manifest.name)) throw new Stop(`packages need each other in a circle: ${above.join(", ")}`)
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const needed = byName.get(name)
      if (needed !== undefined && !ordered.has(needed)) add(needed, [...above, manifest.name])
    }
    ordered.add(manifest)
  }
  for (const manifest of manifests) add(manifest, [])
  return [...ordered]
}

/** @param {string} root */
const changesets = (root) =>
  readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md")

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, "utf8"))

/** @param {string} root @param {string} program @param {ReadonlyArray<string>} args */
const must = async (root, program, args) => {
  const code = await runChild(tool(root, program), args, { cwd: root, env: toolEnvironment(root), stdio: "inherit" })
  if (code !== 0) throw new Stop(`${program} ${args[0]} failed: see above`, code)
}
