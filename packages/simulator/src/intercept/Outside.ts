/** Hosts that a program under test may reach besides: `--outside HOST`, `HOST:PORT` or `[ADDRESS]:PORT`. */
export interface Outside {
  /** In lower case, without brackets. `*` is every one but the platform's. */
  readonly host: string
  /** Undefined if none is named. */
  readonly port: number | undefined
}

export const outsideOf = (text: string): Outside => {
  // An address of IPv6 has more than one colon, and brackets when a port follows.
  const [, inside, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const number = port === undefined ? undefined : Number(port)
  return { host: (inside ?? plain ?? text).toLowerCase(), port: isPort(number) ? number : undefined }
}

export const isPort = (port: number | undefined): port is number => port !== undefined && port > 0 && port < 65_536

/** The ports of a host that names none: of https and http. */
export const portsOf = ({ port }: Outside): ReadonlyArray<number> => (port === undefined ? [443, 80] : [port])
