import { describe, expect, it } from "vitest"
import { botObject, selfObject, userObject } from "../../src/guild/UserWire.ts"
import { build } from "../../src/world/element/ApplicationElement.ts"
import { mint } from "../fixture/WorldFixture.ts"

const alice = {
  id: "300000000000000001",
  username: "alice",
  global_name: "Alice",
  locale: "de",
  adult: true,
  nsfw_dms: false
} as const

describe("/users/@me adds mfa_enabled, locale, and with email scope email, verified", () => {
  const self = (email: boolean) => selfObject(userObject(alice), { flags: undefined, locale: alice.locale, email })
  it("without the scope", () => {
    expect(self(false)).toMatchObject({ ...userObject(alice), mfa_enabled: false, locale: "de" })
    expect(self(false)).not.toHaveProperty("email")
    expect(self(false)).not.toHaveProperty("verified")
  })
  it("with the scope", () => expect(self(true)).toEqual({ ...self(false), verified: true, email: null }))
})

describe("flags of a user", () => {
  const [BADGE, SECRET, VERIFIED_BOT] = [1 << 22, 1 << 4, 1 << 16]
  const flags = BADGE + SECRET + 2 ** 44

  it("are seen by others without the private ones", () => {
    expect(userObject({ ...alice, flags })).toMatchObject({ flags: BADGE, public_flags: BADGE })
  })

  it("are seen whole by the user", () => {
    const self = selfObject(userObject({ ...alice, flags }), { flags, locale: alice.locale, email: false })
    expect(self).toMatchObject({ flags, public_flags: BADGE })
  })

  it("say that a bot is verified", () => {
    const application = build({ id: "1", bot: { flags: VERIFIED_BOT } }, { mint })
    expect(botObject(application)).toMatchObject({ flags: VERIFIED_BOT, public_flags: VERIFIED_BOT, bot: true })
  })
})
