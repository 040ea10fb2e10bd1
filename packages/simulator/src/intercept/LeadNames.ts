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

/** Every one that takes a name or an address first and calls back, or has a promise for it. Newer versions of Node have more. */
const METHODS = Object.getOwnPropertyNames(dns).filter((name) => /^(?:lookup|resolve|reverse)/.test(name))
/** They ask for the name of an address. */
const BACKWARD: ReadonlySet<string> = new Set(["reverse", "lookupService"])

export const leadNames = ({ replace, wayTo, refusal }: Naming): void => {
  const answer = (name: string, host: string, given: ReadonlyArray<unknown>): unknown => {
    const about = { syscall: name, hostname: host }
    if (wayTo(nameIn(host)) === "out") throw Object.assign(refusal(nameIn(host)), { code: "ENOTFOUND", ...about })
    const [, options] = given
    if (name === "lookup") {
      const one = { address: PLATFORM_ADDRESS, family: 4 }
      return fieldOf(options, "all") === true ? [one] : one
    }
    if (name === "resolveAny") return [{ type: "A", address: PLATFORM_ADDRESS, ttl: 60 }]
    if (name !== "resolve4" && (name !== "resolve" || ![undefined, "A"].includes(wordOf(options)))) {
      throw Object.assign(new Error(`${name} ENODATA ${host}`), { code: "ENODATA", ...about })
    }
    return [fieldOf(options, "ttl") === true ? { address: PLATFORM_ADDRESS, ttl: 60 } : PLATFORM_ADDRESS]
  }
  const isOurs = (name: string, host: unknown): host is string =>
    typeof host === "string" && (isIP(host) === 0 || BACKWARD.has(name)) && wayTo(nameIn(host)) !== "in"
  /** `ours` answers in place of a name server, unless it gives undefined. */
  const lead = (
    holders: ReadonlyArray<object>,
    name: string,
    ours: (host: string, given: ReadonlyArray<unknown>) => unknown
  ): void => {
    for (const holder of holders.filter((one) => name in one))
      replace(
        holder,
        name,
        (method) =>
          function (this: unknown, ...given) {
            const [host] = given
            const own = isOurs(name, host) ? ours(host, given) : undefined
            return own ?? Reflect.apply(method, this, given)
          }
      )
  }
  for (const name of METHODS) {
    lead([dns, dns.Resolver.prototype], name, (host, given) => {
      const done = given.at(-1)
      if (typeof done !== "function") return undefined
      const [error, value] = attempt(() => answer(name, host, given))
      const single = name === "lookup" && error === null && !Array.isArray(value)
      const values = single ? [fieldOf(value, "address"), fieldOf(value, "family")] : [value]
      process.nextTick(() => done(error, ...(error === null ? values : [])))
      return {}
    })
    lead(
      [dns.promises, dns.promises.Resolver.prototype],
      name,
      (host, given) => new Promise((resolve) => resolve(answer(name, host, given)))
    )
  }
}

/** In front of a host there may be a service, as in `_mongodb._tcp.db.example`. Source: RFC 2782. */
const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^(?:_[^.]*\.)+/, "")

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
