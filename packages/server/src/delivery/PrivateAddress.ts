/** The addresses that `--no-private-endpoints` refuses: loopback, private, link-local, shared and reserved ranges. */
import * as Dns from "node:dns"
import * as Net from "node:net"

const RANGES: ReadonlyArray<readonly [address: string, prefix: number, family: "ipv4" | "ipv6"]> = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["::", 127, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"]
]

const blocked = new Net.BlockList()
for (const [address, prefix, family] of RANGES) blocked.addSubnet(address, prefix, family)

/** True for a literal address in a refused range. `publicLookup` checks names. */
export const isPrivate = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, "")
  const family = Net.isIP(address)
  return family !== 0 && blocked.check(address, family === 4 ? "ipv4" : "ipv6")
}

export class ForbiddenAddress extends Error {}

/** A DNS lookup that fails if a name resolves to a refused address. The connection uses the address that was checked. */
export const publicLookup: Net.LookupFunction = (hostname, options, callback) => {
  Dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 4)
    const refused = addresses.find(({ address }) => isPrivate(address))
    const [chosen] = addresses
    if (refused !== undefined || chosen === undefined) {
      return callback(new ForbiddenAddress(`${hostname} leads to a private address`), "", 4)
    }
    // node:http asks for one address or for all.
    return options.all === true ? callback(null, addresses) : callback(null, chosen.address, chosen.family)
  })
}
