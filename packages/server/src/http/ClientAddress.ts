/**
 * The address of a client: that of its connection, or the one that a trusted proxy gives in `X-Forwarded-For`. Only limits by
 * address use it; rights never depend on it. Our choice: docs/choices.md "Rate limits".
 */
import { BlockList, isIP } from "node:net"
import { Context } from "effect"
import IpAddress from "ipaddr.js"
import type { Sent } from "./Sent.ts"

export type AddressOf = (request: Pick<Sent, "source" | "headers">) => string

const ofConnection: AddressOf = ({ source }) => source.socket.remoteAddress ?? ""

/** Without trusted proxies, the address of the connection. */
export const ClientAddress = Context.Reference<AddressOf>("@backlot/server/ClientAddress", {
  defaultValue: () => ofConnection
})

/** Names of blocks. Sources: RFC 1122 §3.2.1.3, RFC 1918, RFC 3927, RFC 4193, RFC 4291. */
const NAMED: Readonly<Record<string, ReadonlyArray<string>>> = {
  loopback: ["127.0.0.0/8", "::1"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"]
}

/** Whether a text is an IP address, a block like `10.0.0.0/8`, or the name of some. */
export const isBlock = (text: string): boolean =>
  Object.hasOwn(NAMED, text) ||
  isIP(text) !== 0 ||
  (isIP(text.split("/", 1).join()) !== 0 && IpAddress.isValidCIDR(text))

/** `proxies` are texts of which `isBlock` is true. */
export const clientAddress = (proxies: ReadonlyArray<string>): AddressOf => {
  if (proxies.length === 0) return ofConnection
  const isTrusted = memberOf(proxies)
  return (request) => {
    const peer = ofConnection(request)
    const known = plain(peer.split("%", 1).join())
    if (known === undefined || !isTrusted(known)) return known ?? peer
    return forwarded(request.headers["x-forwarded-for"], isTrusted) ?? known
  }
}

/** The last address that is not trusted, or the first if all are. Undefined when a proxy wrote something else there. */
const forwarded = (header: string | undefined, isTrusted: (address: string) => boolean): string | undefined => {
  let client: string | undefined
  // Each proxy adds the address of its peer at the end, so what a client makes up comes before its own address.
  for (const hop of (header ?? "").split(",").reverse()) {
    client = plain(hop.trim())
    if (client === undefined || !isTrusted(client)) return client
  }
  return client
}

/** One notation of each address; IPv4 in IPv6 is IPv4. A zone is refused. */
const plain = (text: string): string | undefined =>
  isIP(text) === 0 || text.includes("%") ? undefined : IpAddress.process(text).toString()

const memberOf = (proxies: ReadonlyArray<string>) => {
  const list = new BlockList()
  for (const block of proxies.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = "", bits] = block.split("/")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address: string): boolean => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")
