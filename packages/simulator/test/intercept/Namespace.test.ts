/** The parts of a namespace: its certificate, the ports of both sides, and the lines between them. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { connect, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join as pathOf } from "node:path"
import { connect as connectSecurely } from "node:tls"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { certify } from "../../src/intercept/Authority.ts"
import * as Bridge from "../../src/intercept/Bridge.ts"
import { listeners } from "../../src/intercept/Listeners.ts"
import { mirror } from "../../src/intercept/Mirror.ts"
import { outsideOf, portsOf } from "../../src/intercept/Outside.ts"
import { foldersOfGone, privateFolder } from "../../src/intercept/PrivateFolder.ts"
import * as OpenProxy from "../../src/intercept/Proxy.ts"
import * as SecureFront from "../../src/intercept/SecureFront.ts"
import { HALF_OPEN, join, listening, onFirstLine, SOCKETS } from "../../src/intercept/Tunnel.ts"

const servers: Array<Server> = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** Its port. */
const serve = async (arrived: (socket: Socket) => void): Promise<number> => {
  const server = createServer(arrived)
  servers.push(server)
  await listening(server, { port: 0, host: "127.0.0.1" })
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const allOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    socket.on("data", (bytes) => {
      text += bytes
    })
    socket.on("error", ({ message }) => resolve(message))
    socket.on("close", () => resolve(text))
  })

it("certifies the platform's names by an authority that only those trust who are told", async () => {
  const front = await serve((socket) => socket.end("front"))
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { port, authority } = yield* SecureFront.open(front)
        const asked = (servername: string, ca?: string) =>
          Effect.promise(() =>
            allOf(connectSecurely({ port, host: "127.0.0.1", servername, ...(ca === undefined ? {} : { ca }) }))
          )
        expect(yield* asked("discord.com", authority)).toBe("front")
        expect(yield* asked("gateway-us-east1-b.discord.gg", authority)).toBe("front")
        expect(yield* asked("example.com", authority)).toMatch(/does not match certificate/)
        expect(yield* asked("discord.com")).toMatch(/unable to (?:verify|get)/)
      })
    )
  )
})

it("makes another authority for each run", async () => {
  const [one, other] = await Promise.all([certify(["discord.com"]), certify(["discord.com"])])
  expect(one.authority).not.toBe(other.authority)
})

it("knows who listens on this machine, where that is Linux", async () => {
  const port = await serve((socket) => socket.end())
  expect(listeners().length).toBeLessThanOrEqual(64)
  expect(listeners().includes(port)).toBe(process.platform === "linux")
})

it("counts only those that are asked for", async () => {
  const ports = (await Promise.all(Array.from({ length: 70 }, () => serve((socket) => socket.end())))).sort(
    (a, b) => a - b
  )
  const last = ports.at(-1)
  expect(listeners().length).toBeLessThanOrEqual(64)
  expect(listeners({ among: (port) => port === last })).toEqual(process.platform === "linux" ? [last] : [])
})

it("listens where the other side does, until that ends", async () => {
  const free = await serve(() => {})
  await new Promise((done) => servers.pop()?.close(done))
  const taken = await serve((socket) => socket.end("its own"))
  const here = mirror((socket, port) => socket.end(`for ${port}`))
  await here.follow([free, taken])
  expect([...here.ports]).toEqual([free])
  expect(await allOf(connect(free, "127.0.0.1"))).toBe(`for ${free}`)
  expect(await allOf(connect(taken, "127.0.0.1"))).toBe("its own")
  await here.follow([])
  expect(await allOf(connect(free, "127.0.0.1"))).toMatch(/ECONNREFUSED/)
})

it("reads the address in front of a connection and nothing more, and bounds it", async () => {
  const port = await serve((socket) =>
    onFirstLine(socket, (line) => socket.pipe(socket.on("pipe", () => socket.write(`${line}|`))))
  )
  const socket = connect(port, "127.0.0.1")
  socket.write("127.0.0.1 5432\nrest")
  socket.end(" of it")
  expect(await allOf(socket)).toBe("127.0.0.1 5432|rest of it")
  const long = connect(port, "127.0.0.1")
  long.write("x".repeat(1_000))
  expect(await allOf(long)).toBe("")
})

const pair = async (answer: (socket: Socket) => void): Promise<number> => {
  const target = await serveHalfOpen(answer)
  return serveHalfOpen((socket) => join(socket, connect({ port: target, host: "127.0.0.1", ...HALF_OPEN })))
}

const serveHalfOpen = async (arrived: (socket: Socket) => void): Promise<number> => {
  const server = createServer(HALF_OPEN, arrived)
  servers.push(server)
  await listening(server, { port: 0, host: "127.0.0.1" })
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

it("joins two connections to the end of what is said, for a reader that is late and for one that has said all", async () => {
  const size = 4_000_000
  const late = await pair((socket) => socket.end(Buffer.alloc(size)))
  const reader = connect(late, "127.0.0.1")
  let got = 0
  reader.pause()
  await new Promise((done) => reader.once("readable", done))
  const whole = new Promise((done) => reader.on("close", done))
  reader.on("data", (bytes) => {
    got += bytes.length
  })
  reader.resume()
  await whole
  expect(got).toBe(size)
  const echo = await pair((socket) => socket.pipe(socket))
  const asks = connect({ port: echo, host: "127.0.0.1", ...HALF_OPEN })
  asks.end("said all")
  expect(await allOf(asks)).toBe("said all")
})

it("survives what a program writes to its bridge", async () => {
  const folder = mkdtempSync(pathOf(tmpdir(), "backlot-bridge-"))
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        yield* Bridge.open({ folder, outside: [], tell: () => {} })
        for (const line of [
          "127.0.0.1 99999",
          "udp 0",
          "example.com 443",
          "control\nnot json",
          'control\n{"inside":[0]}'
        ]) {
          const socket = connect(pathOf(folder, SOCKETS.outer))
          socket.write(`${line}\n`)
          expect(yield* Effect.promise(() => allOf(socket)), line).not.toMatch(/example/)
        }
      })
    )
  )
  rmSync(folder, { recursive: true })
})

it("says that the path of its socket is too long, so that another way is taken", async () => {
  const folder = pathOf(tmpdir(), "x".repeat(110))
  const failed = await Effect.runPromise(
    Effect.flip(Effect.scoped(Bridge.open({ folder, outside: [], tell: () => {} })))
  )
  expect(failed.message).toMatch(/^cannot be led by a namespace: its socket was not opened: .*Set TMPDIR/)
  const none = { folder: pathOf(tmpdir(), "no-such-folder"), outside: [], tell: () => {} }
  const other = await Effect.runPromise(Effect.flip(Effect.scoped(Bridge.open(none))))
  expect(other.message).toMatch(/its socket was not opened: .*listen/)
})

it("leaves room for the path of its socket in a long folder of temporary files", async () => {
  const own = await Effect.runPromise(Effect.scoped(privateFolder))
  expect(pathOf(own, SOCKETS.outer).length - tmpdir().length).toBeLessThanOrEqual(42)
  expect(SOCKETS.inner.length).toBe(SOCKETS.outer.length)
})

it("removes no folder that somebody else owns, and nothing that is no folder", async () => {
  const own = await Effect.runPromise(Effect.scoped(privateFolder))
  const [link, others] = ["-2147483646-", "-2147483645-"].map((id) => own.replace(`-${process.pid}-`, id))
  if (link === undefined || others === undefined) throw new Error("there are two")
  symlinkSync(tmpdir(), link)
  mkdirSync(others)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(others, 65_534, 65_534)
  const gone = await foldersOfGone()
  rmSync(link)
  rmSync(others, { recursive: true })
  expect([gone.includes(link), gone.includes(others)]).toEqual([false, !isRoot])
})

it("tells once through a proxy that a host is refused", async () => {
  const told: Array<string> = []
  const options = { front: 1, secure: 1, outside: [], trusted: {}, tell: (line: string) => told.push(line) }
  const statuses = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const variables: Readonly<Record<string, string | undefined>> = yield* OpenProxy.open(options)
        const { port } = new URL(variables["HTTPS_PROXY"] ?? "")
        const once = () => {
          const socket = connect(Number(port), "127.0.0.1")
          socket.write("CONNECT api.example.invalid:443 HTTP/1.1\r\nhost: api.example.invalid\r\n\r\n")
          return allOf(socket)
        }
        return yield* Effect.promise(() => Promise.all([once(), once()]))
      })
    )
  )
  expect(statuses).toEqual(Array(2).fill(expect.stringMatching(/^HTTP\/1\.1 403/)))
  expect(told).toHaveLength(1)
})

it("keeps its files in a folder of its own, which goes with the run, or at the next one if it was killed", async () => {
  const names = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const own = yield* privateFolder
        expect(existsSync(own)).toBe(true)
        // No system has a process of this number.
        const killed = own.replace(`-${process.pid}-`, "-2147483647-")
        mkdirSync(killed)
        const gone = yield* Effect.promise(foldersOfGone)
        expect(gone).toContain(killed)
        expect(gone).not.toContain(own)
        const next = yield* privateFolder
        expect([existsSync(killed), existsSync(own), existsSync(next)]).toEqual([false, true, true])
        return [own, next]
      })
    )
  )
  expect(names.map((name) => existsSync(name))).toEqual([false, false])
})

it.each([
  ["db.example", "db.example", undefined, [443, 80]],
  ["DB.example:5432", "db.example", 5432, [5432]],
  ["2001:db8::1", "2001:db8::1", undefined, [443, 80]],
  ["[2001:db8::1]:5432", "2001:db8::1", 5432, [5432]],
  ["*", "*", undefined, [443, 80]]
])("lets %s through", (text, host, port, ports) => {
  expect(outsideOf(text)).toEqual({ host, port })
  expect(portsOf({ host, port })).toEqual(ports)
})

it.each(["db.example:0", "db.example:99999", "[::1]:65536"])("lets %s through nowhere", (text) => {
  expect(outsideOf(text)).toBe(undefined)
})
