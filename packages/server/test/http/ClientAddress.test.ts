/** Which address a request counts as, behind proxies and without. */
import type { IncomingMessage } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { clientAddress, isBlock } from "../../src/http/ClientAddress.ts"

const addressOf = (proxies: ReadonlyArray<string>, remoteAddress: string, forwarded?: string) =>
  clientAddress(proxies)({
    // Of a request, the address is read and nothing else.
    source: { socket: { remoteAddress } } as IncomingMessage,
    headers: { "x-forwarded-for": forwarded }
  })

describe("the address of a client", () => {
  const PROXY = "10.0.0.1"
  it.each<[what: string, proxies: ReadonlyArray<string>, peer: string, forwarded: string | undefined, client: string]>([
    ["is that of the connection without trusted proxies", [], PROXY, "192.0.2.1", PROXY],
    ["is that of the connection when it is no trusted proxy", [PROXY], "10.0.0.2", "192.0.2.1", "10.0.0.2"],
    ["is that of the proxy when it says nothing", [PROXY], PROXY, undefined, PROXY],
    ["is what a trusted proxy says", [PROXY], PROXY, "192.0.2.1", "192.0.2.1"],
    ["is what a proxy of a trusted block says", ["10.0.0.0/8"], PROXY, "192.0.2.1", "192.0.2.1"],
    ["is what a proxy on this machine says", ["loopback"], "::1", "192.0.2.1", "192.0.2.1"],
    ["is what a proxy of the inner network says", ["private"], "192.168.3.4", "2001:db8::1", "2001:db8::1"],
    ["is the last one, because a client can make up those before", [PROXY], PROXY, "8.8.8.8, 192.0.2.1", "192.0.2.1"],
    ["is before proxies that are trusted too", ["10.0.0.0/8"], PROXY, "8.8.8.8,192.0.2.1, 10.0.0.9", "192.0.2.1"],
    ["is the first one when all are trusted", ["10.0.0.0/8"], PROXY, "10.1.1.1, 10.0.0.9", "10.1.1.1"],
    ["has one notation", [PROXY], PROXY, "2001:DB8:0::1", "2001:db8::1"],
    ["has that of IPv4 when it comes in IPv6", [PROXY], `::ffff:${PROXY}`, "::ffff:c000:201", "192.0.2.1"],
    ["has no zone", ["fe80::/10"], "fe80::1%eth0", "192.0.2.1", "192.0.2.1"],
    ["is empty when the connection is gone", [PROXY], "", "192.0.2.1", ""]
  ])("%s", (_, proxies, peer, forwarded, client) => {
    assert.strictEqual(addressOf(proxies, peer, forwarded), client)
  })

  it.each([
    "",
    "unknown",
    "192.0.2.1:80",
    "[2001:db8::1]",
    "192.0.2.1, _hidden",
    "0x7f.1",
    "127.1",
    "192.0.2.1,",
    "fe80::1%eth0"
  ])("is that of the proxy when it says %j", (forwarded) => {
    assert.strictEqual(addressOf([PROXY], PROXY, forwarded), PROXY)
  })
})

describe("a trusted proxy", () => {
  it.each(["127.0.0.1", "::1", "10.0.0.0/8", "2001:db8::/32", "loopback", "private"])("can be given as %s", (text) => {
    assert.isTrue(isBlock(text))
  })

  it.each(["", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10/8", "0x7f.1", "::1/129", "toString", "10.0.0.1:80"])(
    "cannot be given as %j",
    (text) => {
      assert.isFalse(isBlock(text))
    }
  )
})
