/** Hosts that a program under test may reach besides: `--outside HOST`, `HOST:PORT` or `[ADDRESS]:PORT`. */
export interface Outside {
  /** In lower case, without brackets. `*` is every one but the platform's. */
  readonly host: string
  /** Undefined if none is named. */
  readonly port: number | undefined
}

/** Undefined if the port is not between 1 and 65535. */
export const outsideOf = (text: string): Outside | undefined => {
  // An address of IPv6 has more than one colon, and brackets when a port follows.
  const [, inside, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,9}))?$/.exec(text) ?? []
  const number = port === undefined ? undefined : Number(port)
  if (number !== undefined && !isPort(number)) return undefined
  return { host: (inside ?? plain ?? text).toLowerCase(), port: number }
}

export const isPort = (port: number): boolean => port > 0 && port < 65_536

/** What a program is told when it would leave the machine. */
export const nothingLeaves = (what: string, host: string): string =>
  `Nothing leaves this machine under --intercept: ${what}. To let it through: --outside ${host}`

/** Hosts that are remembered as told. */
const TOLD = 100

/** True for what was not told before. A program that asks for ever new hosts is told of the first ones alone. */
export const isNews = (told: Set<string>, about: string): boolean => {
  if (told.has(about) || told.size >= TOLD) return false
  told.add(about)
  return true
}

/** The ports of a host that names none: of https and http. */
export const portsOf = ({ port }: Outside): ReadonlyArray<number> => (port === undefined ? [443, 80] : [port])
