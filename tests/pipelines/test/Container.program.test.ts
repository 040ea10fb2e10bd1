/** The Containerfile without a container engine: what it copies, and its files, run alone and not as root. */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { validate } from "dockerfile-utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ROOT } from "../src/Packed.ts"

const text = readFileSync(join(ROOT, "Containerfile"), "utf8")
const image = mkdtempSync(join(tmpdir(), "backlot-image-"))
afterAll(() => rmSync(image, { recursive: true, force: true }))

describe("the Containerfile", () => {
  it("has no fault that a linter finds, which finds some in others", () => {
    expect(validate(text)).toEqual([])
    expect(validate("FORM node\nCMD x\nCMD y\n").length).toBeGreaterThan(0)
  })

  it("names files that there are, and runs as nobody's user with a health check", () => {
    const [, stage = ""] = text.split("FROM scratch")
    for (const file of ["deploy/image.sh", "apps/cli", "deploy/health.mjs"])
      expect(existsSync(join(ROOT, file))).toBe(true)
    expect(text).toContain('sh deploy/image.sh "$(command -v node)" apps/cli /image')
    expect(stage).toMatch(/^USER 65532:65532$/m)
    expect(stage).toMatch(/^HEALTHCHECK .*CMD \["node", "\/opt\/backlot\/health\.mjs"\]$/m)
    expect(stage).toMatch(/^ENTRYPOINT \["backlot"\]$/m)
    // Sources go into the build alone.
    expect(stage.match(/^(?:COPY|ADD) .*/gm)).toEqual([
      "COPY --from=build /image /",
      "COPY --from=build --chown=65532:65532 /data /data"
    ])
  })
})

describe("the files of the image", () => {
  it("are not made where a library cannot be found", () => {
    const folder = mkdtempSync(join(tmpdir(), "backlot-ldd-"))
    for (const [name, code] of [
      ["ldd", 1],
      ["strip", 0]
    ] as const)
      writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` }
    const args = ["deploy/image.sh", process.execPath, "apps/cli", join(folder, "out")]
    expect(spawnSync("sh", args, { cwd: ROOT, env, stdio: "ignore" }).status).toBe(1)
    rmSync(folder, { recursive: true })
  })
})

describe("the health check", () => {
  it.each([
    ["", undefined, 401, 0],
    ["", undefined, 503, 1],
    ["a-secret", "Bearer a-secret", 200, 0],
    ["a-secret", "Bearer a-secret", 401, 1]
  ])("with the token %j sends %j, and takes %i with exit code %i", async (token, sent, status, code) => {
    const asked: Array<string | undefined> = []
    const server = createHttpServer(({ headers }, response) => {
      asked.push(headers.authorization)
      response.writeHead(status).end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = String(typeof address === "object" ? address?.port : "")
    const env = { BACKLOT_PORT: port, BACKLOT_CONTROL_TOKEN: token }
    const health = spawn(process.execPath, [join(ROOT, "deploy/health.mjs")], { env, stdio: "ignore" })
    expect(await once(health, "exit")).toEqual([code, null])
    server.close()
    expect(asked).toEqual([sent])
  })
})

/** A program of the image in its files alone, as the user of the image where we may be one. */
const inside = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const who = process.getuid?.() === 0 ? ["--setuid", "65532", "--setgid", "65532"] : ["--user", "--map-root-user"]
  return [...who, "--root", image, "--wd", "/data", ...args]
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const unshare = "/usr/bin/unshare"

/** Why something of the image cannot be run on this machine. The name of a test says it. */
const noLinux = process.platform === "linux" ? undefined : "this is no Linux"
const noRoot =
  noLinux ??
  (spawnSync(unshare, [...inside([]).slice(0, -4), "--root", "/", "true"], { stdio: "ignore" }).status === 0
    ? undefined
    : "this machine gives no program a root of its own")
const titled = (title: string, why: string | undefined) =>
  why === undefined ? title : `LEFT OUT, because ${why}: ${title}`

describe("the image", () => {
  beforeAll(() => {
    if (noLinux !== undefined) return
    execFileSync("sh", ["deploy/image.sh", process.execPath, "apps/cli", image], { cwd: ROOT, stdio: "pipe" })
    chmodSync(image, 0o755)
    mkdirSync(join(image, "data"))
    if (process.getuid?.() === 0) execFileSync("chown", ["65532:65532", join(image, "data")])
  })

  it(titled("has less than 150 MB, and no map, source or shell", noLinux), () => {
    if (noLinux !== undefined) return
    const files = readdirSync(image, { recursive: true, encoding: "utf8" })
    const bytes = files.map((file) => lstatSync(join(image, file))).filter((one) => one.isFile())
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(150_000_000)
    expect(files.filter((file) => /\.map$|\.ts$|(?:^|\/)(?:sh|bash|env)$/.test(file))).toEqual([])
    expect(files).toContain("opt/backlot/dist/THIRD-PARTY-LICENSES")
  })

  it(
    titled("starts a server that keeps its data, is healthy while it runs, and is not when it has ended", noRoot),
    async () => {
      if (noRoot !== undefined) return
      const port = String(await freePort())
      const own = { BACKLOT_PORT: port, BACKLOT_CONTROL_TOKEN: "a-long-secret" }
      const env = { PATH: "/usr/local/bin", HOME: "/data", ...own }
      const health = () => spawnSync(unshare, inside(["node", "/opt/backlot/health.mjs"]), { env, encoding: "utf8" })
      const server = spawn(unshare, inside(["backlot", "serve", "--data", "world.db"]), { env, stdio: "pipe" })
      const log: Array<string> = []
      for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => log.push(String(chunk)))
      const ended = new Promise((resolve) => server.once("exit", resolve))
      try {
        await expect.poll(() => log.join("")).toContain("Control base")
        expect(health()).toMatchObject({ status: 0 })
      } finally {
        server.kill("SIGTERM")
      }
      expect(await ended).toBe(0)
      expect(readdirSync(join(image, "data"))).toContain("world.db")
      expect(health()).toMatchObject({ status: 1 })
    }
  )
})
