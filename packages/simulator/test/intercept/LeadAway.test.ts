/** What this process sends to the platform comes to a front; nothing else leaves. */
import dgram from "node:dgram"
import dns from "node:dns"
import http from "node:http"
import http2 from "node:http2"
import https from "node:https"
import net, { type AddressInfo } from "node:net"
import tls from "node:tls"
import { promisify } from "node:util"
import { Agent, request } from "undici"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { leadAway } from "../../src/intercept/LeadAway.ts"

const front = http.createServer((request, response) => response.end(`${request.headers.host} ${request.url}`))
let end: () => void
const untouched = net.Socket.prototype.connect
let told: Array<string> = []
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve))
  port = (front.address() as AddressInfo).port
})

beforeEach(() => {
  told = []
  end = leadAway({ port, outside: ["let.example.invalid"], tell: (line) => told.push(line) })
  return end
})

afterAll(() => {
  front.closeAllConnections()
  front.close()
})

/** Where a connection is left to the system: it would ask for the address, and is told that there is none. */
const lookup: net.LookupFunction = (host, _, done) => done(new Error(`asked for ${host}`), "")

/** The text of the answer, or the message of the error. */
const got = (of: typeof http | typeof https, url: string): Promise<string> =>
  new Promise((resolve) => {
    const request = of.get(url, { agent: false, lookup }, (response) => {
      let text = ""
      response.on("data", (part) => {
        text += part
      })
      response.on("end", () => resolve(text))
    })
    request.on("error", ({ message }) => resolve(message))
  })

it.each([
  "https://discord.com/pages/v10/gateway",
  "https://canary.discord.com/pages/users/@me",
  "https://discordapp.com/pages/gateway",
  "https://cdn.discordapp.com/embed/avatars/0.png",
  "https://media.discordapp.net/attachments/1/2/a.png?width=1",
  "https://gateway-us-east1-b.discord.gg/",
  "https://DISCORD.com./pages"
])("%s comes to the front by TLS and by fetch", async (url) => {
  const { host, pathname, search } = new URL(url)
  expect(await got(https, url)).toBe(`${host} ${pathname}${search}`)
  expect(await (await fetch(url)).text()).toBe(`${host} ${pathname}${search}`)
})

it("comes to the front without TLS too", async () => {
  expect(await got(http, "http://discord.com/api")).toBe("discord.com /api")
})

it("looks like a connection of TLS", async () => {
  const socket = tls.connect({ host: "gateway.discord.gg", port: 443 })
  await new Promise((resolve) => socket.once("secureConnect", resolve))
  expect(socket).toMatchObject({ encrypted: true, authorized: true, alpnProtocol: false })
  expect(socket.getProtocol()).toBe("TLSv1.3")
  socket.destroy()
})

it("takes every form of arguments", async () => {
  const connected = (socket: net.Socket) =>
    new Promise<number | undefined>((resolve, reject) => {
      socket.once("connect", () => resolve(socket.remotePort))
      socket.once("error", reject)
    }).finally(() => socket.destroy())
  expect(await connected(net.connect(443, "discord.com"))).toBe(port)
  expect(await connected(net.connect({ port: 443, host: "discord.com" }))).toBe(port)
  expect(await connected(new net.Socket().connect(443, "discord.com"))).toBe(port)
  expect(await connected(tls.connect(443, "discord.com"))).toBe(port)
  expect(await connected(tls.connect(443, { host: "discord.com" }))).toBe(port)
})

it("gives no plain text to a proxy, on whatever connection TLS was to begin", async () => {
  const got: Array<string> = []
  const proxy = net.createServer((socket) => socket.on("data", (data) => got.push(String(data))))
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const through = net.connect((proxy.address() as AddressInfo).port, "127.0.0.1")
  await new Promise((resolve) => through.once("connect", resolve))
  const socket = tls.connect({ socket: through, servername: "discord.com" })
  await new Promise((resolve) => socket.once("secureConnect", resolve))
  expect(socket.remotePort).toBe(port)
  expect(through.destroyed).toBe(true)
  socket.destroy()
  proxy.close()
  expect(got).toEqual([])
})

it("does without what Node 16 lacks", async () => {
  const newer = ["findLast", "findLastIndex", "toSorted"].map((name) => ({
    name,
    own: Object.getOwnPropertyDescriptor(Array.prototype, name) ?? {}
  }))
  for (const { name } of newer) Reflect.deleteProperty(Array.prototype, name)
  const answers = await Promise.all([got(https, "https://discord.com/x"), got(https, "https://api.example.invalid/")])
  for (const { name, own } of newer) Object.defineProperty(Array.prototype, name, own)
  expect(answers).toEqual(["discord.com /x", expect.stringContaining("was refused")])
})

it("takes a connection that was made toward the platform before TLS", async () => {
  const socket = tls.connect({ socket: net.connect(443, "discord.com"), servername: "discord.com" })
  await new Promise((resolve) => socket.once("secureConnect", resolve))
  expect(socket.remotePort).toBe(port)
  socket.destroy()
})

it("refuses what would leave, and tells it once for each host", async () => {
  const refused =
    "Nothing leaves this machine under --intercept: the connection to api.example.invalid:443 was refused. To let it " +
    "through: --outside api.example.invalid"
  expect(await got(https, "https://api.example.invalid/")).toBe(refused)
  expect(await got(https, "https://api.example.invalid/again")).toBe(refused)
  const failed = await fetch("https://api.example.invalid/").catch((error) => error.cause)
  expect(failed).toMatchObject({ message: refused, code: "ECONNREFUSED" })
  expect(told).toEqual([refused])
})

it.each(["notdiscord.com", "discord.com.example.invalid", "10.0.0.1", "192.0.2.1", "2001:db8::1"])(
  "%s is none of the platform's names, and is refused",
  async (host) => {
    const name = host.includes(":") ? `[${host}]` : host
    expect(await got(http, `http://${name}:81/`)).toContain(`the connection to ${host}:81 was refused`)
  }
)

it("lets hosts through that are named, and this machine", async () => {
  expect(await got(http, "http://let.example.invalid/")).toBe("asked for let.example.invalid")
  expect(await got(http, `http://127.0.0.1:${port}/here`)).toBe(`127.0.0.1:${port} /here`)
  expect(await got(http, "http://localhost/")).toBe("asked for localhost")
  expect(told).toEqual([])
})

it("gives the platform's names an address that leads to the front, whoever asks", async () => {
  const { address } = await dns.promises.lookup("discord.com")
  expect(await promisify(dns.lookup)("gateway.discord.gg")).toEqual({ address, family: 4 })
  expect(await dns.promises.lookup("discord.com", { all: true })).toEqual([{ address, family: 4 }])
  expect(await dns.promises.resolve4("cdn.discordapp.com")).toEqual([address])
  expect(await new dns.promises.Resolver().resolve("discord.com")).toEqual([address])
  expect(await promisify(dns.resolve)("discord.com")).toEqual([address])
  await expect(dns.promises.resolve6("discord.com")).rejects.toMatchObject({ code: "ENODATA" })
  expect(await got(https, `https://${address}/by-address`)).toBe(`${address} /by-address`)
})

it("finds no other name, and tells it once", async () => {
  for (const asked of [
    dns.promises.lookup("api.example.invalid"),
    dns.promises.resolve4("api.example.invalid"),
    promisify(dns.lookup)("api.example.invalid"),
    promisify(dns.resolveAny)("api.example.invalid")
  ])
    await expect(asked).rejects.toMatchObject({ code: "ENOTFOUND", hostname: "api.example.invalid" })
  expect(told).toEqual([expect.stringContaining("api.example.invalid was not found. To let it through: --outside")])
  expect(await dns.promises.lookup("127.0.0.1")).toEqual({ address: "127.0.0.1", family: 4 })
})

const asked = (holder: object, name: string, host: string): Promise<unknown> => {
  const method: unknown = Reflect.get(holder, name)
  if (typeof method !== "function") throw new Error(`there is no ${name}`)
  const more = name === "lookupService" ? [443] : []
  const isPromised = holder === dns.promises || holder instanceof dns.promises.Resolver
  if (isPromised) return Promise.resolve(Reflect.apply(method, holder, [host, ...more]))
  return new Promise((resolve, reject) =>
    Reflect.apply(method, holder, [
      host,
      ...more,
      (error: Error | null, value: unknown) => (error === null ? resolve(value) : reject(error))
    ])
  )
}

it.each(Object.keys(dns).filter((name) => /^(?:lookup|resolve|reverse)/.test(name)))(
  "%s asks no name server outside, in each of its forms",
  async (name) => {
    const isBackward = name === "reverse" || name === "lookupService"
    const holders = [dns, dns.promises, new dns.Resolver(), new dns.promises.Resolver()].filter((one) => name in one)
    expect(holders.length).toBeGreaterThanOrEqual(2)
    const outside = isBackward ? "192.0.2.1" : "api.example.invalid"
    for (const holder of holders) {
      const refused = { code: "ENOTFOUND", syscall: name, hostname: outside }
      await expect(asked(holder, name, outside)).rejects.toMatchObject(refused)
      if (/^resolve6|^resolve[B-Z]|^reverse|^lookupS/.test(name))
        await expect(asked(holder, name, isBackward ? "127.77.77.77" : "discord.com")).rejects.toMatchObject({
          code: "ENODATA"
        })
    }
    expect(told).toEqual([expect.stringContaining(`${outside} was not found`)])
  }
)

it("names the host that a service belongs to", async () => {
  const srv = "_mongodb._tcp.cluster.example.invalid"
  await expect(dns.promises.resolveSrv(srv)).rejects.toMatchObject({ code: "ENOTFOUND", hostname: srv })
  expect(told).toEqual([expect.stringMatching(/: cluster\.example\.invalid was not found.*--outside cluster\.example/)])
})

it("refuses a program that speaks HTTP/2 alone, in words, and leads one that may speak both", async () => {
  const session = http2.connect("https://discord.com")
  const { message } = await new Promise<Error>((resolve) => session.once("error", resolve))
  expect(message).toBe("HTTP/2 was refused: Backlot speaks HTTP/1.1")
  expect(told).toEqual(["HTTP/2 was refused: Backlot speaks HTTP/1.1 (discord.com)"])
  const socket = tls.connect({ host: "discord.com", port: 443, ALPNProtocols: ["h2", "http/1.1"] })
  await new Promise((resolve) => socket.once("secureConnect", resolve))
  expect([socket.remotePort, socket.alpnProtocol]).toEqual([port, false])
  socket.destroy()
  const agent = new Agent({ allowH2: true })
  const answer = await request("https://discord.com/both", { dispatcher: agent })
  expect(await answer.body.text()).toBe("discord.com /both")
  await agent.close()
})

it("refuses UDP that would leave", async () => {
  const socket = dgram.createSocket("udp4")
  const error = await new Promise<Error | null>((resolve) => socket.send("x", 53, "192.0.2.1", resolve))
  expect(error?.message).toContain("the connection to 192.0.2.1 was refused")
  const inside = await new Promise<Error | null>((resolve) => socket.send("x", port, "127.0.0.1", resolve))
  expect(inside).toBeNull()
  socket.close()
})

it("leads no longer when it has ended; of several the last one leads", async () => {
  const other = http.createServer((_, response) => response.end("other"))
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  const endOther = leadAway({ port: (other.address() as AddressInfo).port, outside: [], tell: () => {} })
  expect(await got(https, "https://discord.com/x")).toBe("other")
  endOther()
  endOther()
  expect(await got(https, "https://discord.com/x")).toBe("discord.com /x")
  end()
  expect(net.Socket.prototype.connect).toBe(untouched)
  expect(await got(http, "http://discord.com/x")).toBe("asked for discord.com")
  expect(await got(https, "https://api.example.invalid/")).toBe("asked for api.example.invalid")
  other.closeAllConnections()
  other.close()
})
