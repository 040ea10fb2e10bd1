import { assert, describe, it } from "@effect/vitest"
import { AuthorizationArgs } from "../../src/application/AuthorizationArgs.ts"
import { AuthorizationCodeChallenge } from "../../src/application/AuthorizationCodeChallenge.ts"
import { ValidationError } from "../../src/application/ClientFailure.ts"
import { IntegrationType } from "../../src/application/IntegrationType.ts"

const challenge = (text = "abc") => new AuthorizationCodeChallenge().setChallenge(text)

/** With every field set. */
const full = () =>
  new AuthorizationArgs()
    .setClientId(5n)
    .setScopes("openid")
    .setState("state")
    .setNonce("nonce")
    .setCodeChallenge(challenge())
    .setIntegrationType(IntegrationType.UserInstall)
    .setCustomSchemeParam("pets")

const fieldsOf = (args: AuthorizationArgs): ReadonlyArray<unknown> => [
  args.clientId(),
  args.scopes(),
  args.state(),
  args.nonce(),
  args.codeChallenge()?.challenge(),
  args.integrationType(),
  args.customSchemeParam()
]

const FULL = [5n, "openid", "state", "nonce", "abc", 1, "pets"]

/** What is thrown by an act that may not be. */
const refusal = (act: () => unknown): ValidationError => {
  try {
    act()
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  throw new Error("nothing was refused")
}

describe("each field has a getter and a setter", () => {
  it("gives back what was set", () => assert.deepStrictEqual(fieldsOf(full()), FULL))

  it("is unset in the beginning; scopes are then empty", () =>
    assert.deepStrictEqual(fieldsOf(new AuthorizationArgs()), [
      undefined,
      "",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ]))

  it("an optional field can be unset again", () => {
    const args = full()
      .setClientId(undefined)
      .setState(undefined)
      .setNonce(undefined)
      .setCodeChallenge(undefined)
      .setIntegrationType(undefined)
      .setCustomSchemeParam(undefined)
    assert.deepStrictEqual(fieldsOf(args), fieldsOf(new AuthorizationArgs().setScopes("openid")))
  })
})

describe("ClientId is an unsigned 64-bit integer", () => {
  it.each([0n, 1n, 2n ** 53n + 1n, 2n ** 64n - 1n])("takes %s exactly", (id) =>
    assert.strictEqual(new AuthorizationArgs().setClientId(id).clientId(), id)
  )

  it.each([-1n, 2n ** 64n])("refuses %s, which is out of the range", (id) => {
    const args = full()
    const { field, message } = refusal(() => args.setClientId(id))
    assert.strictEqual(field, "ClientId")
    assert.include(message, "from 0 to 18446744073709551615")
    assert.include(message, `is ${id}`)
    assert.strictEqual(args.clientId(), 5n)
  })

  it("refuses a number, which would lose digits", () => {
    // A program that is not type-checked can pass one.
    const id = 5 as unknown as bigint
    assert.include(refusal(() => new AuthorizationArgs().setClientId(id)).message, "is a number")
  })
})

describe("CustomSchemeParam is a URI scheme", () => {
  it.each(["pets", "PETS", "com.example.pets", "pets+shop-2"])("takes %s", (scheme) =>
    assert.strictEqual(new AuthorizationArgs().setCustomSchemeParam(scheme).customSchemeParam(), scheme)
  )
})

describe("what a setter refuses", () => {
  it("an empty state, which protects nothing", () =>
    assert.strictEqual(refusal(() => full().setState("")).field, "State"))

  it("a code challenge that is not valid", () =>
    assert.strictEqual(
      refusal(() => full().setCodeChallenge(AuthorizationCodeChallenge.nullobj)).field,
      "CodeChallenge"
    ))

  it("an integration type that is neither GuildInstall nor UserInstall", () => {
    // A program that is not type-checked can pass one.
    const type = 2 as unknown as IntegrationType
    assert.strictEqual(refusal(() => full().setIntegrationType(type)).field, "IntegrationType")
  })

  it.each(["", "1a", "pets:", "pets://evil.example/?", "pe ts"])("a custom scheme that is none: %o", (scheme) =>
    assert.strictEqual(refusal(() => full().setCustomSchemeParam(scheme)).field, "CustomSchemeParam")
  )
})

describe("the object supports copy and move construction and assignment", () => {
  it("a copy has the same fields, and both live on apart", () => {
    const args = full()
    const copy = args.copy()
    copy.setScopes("identify")
    args.setState("other")
    assert.deepStrictEqual(fieldsOf(copy), FULL.with(1, "identify"))
    assert.deepStrictEqual(fieldsOf(args), FULL.with(2, "other"))
  })

  it("a challenge is held and given as a copy", () => {
    const given = challenge()
    const args = full().setCodeChallenge(given)
    given.setChallenge("changed")
    args.codeChallenge()?.setChallenge("changed too")
    assert.strictEqual(args.codeChallenge()?.challenge(), "abc")
  })

  it("a move takes the fields along; what was moved from is not valid", () => {
    const args = full()
    const moved = args.move()
    assert.deepStrictEqual(fieldsOf(moved), FULL)
    assert.isFalse(args.isValid())
    assert.include(refusal(() => args.scopes()).message, "was moved from")
  })

  it("a copy assignment replaces all fields", () => {
    const args = new AuthorizationArgs().setNonce("old")
    const source = full()
    assert.deepStrictEqual(fieldsOf(args.assign(source)), FULL)
    assert.isTrue(source.isValid())
  })

  it("a move assignment empties its source, also where source and target are the same", () => {
    const [args, source] = [new AuthorizationArgs(), full()]
    args.assign(source.move())
    assert.deepStrictEqual([args.isValid(), source.isValid()], [true, false])
    assert.deepStrictEqual(fieldsOf(args.assign(args.move())), FULL)
  })

  it("what was moved from becomes valid by an assignment", () => {
    const args = full()
    args.move()
    assert.deepStrictEqual(fieldsOf(args.assign(full())), FULL)
  })
})

describe("a static uninitialized instance (nullobj), and a boolean test", () => {
  const { nullobj } = AuthorizationArgs

  it("nullobj is not valid, a new object is", () =>
    assert.deepStrictEqual([nullobj.isValid(), new AuthorizationArgs().isValid()], [false, true]))

  it("what is copied, moved or assigned from nullobj is not valid either", () => {
    const assigned = full().assign(nullobj)
    for (const object of [nullobj.copy(), nullobj.move(), assigned]) {
      assert.isFalse(object.isValid())
      assert.include(refusal(() => object.scopes()).message, "took over another that is not")
    }
  })

  it.each<[string, (args: AuthorizationArgs) => unknown]>([
    ["reads a field", (args) => args.clientId()],
    ["sets a field", (args) => args.setScopes("openid")],
    ["assigns", (args) => args.assign(new AuthorizationArgs())]
  ])("who %s of nullobj is told so, and it stays what it is", (_, act) => {
    assert.include(refusal(() => act(nullobj)).message, "is nullobj, the uninitialized instance")
    assert.isFalse(nullobj.isValid())
  })
})
