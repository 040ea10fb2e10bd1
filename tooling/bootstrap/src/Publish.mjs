/** Commits, tags and pushes a release, and then publishes it: what the registry has is always of a commit that others have. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runChild } from "./Child.mjs"
import { git } from "./Git.mjs"
import { Stop, say } from "./Report.mjs"

/** @typedef {{ name: string, version: string, dependencies?: Readonly<Record<string, string>> }} Manifest */

/**
 * Goes on with a release that broke off: its commit and tag are there already, and so may some of the packages be.
 * @param {string} root
 * @param {ReadonlyArray<Manifest>} released those that others need first
 * @param {ReadonlyArray<string>} versioned the files that the versioning changed
 */
export const publishAll = async (root, released, versioned) => {
  const version = released.find(({ name }) => name === "backlot")?.version ?? ""
  const tag = `v${version}`
  if (versioned.length > 0) {
    git(root, ["add", "--", ...versioned])
    git(root, ["commit", "--quiet", "--message", `release: ${version}`])
  }
  const isTagged = git(root, ["tag", "--list", tag]) !== ""
  if (!isTagged) git(root, ["tag", "--annotate", tag, "--message", version])
  if (git(root, ["rev-parse", `${tag}^{commit}`]) !== git(root, ["rev-parse", "HEAD"]))
    throw new Stop(
      `${version} is released from another commit: start the workflow for the tag ${tag} to finish it, or add a changeset for the next version`
    )
  // Both or neither. Where nothing is new, as on the tag itself, there is nothing to push.
  if (!isTagged || versioned.length > 0)
    git(root, ["push", "--quiet", "--atomic", "origin", "HEAD:refs/heads/main", `refs/tags/${tag}`])
  for (const each of released) await publishOne(root, each)
}

/** @param {string} root @param {Manifest} manifest */
export const tarballOf = (root, { name, version }) =>
  join(root, "packed", `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)

/** @param {string} root @param {Manifest} manifest */
const publishOne = async (root, manifest) => {
  const one = `${manifest.name}@${manifest.version}`
  const tarball = tarballOf(root, manifest)
  const known = spawnSync("npm", ["view", one, "dist.integrity"], { cwd: root, encoding: "utf8" })
  const there = known.status === 0 ? known.stdout.trim() : ""
  if (there !== "") {
    const own = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`
    if (there === own) return say(`${one} is there already`)
    throw new Stop(
      `the registry has another ${one} (${there}) than ${tarball} (${own}): add a changeset for the next version`
    )
  }
  const args = ["publish", tarball, "--access", "public", "--provenance"]
  // npm of the system: it has the identity of the workflow.
  if ((await runChild("npm", args, { cwd: root, stdio: "inherit" })) !== 0)
    throw new Stop(`${one} was not published: see above. Run it again when this is repaired; what is published stays`)
}
