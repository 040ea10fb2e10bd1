import { describe, expect, it } from "vitest"
import { selfObject, userObject } from "../../src/guild/UserWire.ts"

const alice = {
  id: "300000000000000001",
  username: "alice",
  global_name: "Alice",
  locale: "de",
  adult: true,
  nsfw_dms: false
} as const

describe("/users/@me adds mfa_enabled, locale, and with email scope email, verified", () => {
  const self = (email: boolean) => selfObject(userObject(alice), { locale: alice.locale, email })
  it("without the scope", () => {
    expect(self(false)).toMatchObject({ ...userObject(alice), mfa_enabled: false, locale: "de" })
    expect(self(false)).not.toHaveProperty("email")
    expect(self(false)).not.toHaveProperty("verified")
  })
  it("with the scope", () => expect(self(true)).toEqual({ ...self(false), verified: true, email: null }))
})
