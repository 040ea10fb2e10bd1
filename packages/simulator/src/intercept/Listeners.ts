/** The ports of this machine on which somebody listens for programs of the same machine, as Linux tells them. */
import { readFileSync } from "node:fs"

/** States of sockets that wait for anybody. Source: proc_net_tcp of the kernel's documentation. */
const STATE = { tcp: "0A", udp: "07" } as const

/** 0.0.0.0, 127.0.0.1, :: and ::1, as the kernel writes them; the first and the third are for other machines too. */
const REACHED = {
  here: /^(?:00000000|0100007F|0{32}|0{24}01000000):([0-9A-F]{4})$/,
  everywhere: /^(?:00000000|0{32}):([0-9A-F]{4})$/
} as const

/** At most this many, the lowest ones. */
const PORTS = 64

interface Wanted {
  readonly kind?: keyof typeof STATE
  readonly reached?: keyof typeof REACHED
  /** Those that it leaves out do not count. */
  readonly among?: (port: number) => boolean
}

export const listeners = ({
  kind = "tcp",
  reached = "here",
  among = () => true
}: Wanted = {}): ReadonlyArray<number> => {
  const found = new Set<number>()
  for (const file of [`/proc/self/net/${kind}`, `/proc/self/net/${kind}6`]) {
    for (const line of textOf(file).split("\n")) {
      const [, local = "", , state] = line.trim().split(/\s+/)
      const port = state === STATE[kind] ? REACHED[reached].exec(local)?.[1] : undefined
      if (port !== undefined) found.add(Number.parseInt(port, 16))
    }
  }
  return [...found]
    .filter(among)
    .sort((a, b) => a - b)
    .slice(0, PORTS)
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "latin1")
  } catch {
    return ""
  }
}
