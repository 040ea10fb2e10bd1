/**
 * The addresses that `--no-private-endpoints` refuses: all but the public unicast ones. The ranges are those of ipaddr.js,
 * which follows the registries of special addresses. Our choice: docs/choices.md "Interactions".
 */
import * as Dns from "node:dns"
import * as Net from "node:net"
import IpAddress from "ipaddr.js"

/** The only part of IPv6 from which public addresses are given out (RFC 4291, section 2.5.4). */
const globalUnicast = () => IpAddress.parseCIDR("2000::/3")

const isPublic = (text: string): boolean => {
  if (!IpAddress.isValid(text)) return false
  // An IPv4-mapped address is dialled as the IPv4 address in it.
  const address = IpAddress.process(text)
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(globalUnicast()))
}

/** True for a literal address that is not public. `judgedLookup` judges what a name leads to. */
export const isPrivate = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, "")
  return Net.isIP(address) !== 0 && !isPublic(address)
}

export class ForbiddenAddress extends Error {}

/** How names become addresses, and which addresses are refused. */
export interface AddressRules {
  readonly resolve: (
    hostname: string,
    options: Dns.LookupAllOptions,
    answer: (error: NodeJS.ErrnoException | null, addresses: Array<Dns.LookupAddress>) => void
  ) => void
  readonly isPrivate: (address: string) => boolean
}

export const ADDRESS_RULES: AddressRules = { resolve: Dns.lookup, isPrivate }

/**
 * A lookup that fails if a name leads to a refused address. It asks once for each connection, and the connection dials
 * what was judged: a second answer of the resolver would be another one for a rebinding name.
 */
export const judgedLookup =
  ({ resolve, isPrivate }: AddressRules): Net.LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 4)
      const refused = addresses.find(({ address }) => Net.isIP(address) === 0 || isPrivate(address))
      const [chosen] = addresses
      if (refused !== undefined || chosen === undefined) {
        return callback(new ForbiddenAddress(`${hostname} leads to a private address`), "", 4)
      }
      // node:http asks for one address or for all.
      return options.all === true ? callback(null, addresses) : callback(null, chosen.address, chosen.family)
    })
  }
