/** Names that a program asks `node:dns` for: the platform's have an address that leads to the front, others that would leave have none. */
import dns from "node:dns"
import { isIP } from "node:net"

/** Nobody else's, of this machine: who connects to it meant the platform. */
export const PLATFORM_ADDRESS = "127.77.77.77"

type Method = (...given: ReadonlyArray<unknown>) => unknown

export interface Naming {
  readonly replace: (holder: object, name: string, by: (method: Method) => Method) => void
  /** `front`: the platform; `out`: it would leave; `in`: the system knows. */
  readonly wayTo: (host: string) => "in" | "front" | "out"
  /** The error of a name that would leave. */
  readonly refusal: (host: string) => Error
}

/** Every one that takes a name first and calls back, or has a promise for it. */
const METHODS = ["lookup", "resolve", "resolve4", "resolve6", "resolveAny"]

export const leadNames = ({ replace, wayTo, refusal }: Naming): void => {
  const answer = (name: string, host: string, given: ReadonlyArray<unknown>): unknown => {
    if (wayTo(host) === "out") throw Object.assign(refusal(host), { code: "ENOTFOUND", syscall: name, hostname: host })
    const [, options] = given
    if (name === "lookup") {
      const one = { address: PLATFORM_ADDRESS, family: 4 }
      return fieldOf(options, "all") === true ? [one] : one
    }
    if (name === "resolveAny") return [{ type: "A", address: PLATFORM_ADDRESS, ttl: 60 }]
    if (name === "resolve6" || (name === "resolve" && ![undefined, "A"].includes(wordOf(options)))) {
      throw Object.assign(new Error(`${name} ENODATA ${host}`), { code: "ENODATA", syscall: name, hostname: host })
    }
    return [fieldOf(options, "ttl") === true ? { address: PLATFORM_ADDRESS, ttl: 60 } : PLATFORM_ADDRESS]
  }
  const isOurs = (host: unknown): host is string =>
    typeof host === "string" && isIP(host) === 0 && wayTo(nameIn(host)) !== "in"
  for (const name of METHODS) {
    for (const holder of [dns, dns.Resolver.prototype].filter((one) => name in one)) {
      replace(
        holder,
        name,
        (method) =>
          function (this: unknown, ...given) {
            const [host] = given
            const done = given.at(-1)
            if (!isOurs(host) || typeof done !== "function") return Reflect.apply(method, this, given)
            const [error, value] = attempt(() => answer(name, nameIn(host), given))
            const single = name === "lookup" && error === null && !Array.isArray(value)
            const values = single ? [fieldOf(value, "address"), fieldOf(value, "family")] : [value]
            process.nextTick(() => done(error, ...(error === null ? values : [])))
            return {}
          }
      )
    }
    for (const holder of [dns.promises, dns.promises.Resolver.prototype].filter((one) => name in one)) {
      replace(
        holder,
        name,
        (method) =>
          function (this: unknown, ...given) {
            const [host] = given
            if (!isOurs(host)) return Reflect.apply(method, this, given)
            return new Promise((resolve) => resolve(answer(name, nameIn(host), given)))
          }
      )
    }
  }
}

const nameIn = (host: string): string => host.toLowerCase().replace(/\.$/, "")

const attempt = (make: () => unknown): readonly [error: unknown, value: unknown] => {
  try {
    return [null, make()]
  } catch (error) {
    return [error, undefined]
  }
}

const fieldOf = (holder: unknown, name: string): unknown =>
  typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined

const wordOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
