import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { defaultOf, kindOf, type Registered, withParameters } from "../../src/oauth/RedirectUri.ts"

const ID = "100000000000000001"
const registered = (...redirect_uris: ReadonlyArray<string>): Registered => ({
  application_id: ID,
  redirect_uris,
  service_prefix: "discord"
})

const SITE = "https://app.example/callback"
const LOOPBACK = "http://127.0.0.1/callback"
const LOOPBACK_6 = "http://[::1]:4000/callback?a=1"
const ALL = registered(SITE, LOOPBACK, LOOPBACK_6)

describe("a redirect URI", () => {
  it("matches exactly (decision 42)", () => {
    for (const uri of ALL.redirect_uris) assert.strictEqual(kindOf(uri, ALL), "registered", uri)
  })

  it.each([
    ["another scheme", "http://app.example/callback"],
    ["a scheme in large letters", "HTTPS://app.example/callback"],
    ["a host in large letters", "https://App.example/callback"],
    ["a path in large letters", "https://app.example/Callback"],
    ["a port of its own", "https://app.example:8443/callback"],
    ["the port of its scheme", "https://app.example:443/callback"],
    ["an empty port", "https://app.example:/callback"],
    ["another host", "https://evil.example/callback"],
    ["a subdomain", "https://a.app.example/callback"],
    ["a longer host", "https://app.example.evil.example/callback"],
    ["a dot behind the host", "https://app.example./callback"],
    ["user information", "https://app.example@evil.example/callback"],
    ["user information before the host", "https://user@app.example/callback"],
    ["user information with the whole address", "https://app.example%2Fcallback@evil.example/callback"],
    ["a slash behind", "https://app.example/callback/"],
    ["a longer path", "https://app.example/callback/more"],
    ["a path that climbs", "https://app.example/callback/../open"],
    ["a path that climbs back", "https://app.example/x/../callback"],
    ["an escaped path that climbs", "https://app.example/callback/%2e%2e/open"],
    ["an escaped letter", "https://app.example/c%61llback"],
    ["an escaped slash", "https://app.example%2Fcallback"],
    ["two slashes", "https://app.example//callback"],
    ["a backslash", "https:\\\\app.example\\callback"],
    ["a backslash behind the host", "https://app.example\\@evil.example/callback"],
    ["no slashes", "https:app.example/callback"],
    ["a query", "https://app.example/callback?next=evil"],
    ["an empty query", "https://app.example/callback?"],
    ["a fragment", "https://app.example/callback#x"],
    ["an empty fragment", "https://app.example/callback#"],
    ["a blank behind", "https://app.example/callback "],
    ["a blank before", " https://app.example/callback"],
    ["a line break behind", "https://app.example/callback\r\nLocation: https://evil.example"],
    ["a tab inside", "https://app.\texample/callback"],
    ["a NUL behind", "https://app.example/callback\0"],
    ["a letter that looks alike", "https://\u0430pp.example/callback"],
    ["two addresses", "https://app.example/callback https://evil.example"],
    ["no scheme", "//app.example/callback"],
    ["a path alone", "/callback"],
    ["nothing", ""]
  ])("with %s is another one", (_, uri) => assert.isUndefined(kindOf(uri, ALL)))

  it.each([
    ["of IPv4", "http://127.0.0.1:3000/callback"],
    ["of IPv4, largest", "http://127.0.0.1:65535/callback"],
    ["of IPv6", "http://[::1]:3000/callback?a=1"],
    ["left out", "http://[::1]/callback?a=1"]
  ])("for a registered loopback IP any port matches: %s", (_, uri) =>
    assert.strictEqual(kindOf(uri, ALL), "registered")
  )

  it.each([
    ["a name", "http://localhost:3000/callback"],
    ["the other IP version", "http://[::1]:3000/callback"],
    ["another loopback IP", "http://127.0.0.2:3000/callback"],
    ["a short IP", "http://127.1:3000/callback"],
    ["a number", "http://2130706433:3000/callback"],
    ["another scheme", "https://127.0.0.1:3000/callback"],
    ["another path", "http://127.0.0.1:3000/callback/"],
    ["a query", "http://127.0.0.1:3000/callback?b=1"],
    ["no port behind the colon", "http://127.0.0.1:/callback"],
    ["a port that is none", "http://127.0.0.1:65536/callback"],
    ["port 0", "http://127.0.0.1:0/callback"],
    ["a port of letters", "http://127.0.0.1:80a/callback"],
    ["user information for a port", "http://127.0.0.1:80@evil.example/callback"],
    ["user information before the IP", "http://evil@127.0.0.1:80/callback"],
    ["a host that goes on", "http://127.0.0.1.evil.example/callback"],
    ["a port that goes on", "http://127.0.0.1:80.evil.example/callback"]
  ])("for a registered loopback IP %s does not match", (_, uri) => assert.isUndefined(kindOf(uri, ALL)))

  it("that is registered without a loopback IP has no other ports", () =>
    assert.isUndefined(kindOf("http://localhost:3000/callback", registered("http://localhost/callback"))))

  it("in the standard form of the service is implicitly registered (decision 43)", () => {
    assert.strictEqual(kindOf(`discord-${ID}:/authorize/callback`, registered()), "implicit")
    const own = { ...registered(), service_prefix: "harbour" }
    assert.strictEqual(kindOf(`harbour-${ID}:/authorize/callback`, own), "implicit")
  })

  it.each([
    "discord-100000000000000002:/authorize/callback",
    "DISCORD-100000000000000002:/authorize/callback",
    `Discord-${ID}:/authorize/callback`,
    `discord-${ID}0:/authorize/callback`,
    "discord-:/authorize/callback",
    "discord:/authorize/callback"
  ])("in the standard form of another application, or of none, is refused: %s", (uri) =>
    assert.isUndefined(kindOf(uri, registered()))
  )

  it("in the standard form of another application is refused in any case, whatever the case of the prefix", () => {
    const own = { ...registered(), service_prefix: "Harbour" }
    assert.strictEqual(kindOf(`Harbour-${ID}:/authorize/callback`, own), "implicit")
    for (const scheme of ["harbour", "Harbour", "HARBOUR"]) {
      assert.isUndefined(kindOf(`${scheme}-100000000000000002:/authorize/callback`, own), scheme)
    }
  })

  it.each(["petshop", "com.example.petshop", "pet-shop+1", "PetShop"])(
    "<scheme>:/authorize/callback of a custom scheme is implicitly registered: %s",
    (scheme) => assert.strictEqual(kindOf(`${scheme}:/authorize/callback`, registered()), "implicit")
  )

  it.each([
    ..."http https HTTPS ws wss ftp file javascript JavaScript vbscript data blob about view-source intent".split(" "),
    ..."mailto tel sms ssh chrome chrome-extension ms-settings moz-extension web+shop android-app search-ms mhtml shell".split(
      " "
    )
  ])("%s:/authorize/callback is no custom scheme", (scheme) =>
    assert.isUndefined(kindOf(`${scheme}:/authorize/callback`, registered()))
  )

  it.each([
    "petshop://authorize/callback",
    "petshop:///authorize/callback",
    "petshop:authorize/callback",
    "petshop:/authorize/callback/",
    "petshop:/Authorize/callback",
    "petshop:/authorize/callback?x=1",
    "petshop:/authorize/callback#x",
    "petshop:/a/../authorize/callback",
    "petshop:/authorize%2Fcallback",
    "javascript:alert(1)//:/authorize/callback",
    "https://evil.example/:/authorize/callback",
    "1shop:/authorize/callback",
    ":/authorize/callback",
    "pet shop:/authorize/callback"
  ])("of a custom scheme has exactly that path: %s", (uri) => assert.isUndefined(kindOf(uri, registered())))

  it.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "https://app.example/callback#fragment",
    "https://app.example\\callback"
  ])("that nobody should be sent to is refused even when it is registered: %s", (uri) => {
    assert.isUndefined(kindOf(uri, registered(uri)))
    assert.isUndefined(defaultOf(registered(uri)))
  })

  it("that a request does not name is the first registered", () => {
    assert.strictEqual(defaultOf(ALL), SITE)
    assert.isUndefined(defaultOf(registered()))
  })
})

/** Characters that parsers of addresses differ about. */
const trick = fc.constantFrom(
  ..."/ // \\ : :: :80 :443 @ user@ # ? % %2f %2e %00 . .. ; & = [ ] evil.example .evil.example \t \n \r".split(" "),
  " ",
  "\0",
  "A",
  "\u0430",
  "\u3002",
  "https:"
)
const mutated = fc
  .record({
    uri: fc.constantFrom(SITE, LOOPBACK, LOOPBACK_6, `discord-${ID}:/authorize/callback`, "shop:/authorize/callback"),
    at: fc.nat(60),
    cut: fc.nat(4),
    put: fc.array(trick, { maxLength: 3 })
  })
  .map(({ uri, at, cut, put }) => uri.slice(0, at) + put.join("") + uri.slice(at + cut))

describe("whatever is asked for", () => {
  it("an address that matches is one of the registered to the parser of browsers too, but for a loopback port", () => {
    const known = ALL.redirect_uris.map((uri) => new URL(uri))
    fc.assert(
      fc.property(
        fc.oneof(mutated, fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
        (uri) => {
          const kind = kindOf(uri, ALL)
          if (kind === undefined) return
          const url = new URL(uri)
          assert.deepStrictEqual([url.username, url.password, url.hash], ["", "", ""])
          if (kind === "implicit") {
            assert.deepStrictEqual([url.host, url.pathname, url.search], ["", "/authorize/callback", ""])
            assert.notInclude(["http:", "https:", "javascript:", "data:", "file:"], url.protocol)
            return
          }
          const same = known.filter(
            (k) =>
              k.protocol === url.protocol &&
              k.hostname === url.hostname &&
              k.pathname === url.pathname &&
              k.search === url.search &&
              (k.port === url.port || k.hostname === "127.0.0.1" || k.hostname === "[::1]")
          )
          assert.strictEqual(same.length, 1, uri)
        }
      ),
      { numRuns: (process.env["BACKLOT_DEEP"] ?? "") === "" ? 2_000 : 200_000 }
    )
  })
})

describe("the parameters of an answer", () => {
  it.each([
    ["https://a.example/cb", "https://a.example/cb?code=x&state=a+b%26c%3D%2B"],
    ["https://a.example/cb?", "https://a.example/cb?code=x&state=a+b%26c%3D%2B"],
    ["https://a.example/cb?tenant=1", "https://a.example/cb?tenant=1&code=x&state=a+b%26c%3D%2B"],
    ["https://a.example/cb?tenant=1&", "https://a.example/cb?tenant=1&code=x&state=a+b%26c%3D%2B"],
    ["shop:/authorize/callback", "shop:/authorize/callback?code=x&state=a+b%26c%3D%2B"]
  ])("stand beside those of %s", (uri, answered) =>
    assert.strictEqual(
      withParameters(uri, "query", [
        ["code", "x"],
        ["absent", undefined],
        ["state", "a b&c=+"]
      ]),
      answered
    )
  )

  it("stand in the fragment where a token is among them", () =>
    assert.strictEqual(
      withParameters("https://a.example/cb?b=1", "fragment", [["access_token", "t"]]),
      "https://a.example/cb?b=1#access_token=t"
    ))

  it("have a sign in place of half a character, which no address can carry", () =>
    assert.strictEqual(withParameters(SITE, "query", [["state", "a\ud800"]]), `${SITE}?state=a%EF%BF%BD`))

  it("reach a reader as they are, whatever text they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (state) => {
        const { searchParams } = new URL(withParameters("https://a.example/cb", "query", [["state", state]]))
        assert.strictEqual(searchParams.get("state"), state.toWellFormed())
      })
    )
  })
})
