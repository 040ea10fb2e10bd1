/** The pnpm that the bootstrap fetches: from a registry on the loopback, by the real npm. */
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { fetchPnpm, lockedIntegrity, pnpmPackage } from "../src/Pnpm.mjs"

const NAME = "@pnpm/exe.linux-x64"
const VERSION = "12.21.0"
const lockfile = (integrity: string) => `packages:

  '${NAME}@${VERSION}':
    resolution: {integrity: ${integrity}}
    cpu: [x64]

snapshots:
`

describe("the package of pnpm", () => {
  it.each([
    [{ platform: "linux", arch: "x64", isMusl: false }, NAME],
    [{ platform: "linux", arch: "arm64", isMusl: true }, "@pnpm/exe.linux-arm64-musl"],
    [{ platform: "darwin", arch: "arm64", isMusl: false }, "@pnpm/exe.darwin-arm64"]
  ])("follows the platform: %j", (system, name) => {
    expect(pnpmPackage(system)).toBe(name)
  })

  it("has its hash in the lockfile", () => {
    expect(lockedIntegrity(lockfile("sha512-abc=="), NAME, VERSION)).toBe("sha512-abc==")
  })

  it.each([
    ["another version", lockfile("sha512-abc=="), "12.21.1"],
    ["no hash", lockfile("").replace("integrity: ", "tarball: x"), VERSION],
    ["a weak hash", lockfile("sha1-abc="), VERSION]
  ])("is refused where the lockfile has %s", (_, text, version) => {
    expect(() => lockedIntegrity(text, NAME, version)).toThrow(`pnpm-lock.yaml has no hash of ${NAME} ${version}`)
  })
})

interface Packed {
  readonly integrity: string
  readonly bytes: Buffer
}

/** Packages whose program says a word, as npm packs them; where a script of theirs ran, there is `file`. */
const packed = (folder: string, file: string, ...words: ReadonlyArray<string>): ReadonlyArray<Packed> => {
  for (const word of words) {
    const source = join(folder, word)
    mkdirSync(source)
    const scripts = { preinstall: `touch ${file}` }
    writeFileSync(join(source, "package.json"), JSON.stringify({ name: NAME, version: VERSION, scripts }))
    writeFileSync(join(source, "pnpm"), `#!/bin/sh\necho ${word}\n`)
    chmodSync(join(source, "pnpm"), 0o755)
  }
  return words.map((word) => {
    const args = ["pack", "--json", "--ignore-scripts"]
    const { stdout } = spawnSync("npm", args, { cwd: join(folder, word), encoding: "utf8" })
    const [{ integrity, filename }] = JSON.parse(stdout)
    return { integrity, bytes: readFileSync(join(folder, word, filename)) }
  })
}

describe("pnpm from a registry", () => {
  let root: string
  let folder: string
  let registry: Server
  let good: Packed
  let evil: Packed
  let served: Packed

  const fetched = () =>
    fetchPnpm({
      lockfile: lockfile(good.integrity),
      name: NAME,
      version: VERSION,
      folder,
      env: {
        ...process.env,
        NPM_CONFIG_REGISTRY: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
        NPM_CONFIG_CACHE: join(folder, "cache"),
        NPM_CONFIG_FETCH_RETRIES: "0"
      }
    })

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "backlot-pnpm-"))
    const [first, second] = packed(root, join(root, "script-ran"), "good", "evil")
    if (first === undefined || second === undefined) throw new Error("npm packed nothing")
    good = first
    evil = second
  })

  beforeEach(async () => {
    folder = mkdtempSync(join(root, "installed-"))
    served = good
    registry = createServer((request, response) => {
      const dist = { tarball: `http://${request.headers.host}/pnpm.tgz`, integrity: served.integrity }
      const versions = { [VERSION]: { name: NAME, version: VERSION, dist } }
      response.end(request.url?.endsWith(".tgz") ? served.bytes : JSON.stringify({ name: NAME, versions }))
    })
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve))
  })

  afterEach(() => {
    registry.close()
  })

  afterAll(() => rmSync(root, { recursive: true }))

  it("runs when it is what the lockfile names, and none of its scripts do", async () => {
    const program = await fetched()
    expect(spawnSync(program, { encoding: "utf8" }).stdout).toBe("good\n")
    expect(existsSync(join(root, "script-ran"))).toBe(false)
  })

  it("is refused when the registry serves another one, though the registry calls it right", async () => {
    served = evil
    await expect(fetched()).rejects.toThrow("is not the one that pnpm-lock.yaml names")
    expect(existsSync(join(folder, "node_modules", NAME))).toBe(false)
  })

  it("is refused when only the bytes differ from what the registry says", async () => {
    served = { ...good, bytes: evil.bytes }
    await expect(fetched()).rejects.toThrow("is not the one that pnpm-lock.yaml names")
  })
})
