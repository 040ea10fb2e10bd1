/**
 * Leads what this Node process sends to the platform to a front of Backlot instead, and lets nothing else leave the machine.
 * TLS toward the platform becomes a plain connection, so no certificate is needed. Runs in the process of a program under
 * test, so it needs nothing but Node. Our choice: docs/choices.md "Interception".
 */
import dgram from "node:dgram"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import tls from "node:tls"
import { isPlatformHost } from "@backlot/domain/base/PlatformHosts"
import { leadChildren } from "./LeadChildren.ts"
import { waitUntilMirrored } from "./LeadListening.ts"
import { leadNames, PLATFORM_ADDRESS } from "./LeadNames.ts"
import { isNews, nothingLeaves } from "./Outside.ts"

export interface Leading {
  /** Of the front, on 127.0.0.1. */
  readonly port: number
  /** Hosts that are let through. `*` is every host but the platform's. */
  readonly outside: ReadonlyArray<string>
  /** Told once for each host that is refused. */
  readonly tell: (line: string) => void
  /** The option of Node that loads this into child processes. */
  readonly option?: string | undefined
  /** That of this process, which threads have without one of their own. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** In a namespace: the file that names the ports which are there outside of it too. */
  readonly mirrored?: string | undefined
  /** Whether programs that do not run on Node are told, because nothing holds them back. */
  readonly tellsOthers?: boolean
}

interface Led extends Leading {
  /** Hosts that were told. */
  readonly told: Set<string>
}

/** Of several the last one leads. A thread has its own. */
const stack: Array<Led> = []

/** Leads from now on; the returned function ends that. */
export const leadAway = (leading: Leading): (() => void) => {
  const led = { ...leading, told: new Set<string>() }
  stack.push(led)
  install()
  return () => {
    const at = stack.indexOf(led)
    if (at >= 0) stack.splice(at, 1)
    if (stack.length === 0) restore()
  }
}

type Way = "in" | "front" | "out"

const wayTo = (host: string): Way => {
  const led = stack.at(-1)
  if (led === undefined) return "in"
  if (isPlatformHost(host) || host === PLATFORM_ADDRESS) return "front"
  return led.outside.some((one) => one === "*" || one.toLowerCase() === host) || isInside(host) ? "in" : "out"
}

const tellOnce = (about: string, message: string): void => {
  const led = stack.at(-1)
  if (led !== undefined && isNews(led.told, about)) led.tell(message)
}

const refusal = (host: string, port: unknown): Error => {
  const at = port === undefined ? host : `${host}:${port}`
  const message = nothingLeaves(`the connection to ${at} was refused`, host)
  tellOnce(host, message)
  return Object.assign(new Error(message), { code: "ECONNREFUSED", syscall: "connect", address: host })
}

const nameRefusal = (host: string): Error => {
  const message = nothingLeaves(`${host} was not found`, host)
  tellOnce(host, message)
  return new Error(message)
}

/** A program that speaks nothing else. */
const ONLY_HTTP2 = "HTTP/2 was refused: Backlot speaks HTTP/1.1"

/** Connections to a front. */
const ledHere = new WeakSet<net.Socket>()

/** A program may keep what it found here: without somebody who leads it does nothing. */
const install = (): void => {
  replace(
    net.Socket.prototype,
    "connect",
    (connect) =>
      function (this: net.Socket, ...given) {
        const { options, done } = targetOf(given)
        const host = nameOf(options.host)
        const way = typeof options.path === "string" ? "in" : wayTo(host)
        if (way === "in") return Reflect.apply(connect, this, given)
        if (way === "front") {
          // What finds the address or names the family belongs to the other host.
          const { lookup: _, family: __, localAddress: ___, ...rest } = options
          const port = stack.at(-1)?.port
          ledHere.add(this)
          return Reflect.apply(connect, this, [{ ...rest, host: "127.0.0.1", port }, done])
        }
        const error = refusal(host, options.port)
        process.nextTick(() => this.destroy(error))
        return this
      }
  )
  replace(tls, "connect", (connect) => (...given) => {
    const { options, done } = targetOf(given)
    const host = [options.servername, options.host].map(nameOf).find((name) => wayTo(name) === "front")
    if (host === undefined) return Reflect.apply(connect, tls, given)
    const { socket, path: _, lookup: __, servername: ___, ...rest } = options
    if (socket instanceof net.Socket && ledHere.has(socket)) return dressed(socket, done)
    // Through a proxy it would leave, and in plain.
    if (socket instanceof net.Socket) socket.destroy()
    if (isOnlyHttp2(rest["ALPNProtocols"])) {
      tellOnce(ONLY_HTTP2, `${ONLY_HTTP2} (${host})`)
      const ended = new net.Socket()
      process.nextTick(() => ended.destroy(Object.assign(new Error(ONLY_HTTP2), { code: "ECONNREFUSED" })))
      return ended
    }
    return dressed(net.connect({ ...rest, host, port: 443 }), done)
  })
  leadNames({ replace, wayTo, refusal: nameRefusal })
  replace(
    net.Server.prototype,
    "listen",
    (listen) =>
      function (this: net.Server, ...given) {
        const file = stack.at(-1)?.mirrored
        // Before the program is told that it listens.
        if (file !== undefined) this.prependOnceListener("listening", () => waitUntilMirrored(this.address(), file))
        return Reflect.apply(listen, this, given)
      }
  )
  for (const name of ["send", "connect"]) {
    replace(
      dgram.Socket.prototype,
      name,
      (method) =>
        function (this: dgram.Socket, ...given) {
          const address = given.find((one, at) => at > 0 && typeof one === "string")
          const host = nameOf(address)
          if (address === undefined || wayTo(host) === "in") return Reflect.apply(method, this, given)
          const done = callbackIn(given)
          const error = refusal(host, undefined)
          process.nextTick(() => (done === undefined ? this.emit("error", error) : done(error)))
          return undefined
        }
    )
  }
  leadChildren({
    replace,
    option: () => stack.at(-1)?.option,
    environment: () => stack.at(-1)?.environment,
    tells: () => stack.at(-1)?.tellsOthers === true,
    started: (program) => tellOnce(`started ${program}`, notHeld(program))
  })
  syncBuiltinESMExports()
}

const notHeld = (program: string): string =>
  `${program} was started, which does not run on Node: it is not led, and what it sends is not held back. --intercept=namespace does both, on Linux`

/** As `node:http2` asks, which cannot go on with less. */
const isOnlyHttp2 = (protocols: unknown): boolean =>
  Array.isArray(protocols) && protocols.length === 1 && protocols[0] === "h2"

type Method = (...given: ReadonlyArray<unknown>) => unknown

const replace = (
  holder: object,
  name: string,
  by: (method: Method) => (this: never, ...given: ReadonlyArray<unknown>) => unknown
): void => {
  if (replaced.some((one) => one.holder === holder && one.name === name)) return
  const before: Method = Reflect.get(holder, name)
  const own = by(before)
  // `util.promisify` finds its own version there.
  for (const key of Object.getOwnPropertySymbols(before)) {
    Object.defineProperty(own, key, Object.getOwnPropertyDescriptor(before, key) ?? {})
  }
  Reflect.set(holder, name, own)
  replaced.push({ holder, name, own, before })
}

const replaced: Array<{
  readonly holder: object
  readonly name: string
  readonly own: unknown
  readonly before: Method
}> = []

/** What somebody else has replaced since then stays. */
const restore = (): void => {
  for (const one of [...replaced]) {
    if (Reflect.get(one.holder, one.name) !== one.own) continue
    Reflect.set(one.holder, one.name, one.before)
    replaced.splice(replaced.indexOf(one), 1)
  }
  syncBuiltinESMExports()
}

interface Target {
  readonly host?: unknown
  readonly port?: unknown
  readonly path?: unknown
  readonly servername?: unknown
  readonly socket?: unknown
  readonly [name: string]: unknown
}

/** The last function. Node 16 has no `findLast`. */
const callbackIn = (given: ReadonlyArray<unknown>): Method | undefined =>
  given.filter((one): one is Method => typeof one === "function").at(-1)

/** Node takes options, a port and a host, or a path; its own calls bring options and callback in a list. */
const targetOf = (given: ReadonlyArray<unknown>): { readonly options: Target; readonly done: Method | undefined } => {
  const list = Array.isArray(given[0]) ? given[0] : given
  const [first, second, third] = list
  const done = callbackIn(list)
  if (typeof first === "object" && first !== null) return { options: first, done }
  if (typeof first === "string" && !/^\d+$/.test(first)) return { options: { path: first }, done }
  const more = [second, third].find((one) => typeof one === "object" && one !== null)
  return { options: { port: first, host: typeof second === "string" ? second : undefined, ...more }, done }
}

const nameOf = (host: unknown): string =>
  typeof host === "string" && host !== "" ? host.toLowerCase().replace(/\.$/, "") : "localhost"

const isInside = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || LOOPBACK.test(host) || INSIDE.has(host)

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
const INSIDE: ReadonlySet<string> = new Set(["::1", "0.0.0.0", "::", "[::1]"])

/** A plain connection that looks like one of TLS. */
const dressed = (socket: net.Socket, done: Method | undefined): net.Socket => {
  const secure = () => {
    socket.emit("secureConnect")
    done?.()
  }
  if (socket.connecting) socket.once("connect", secure)
  else process.nextTick(secure)
  return Object.assign(socket, {
    encrypted: true,
    authorized: true,
    authorizationError: null,
    alpnProtocol: false,
    getCipher: () => ({ name: "TLS_AES_128_GCM_SHA256", standardName: "TLS_AES_128_GCM_SHA256", version: "TLSv1.3" }),
    getProtocol: () => "TLSv1.3",
    getPeerCertificate: () => ({}),
    getSession: () => undefined,
    isSessionReused: () => false,
    disableRenegotiation: () => undefined
  })
}
