import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { guildBody } from "../../src/guild/GuildBody.ts"
import { guild } from "../fixture/Harbour.ts"
import { sha256 } from "../fixture/WorldFixture.ts"

const plain = { ...guild, features: ["VERIFIED"] }
const read = (sent: unknown, changes: object = {}) => guildBody(sent, { ...plain, ...changes }, sha256)
const places = (sent: unknown, changes: object = {}) =>
  read(sent, changes).faults.map(({ path, code }) => `${path.join(".")} ${code}`)

const PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
const TWO_FRAMES = `data:image/gif;base64,${btoa(
  `GIF89a\x01\0\x01\0\x80\0\0${"\0".repeat(6)}${`,${"\0".repeat(8)}\0\x02\x02D\x01\0`.repeat(2)};`
)}`

describe("a body of a guild", () => {
  it("says what it gives; null is the default, but for the name", () => {
    const sent = { name: null, preferred_locale: null, description: "", afk_timeout: 60, system_channel_id: null }
    const body = { preferred_locale: null, description: null, afk_timeout: 60, system_channel_id: null }
    assert.deepStrictEqual(read(sent).body, body)
  })

  it("passes the guild on to nobody", () => {
    assert.isTrue(read({ owner_id: "5" }).passesOn)
    assert.isFalse(read({ owner_id: guild.owner_id }).passesOn)
    assert.isFalse(read({ owner_id: null }).passesOn)
    assert.deepStrictEqual(read({ owner_id: "5" }).body, {})
  })

  it("has a name of two letters at least", () => {
    assert.deepStrictEqual(places({ name: "P" }), ["name BASE_TYPE_BAD_LENGTH"])
  })

  it("keeps the hash of a picture, which says whether that is animated", () => {
    assert.match(String(read({ icon: PIXEL }).body["icon"]), /^[0-9a-f]{32}$/)
    assert.match(String(read({ icon: TWO_FRAMES }).body["icon"]), /^a_[0-9a-f]{32}$/)
    assert.isNull(read({ icon: null }).body["icon"])
    assert.deepStrictEqual(places({ icon: "no", home_header: "data:text/plain;base64,AA==" }), [
      "icon IMAGE_INVALID",
      "home_header IMAGE_INVALID"
    ])
  })

  it("needs features for some pictures, or boosts", () => {
    const sent = { icon: TWO_FRAMES, banner: PIXEL, splash: PIXEL }
    assert.deepStrictEqual(read(sent).boosted, ["ANIMATED_ICON", "BANNER", "INVITE_SPLASH"])
    assert.deepStrictEqual(read(sent, { premium_tier: 1 }).boosted, ["BANNER"])
    assert.deepStrictEqual(read({ banner: TWO_FRAMES }, { features: ["BANNER"] }).boosted, ["ANIMATED_BANNER"])
    assert.deepStrictEqual(read({ icon: PIXEL, banner: null }).boosted, [])
  })

  it("gives and takes the features that can be given, and leaves the others", () => {
    const paused = read({ features: ["INVITES_DISABLED"] })
    assert.deepStrictEqual(paused.body, { features: ["VERIFIED", "INVITES_DISABLED"] })
    assert.deepStrictEqual(paused.byAdministrators, [])
    assert.deepStrictEqual(read({ features: null }).body, {})
    const left = read({ features: [] }, { features: ["VERIFIED", "COMMUNITY"] })
    assert.deepStrictEqual(left.body, { features: ["VERIFIED"] })
    assert.deepStrictEqual(left.byAdministrators, ["COMMUNITY"])
    assert.deepStrictEqual(places({ features: ["VERIFIED", "PARTNERED"] }), ["features.1 BASE_TYPE_CHOICES"])
  })

  it("gives COMMUNITY only with its channels, and DISCOVERABLE only with COMMUNITY", () => {
    const channels = { rules_channel_id: "1", public_updates_channel_id: "2" }
    assert.deepStrictEqual(places({ features: ["COMMUNITY"] }), [
      "rules_channel_id BASE_TYPE_REQUIRED",
      "public_updates_channel_id BASE_TYPE_REQUIRED"
    ])
    assert.deepStrictEqual(places({ features: ["COMMUNITY"], ...channels }), [])
    assert.deepStrictEqual(places({ features: ["COMMUNITY"] }, channels), [])
    const community = { features: ["COMMUNITY"], ...channels }
    assert.deepStrictEqual(places({ rules_channel_id: null }, community), ["rules_channel_id BASE_TYPE_REQUIRED"])
    assert.deepStrictEqual(places({ name: "Port" }, { features: ["COMMUNITY"] }), [])
    assert.deepStrictEqual(places({ features: ["DISCOVERABLE"] }), ["features GUILD_DISCOVERABLE_REQUIREMENTS"])
    assert.deepStrictEqual(places({ features: ["DISCOVERABLE"] }, { features: ["COMMUNITY", "DISCOVERABLE"] }), [
      "features GUILD_DISCOVERABLE_REQUIREMENTS"
    ])
  })

  it("takes edits of a guild whose world gave it features without what they need, but none that takes more away", () => {
    const bare = { features: ["COMMUNITY"] }
    assert.deepStrictEqual(places({ features: ["COMMUNITY", "INVITES_DISABLED"] }, bare), [])
    assert.deepStrictEqual(places({ rules_channel_id: "1" }, bare), [])
    assert.deepStrictEqual(places({ rules_channel_id: null }, bare), [])
    const half = { ...bare, rules_channel_id: "1" }
    assert.deepStrictEqual(places({ rules_channel_id: null }, half), ["rules_channel_id BASE_TYPE_REQUIRED"])
    assert.deepStrictEqual(places({ features: ["DISCOVERABLE"] }, { features: ["DISCOVERABLE"] }), [])
  })
})
