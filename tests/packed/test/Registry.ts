/**
 * A registry of packages on this machine, so that an install line runs as it is written and without a network. It has the
 * published packages as they were packed, and every package from outside that this workspace has installed.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"

export interface Registry {
  readonly url: string
  /** The variables that lead every package manager here, with caches of their own below `home`. */
  readonly environment: (home: string) => Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

interface Manifest {
  readonly name: string
  readonly version: string
}

/** One version of a package. */
interface Release {
  readonly manifest: Manifest
  readonly tarball: () => Buffer
}

const ROOT = join(import.meta.dirname, "../../..")
/** Package managers refuse what is newer than a day. */
const PUBLISHED = "2020-01-01T00:00:00.000Z"
const MAX_TARBALL_BYTES = 400_000_000

/** `tarballs` are the packed packages; `folders` have more, as they lie there. */
export const serveRegistry = async (
  tarballs: ReadonlyArray<string>,
  folders: ReadonlyArray<string> = []
): Promise<Registry> => {
  const own = new Map(
    tarballs.map((file): [string, ReadonlyArray<Release>] => {
      const manifest: Manifest = JSON.parse(tar(["-xzOf", file, "package/package.json"]).toString())
      return [manifest.name, [{ manifest, tarball: () => readFileSync(file) }]]
    })
  )
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    own.set(manifest.name, [{ manifest, tarball: once(() => packed(folder)) }])
  }
  const others = once(outside)
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/")
      .split("?", 1)
      .join()
      .slice(1)
    const [name = "", file] = path.split("/-/")
    const found = own.get(name) ?? others().get(name)
    const release = found?.find(({ manifest }) => file === fileOf(manifest))
    if (release !== undefined) response.end(release.tarball())
    else if (found !== undefined && file === undefined) {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(packument(name, found, addressOf(server))))
    } else {
      response.statusCode = 404
      response.end("{}")
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = addressOf(server)
  return {
    url: `${url}/`,
    environment: (home) => ({
      HOME: home,
      npm_config_registry: `${url}/`,
      pnpm_config_registry: `${url}/`,
      npm_config_cache: join(home, "npm"),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
      YARN_CACHE_FOLDER: join(home, "yarn"),
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
      YARN_ENABLE_TELEMETRY: "0",
      BUN_CONFIG_REGISTRY: `${url}/`,
      DO_NOT_TRACK: "1"
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const addressOf = (server: Server): string => {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const fileOf = ({ name, version }: Manifest): string => `${name.replace(/^@.*\//, "")}-${version}.tgz`

const packument = (name: string, releases: ReadonlyArray<Release>, url: string) => ({
  name,
  "dist-tags": { latest: releases.at(-1)?.manifest.version },
  time: Object.fromEntries(releases.map(({ manifest: { version } }) => [version, PUBLISHED])),
  versions: Object.fromEntries(
    releases.map(({ manifest, tarball }) => {
      const bytes = tarball()
      const digest = (kind: string, as: "hex" | "base64") => createHash(kind).update(bytes).digest(as)
      return [
        manifest.version,
        {
          ...manifest,
          dist: {
            tarball: `${url}/${name}/-/${fileOf(manifest)}`,
            shasum: digest("sha1", "hex"),
            integrity: `sha512-${digest("sha512", "base64")}`
          }
        }
      ]
    })
  )
})

/** The installed packages, by name, the newest version last. */
const outside = (): Map<string, ReadonlyArray<Release>> => {
  const store = join(ROOT, "node_modules/.pnpm")
  const folders = readdirSync(store).flatMap((entry) => namesIn(join(store, entry, "node_modules")))
  const found = new Map<string, Map<string, Release>>()
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const versions = found.get(manifest.name) ?? new Map<string, Release>()
    versions.set(manifest.version, { manifest, tarball: once(() => packed(folder)) })
    found.set(manifest.name, versions)
  }
  const order = new Intl.Collator("en", { numeric: true })
  return new Map(
    Array.from(found, ([name, versions]) => [
      name,
      [...versions.values()].toSorted((one, other) => order.compare(one.manifest.version, other.manifest.version))
    ])
  )
}

/** The package that lies in an entry of the store: the others there are links. */
const namesIn = (modules: string): ReadonlyArray<string> =>
  (existsSync(modules) ? readdirSync(modules) : [])
    .flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(modules, name)).map((part) => join(modules, name, part))
        : join(modules, name)
    )
    .filter((folder) => lstatSync(folder).isDirectory() && existsSync(join(folder, "package.json")))

/** Equal files of a package are one file in the store on Linux, and package managers unpack no links. */
const WHOLE = process.platform === "linux" ? ["--hard-dereference"] : []

/** Whatever the first folder in it is called, it is left out when it is unpacked. */
const packed = (folder: string): Buffer =>
  gzipSync(
    tar([
      "-cf",
      "-",
      ...WHOLE,
      "--exclude=node_modules",
      "-C",
      dirname(folder),
      folder.slice(dirname(folder).length + 1)
    ]),
    {
      level: 1
    }
  )

const tar = (args: ReadonlyArray<string>): Buffer => {
  const { status, stdout, stderr } = spawnSync("tar", args, { maxBuffer: MAX_TARBALL_BYTES })
  if (status !== 0) throw new Error(`tar ${args.join(" ")}: ${stderr}`)
  return stdout
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
