/** Hosts that a program under test may reach besides: `--outside HOST` or `HOST:PORT`. */
export interface Outside {
  /** In lower case. `*` is every one but the platform's. */
  readonly host: string
  /** Undefined if none is named. */
  readonly port: number | undefined
}

export const outsideOf = (text: string): Outside => {
  const [, host = text, port] = /^(.+?):(\d{1,5})$/.exec(text) ?? []
  return { host: host.toLowerCase(), port: port === undefined ? undefined : Number(port) }
}

/** The ports of a host that names none: of https and http. */
export const portsOf = ({ port }: Outside): ReadonlyArray<number> => (port === undefined ? [443, 80] : [port])
