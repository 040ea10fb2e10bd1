/** What `--intercept` refuses, as docs/interception.md has it: a program that tries to leave, led in each way. */
import { execFile, spawn } from "node:child_process"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { allows, hasCompiler, hasNamespaces } from "./Machine.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const LIMIT = 90_000

/** Of this machine, but none that a namespace mirrors. */
const ADDRESS = process.platform === "linux" ? "127.0.0.5" : "127.0.0.1"
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve))
  const address = server.address()
  port = typeof address === "object" && address !== null ? address.port : 0
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

interface Ended {
  readonly found: Readonly<Record<string, unknown>>
  readonly told: string
}

const asked = (flags: ReadonlyArray<string>, target = "192.0.2.1"): Promise<Ended> =>
  new Promise((resolve) => {
    const args = [PROGRAM, "exec", ...flags, "--", "node", "Asks.cjs", target]
    const options = { cwd: import.meta.dirname, env: { ...childEnvironment(), OWN_PORT: String(port) } }
    execFile(process.execPath, args, { ...options, timeout: LIMIT }, (_, stdout, told) =>
      resolve({ found: stdout.startsWith("{") ? JSON.parse(stdout) : {}, told })
    )
  })

const GATEWAY = '{"url":"wss://gateway.discord.gg"}'
const hasCurl = allows("curl", ["--version"])

/** What Node tells of a connection that is not to be: by us, or by a system that knows no way out. */
const REFUSED = expect.stringMatching(/^(?:ECONNREFUSED|ENETUNREACH|ENOTFOUND|EADDRNOTAVAIL)$/)

/** The program reached Backlot by two of the platform's names, and nothing else. */
const held = {
  ...{ gateway: 200, socket: "connected", web: REFUSED, name: "ENOTFOUND" },
  ...{ number: REFUSED, number6: REFUSED, datagram: REFUSED, own: REFUSED }
}

/** What it starts was held back too, whatever that runs on and loads. */
const heldBeside = { ...(hasCurl && { curl: GATEWAY, curlWeb: "refused" }), bare: REFUSED }

const toldOf = (host: string) => `Nothing leaves this machine under --intercept: ${host}`

it.each(["auto", "namespace", "resolver", "preload"])(
  "led by %s, a program reaches the platform's names here and nothing else, and is told",
  async (way) => {
    const { found, told } = await asked([`--intercept=${way}`])
    if (way === "namespace" && !hasNamespaces()) return expect(told).toMatch(/cannot be led by a namespace: \S/)
    if (way === "resolver" && !hasCompiler()) return expect(told).toMatch(/cannot be led by a resolver: \S/)
    expect(found, told).toMatchObject(held)
    expect(told).toMatch(/Nothing leaves this machine under --intercept: .*example\.com.*--outside example\.com/)
    // Without a namespace nothing holds back what does not load the file.
    if (way === "preload") return
    if (way === "auto" && !hasNamespaces()) expect(told).toMatch(/is not led and not held back, because it cannot be/)
    else expect(found, told).toMatchObject(heldBeside)
  },
  LIMIT
)

it(
  "led by a proxy, what ignores it is held back where a compiler is; elsewhere that is said",
  async () => {
    const { found, told } = await asked(["--intercept=proxy"])
    if (hasCompiler()) expect(found, told).toMatchObject({ ...held, ...heldBeside, web: expect.anything() })
    else expect(told).toMatch(/still reaches the platform, because it cannot be led by a resolver/)
    expect(told).toContain(toldOf("example.com was refused"))
  },
  LIMIT
)

it.each(["auto", "namespace"])(
  "led by %s, it reaches a plain address that is let through, and only that",
  async (way) => {
    const { found, told } = await asked([`--intercept=${way}`, "--outside", `${ADDRESS}:${port}`], ADDRESS)
    if (way === "namespace" && !hasNamespaces()) return expect(told).toMatch(/cannot be led by a namespace: \S/)
    expect(found, told).toMatchObject({ ...held, own: "connected" })
  },
  LIMIT
)

/** As many listeners of this machine as a namespace shows, on ports below all that a system gives out by itself. */
const crowd = async (): Promise<ReadonlyArray<Server>> => {
  const servers: Array<Server> = []
  for (let port = 20_000; servers.length < 64; port++) {
    const one = createServer((socket) => socket.end())
    const isOpen = await new Promise<boolean>((resolve) => {
      one.once("error", () => resolve(false))
      one.listen(port, "127.0.0.1", () => resolve(true))
    })
    if (isOpen) servers.push(one)
  }
  return servers
}

it(
  "finds the program's port at once when the program is told that it listens, beside many others, and passes Ctrl-C on",
  async () => {
    const others = await crowd()
    const args = [PROGRAM, "exec", "--intercept", "--", "node", "Listens.cjs"]
    const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env: childEnvironment(), detached: true })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const { value: own } = await lines.next()
    expect(await (await fetch(`http://127.0.0.1:${own}/now`)).text()).toBe("asked /now")
    const ended = new Promise((resolve) => child.on("exit", resolve))
    child.kill("SIGINT")
    expect(await lines.next()).toMatchObject({ value: "ends well" })
    expect(await ended).toBe(0)
    for (const other of others) other.close()
  },
  LIMIT
)
