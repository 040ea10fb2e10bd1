import type { LookupAddress } from "node:dns"
import { describe, expect, test } from "vitest"
import { ForbiddenAddress, isPrivate, judgedLookup } from "../../src/delivery/PrivateAddress.ts"

describe("an address", () => {
  test.each([
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "255.255.255.255"],
    ["::", "::1"],
    ["fc00::", "fdff:ffff::"],
    ["fe80::", "febf:ffff::"],
    ["ff00::", "ffff:ffff::"],
    ["::ffff:127.0.0.1", "::ffff:c0a8:101"],
    ["64:ff9b::7f00:1", "64:ff9b::c0a8:101"],
    // Forms with an IPv4 address inside: IPv4-compatible, IPv4-translated, local NAT64, 6to4, Teredo.
    ["::127.0.0.1", "::a00:1"],
    ["::ffff:0:127.0.0.1", "::ffff:0:a00:1"],
    ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:a00:1"],
    ["2002:7f00:1::", "2002:c0a8:101::1"],
    ["2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
    // Site-local, discarded, documentation, benchmarking, segment routing, and what nobody has assigned.
    ["fec0::", "feff:ffff::1"],
    ["100::", "100::ffff"],
    ["2001:db8::", "2001:db8:ffff::1"],
    ["3fff::", "3fff:fff::1"],
    ["2001:2::", "2001:2:0:ffff::1"],
    ["5f00::", "5f00:ffff::1"],
    ["4000::", "fbff:ffff::1"],
    ["fe80::1%eth0", "fe80::1%1"]
  ])("from %s to %s is refused", (first, last) => {
    expect([first, last, `[${first}]`].map(isPrivate)).toEqual([true, true, true])
  })

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "223.255.255.255",
    "2606:4700::1111",
    "[2606:4700::1111]",
    "2a00:1450::1",
    "::ffff:1.1.1.1",
    "example.com",
    "localhost",
    ""
  ])("like '%s' is not judged private", (host) => {
    expect(isPrivate(host)).toBe(false)
  })
})

describe("the lookup of a connection", () => {
  const PUBLIC: LookupAddress = { address: "2606:4700::1111", family: 6 }
  const PRIVATE: LookupAddress = { address: "127.0.0.1", family: 4 }

  /** Looks a name up with a resolver that gives these answers, one after another. Nothing is sent. */
  const lookup = (all: boolean, ...answers: ReadonlyArray<ReadonlyArray<LookupAddress>>) => {
    let asked = 0
    const judged = judgedLookup({
      isPrivate,
      resolve: (_, __, answer) => answer(null, [...(answers[asked++] ?? [])])
    })
    const ask = () =>
      new Promise((settled) =>
        judged("name.test", { all }, (error, address, family) => settled(error ?? [address, family]))
      )
    return { ask, asked: () => asked }
  }

  test.each([true, false])("gives what was judged, and asks once (all: %s)", async (all) => {
    const { ask, asked } = lookup(all, [PUBLIC], [PRIVATE])
    expect(await ask()).toEqual(all ? [[PUBLIC], undefined] : [PUBLIC.address, PUBLIC.family])
    expect(asked()).toBe(1)
  })

  test("judges the answer of each connection anew", async () => {
    const { ask } = lookup(true, [PUBLIC], [PRIVATE])
    await ask()
    expect(await ask()).toBeInstanceOf(ForbiddenAddress)
  })

  test.each([
    ["has one private address among public ones", [PUBLIC, PRIVATE]],
    ["is empty", []],
    ["is no address", [{ address: "localhost", family: 4 }]]
  ])("fails when the answer %s", async (_, answer) => {
    expect(await lookup(false, answer).ask()).toBeInstanceOf(ForbiddenAddress)
    expect(await lookup(true, answer).ask()).toBeInstanceOf(ForbiddenAddress)
  })
})
