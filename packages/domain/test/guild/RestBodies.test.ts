/** Bodies of the REST surface as fields of a world's elements. */

import { assert, describe, it } from "@effect/vitest"
import { channelBody, channelPositions, overwrittenBits, typeFaults } from "../../src/guild/ChannelBody.ts"
import { memberBody, ownMemberBody } from "../../src/guild/MemberBody.ts"
import { selfBody } from "../../src/guild/NameBody.ts"
import { grantedBits, HOLOGRAPHIC, newRole, roleBody, rolePositions } from "../../src/guild/RoleBody.ts"
import { pageOf } from "../../src/validation/PageQuery.ts"

const places = (faults: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly code: string }>) =>
  faults.map(({ path, code }) => `${path.join(".")} ${code}`)

const COLORS = { color: 1, colors: { primary_color: 2 } }
const ONE = { color: 1, secondary_color: null, tertiary_color: null }
const sha256 = (text: string) => `${text.length}`.padStart(64, "0")
const PIXEL = "data:image/png;base64,iVBORw0KGgo="
const HASH = "0".repeat(32)
/** A WebP with the bit of animations. */
const TWO_FRAMES = `data:image/webp;base64,${btoa("RIFF0000WEBPVP8X0000\x02")}`
const EVERYONE = "104324673"
const NOW = Date.parse("2026-01-01T00:00:00Z")

describe("a body of a role", () => {
  it.each([
    ["says nothing", {}, {}],
    ["has permissions as a number or as text", { permissions: 8 }, { permissions: "8" }],
    ["names the color in one of two ways, of which the newer counts", COLORS, { ...ONE, color: 2 }],
    ["leaves name and permissions alone when they are null", { name: null, permissions: null }, {}],
    ["has no color where its colors are null", { colors: null }, { ...ONE, color: null }],
    ["gives up what else is null", { color: null, hoist: null }, { ...ONE, color: null, hoist: null }],
    ["keeps the hash of an icon", { icon: PIXEL, unicode_emoji: "🐶" }, { icon: HASH, unicode_emoji: "🐶" }],
    ["gives up an icon", { icon: null, unicode_emoji: null }, { icon: null, unicode_emoji: null }],
    ["has two colors", { colors: { primary_color: 1, secondary_color: 2 } }, { ...ONE, secondary_color: 2 }],
    ["is holographic with a third", { colors: { primary_color: 1, tertiary_color: 2 } }, HOLOGRAPHIC]
  ])("%s", (_, sent, expected) => {
    assert.deepStrictEqual(roleBody(sent, sha256), { ...roleBody(sent, sha256), body: expected, faults: [] })
  })

  it("shows every field of another type at once", () => {
    const { faults, body } = roleBody(
      {
        name: 1,
        permissions: "all",
        color: "red",
        hoist: "yes",
        mentionable: true,
        icon: "data:image/png;base64,AAAA"
      },
      sha256
    )
    assert.deepStrictEqual(places(faults), [
      "name STRING_TYPE_CONVERT",
      "permissions NUMBER_TYPE_COERCE",
      "color NUMBER_TYPE_COERCE",
      "hoist BOOLEAN_TYPE_CONVERT",
      "icon IMAGE_INVALID"
    ])
    assert.deepStrictEqual(body, { mentionable: true })
  })

  it("of a new role is one with the permissions of @everyone, below the others, unless it says more", () => {
    assert.deepInclude(newRole(roleBody({}, sha256), EVERYONE).body, {
      name: "new role",
      permissions: EVERYONE,
      position: 1
    })
    const named = newRole(roleBody({ name: "Pilot", permissions: "0" }, sha256), EVERYONE)
    assert.deepInclude(named.body, { name: "Pilot", permissions: "0" })
  })

  it("gives the permissions that it says, and none where it says none", () => {
    assert.strictEqual(grantedBits(roleBody({ permissions: "9" }, sha256)), 9n)
    assert.isUndefined(grantedBits(roleBody({ name: "a" }, sha256)))
  })
})

describe("a list of positions", () => {
  it("names a role in each element", () => {
    assert.deepStrictEqual(places(rolePositions([{ position: 1 }, { id: null }, { id: "5", position: "x" }]).faults), [
      "2.position NUMBER_TYPE_COERCE",
      "0.id BASE_TYPE_REQUIRED",
      "1.id BASE_TYPE_REQUIRED"
    ])
  })

  it("is a list", () => {
    assert.deepStrictEqual(places(rolePositions({}).faults), [" LIST_TYPE_CONVERT"])
    assert.deepStrictEqual(places(channelPositions("1").faults), [" LIST_TYPE_CONVERT"])
  })

  it("has at most 500 elements", () => {
    const many = Array.from({ length: 501 }, (_, i) => ({ id: String(i), position: 1 }))
    assert.deepStrictEqual(places(rolePositions(many).faults), [" BASE_TYPE_MAX_LENGTH"])
  })

  it("moves a channel into a category, out of any, or only up and down", () => {
    const { elements } = channelPositions([
      { id: "1", position: 3, parent_id: "9", lock_permissions: true },
      { id: "2", parent_id: null },
      { id: "3", position: null }
    ])
    assert.deepStrictEqual(elements, [
      { id: "1", body: { position: 3, parent_id: "9" }, locks: true },
      { id: "2", body: { parent_id: null }, locks: false },
      { id: "3", body: {}, locks: false }
    ])
  })
})

describe("a body of a member", () => {
  const read = (sent: unknown, flags = 0) => memberBody(sent, { notHeld: new Set(["200", "100"]), flags, nowMs: NOW })

  it("sets the one flag that can be set, and leaves the others", () => {
    assert.deepStrictEqual(read({ flags: 4 }, 1).body, { flags: 5 })
    assert.deepStrictEqual(read({ flags: 2 }, 5).body, { flags: 1 })
    assert.deepStrictEqual(read({ flags: null }, 5).body, { flags: 1 })
  })

  it("of oneself has pictures, of which the hash is kept, and a bio", () => {
    const own = (sent: unknown) => ownMemberBody(sent, sha256)
    assert.deepStrictEqual(own({ nick: "", avatar: PIXEL, banner: null, bio: "Pets", roles: ["5"] }).body, {
      nick: null,
      avatar: HASH,
      banner: null,
      bio: "Pets"
    })
    assert.deepStrictEqual(own({ avatar: TWO_FRAMES }).body, { avatar: `a_${HASH}` })
    assert.deepStrictEqual(places(own({ avatar: "a", banner: 5, bio: "x".repeat(191) }).faults), [
      "banner STRING_TYPE_CONVERT",
      "avatar IMAGE_INVALID"
    ])
  })

  it("ends a nick with null or nothing", () => {
    assert.deepStrictEqual(read({ nick: "" }).body, { nick: null })
    assert.deepStrictEqual(read({ nick: null }).body, { nick: null })
  })

  it("names roles without @everyone and without managed ones", () => {
    assert.deepStrictEqual(read({ roles: ["200", "5", "100"] }).body, { roles: ["5"] })
  })

  it("takes a member out for 28 days at most", () => {
    const until = (days: number) => new Date(NOW + days * 86_400_000).toISOString()
    assert.deepStrictEqual(read({ communication_disabled_until: until(28) }).faults, [])
    assert.deepStrictEqual(read({ communication_disabled_until: 0 }), read({ communication_disabled_until: null }))
    assert.deepStrictEqual(places(read({ communication_disabled_until: until(28.01) }).faults), [
      "communication_disabled_until COMMUNICATION_DISABLED_UNTIL_TOO_LONG"
    ])
  })

  it("takes a member out until a time that can be read", () => {
    assert.deepStrictEqual(places(read({ communication_disabled_until: "soon" }).faults), [
      "communication_disabled_until DATE_TIME_TYPE_PARSE"
    ])
  })

  it.each([
    [{ mute: false }, { mute: false, deaf: undefined, channel_id: undefined }],
    [
      { deaf: true, channel_id: "5" },
      { mute: undefined, deaf: true, channel_id: "5" }
    ],
    [{ channel_id: null }, { mute: undefined, deaf: undefined, channel_id: null }],
    [{ nick: "a" }, { mute: undefined, deaf: undefined, channel_id: undefined }]
  ])("of %j changes of the voice of the member: %j", (sent, expected) => {
    assert.deepStrictEqual(read(sent).voice, expected)
  })
})

describe("a body of a channel", () => {
  it("calls a text channel in one word of small letters, any other as it says", () => {
    assert.deepStrictEqual(channelBody({ name: "Big  Cats" }).body, { name: "big-cats" })
    assert.deepStrictEqual(channelBody({ name: "Big Cats", type: 2 }).body, { name: "Big Cats", type: 2 })
    assert.deepStrictEqual(channelBody({ name: "Big Cats" }, { before: 4 }).body, { name: "Big Cats" })
  })

  it("has overwrites of roles and members, in numbers or words", () => {
    const overwrites = [
      { id: "5", type: "role", allow: 8, deny: "0" },
      { id: "6", type: 1, allow: null }
    ]
    assert.deepStrictEqual(channelBody({ permission_overwrites: overwrites }).body, {
      permission_overwrites: [
        { id: "5", type: 0, allow: "8", deny: "0" },
        { id: "6", type: 1, allow: null }
      ]
    })
  })

  it("changes the bits that stand otherwise in its overwrites", () => {
    const before = [{ id: "5", type: 0 as const, allow: "3", deny: "4" }]
    const bitsOf = (sent: unknown) => overwrittenBits(channelBody(sent), before)
    assert.strictEqual(bitsOf({}), 0n)
    assert.strictEqual(bitsOf({ permission_overwrites: [{ id: "5", type: 0, allow: "3", deny: "4" }] }), 0n)
    assert.strictEqual(bitsOf({ permission_overwrites: [{ id: "5", type: 0, allow: "1", deny: "4" }] }), 2n)
    assert.strictEqual(bitsOf({ permission_overwrites: null }), 7n)
  })

  it("has a topic of 1024 characters in a text channel, a longer one elsewhere", () => {
    const topic = "x".repeat(1025)
    assert.deepStrictEqual(places(channelBody({ topic }).faults), ["topic BASE_TYPE_MAX_LENGTH"])
    assert.deepStrictEqual(channelBody({ topic }, { before: 15 }).faults, [])
  })

  it("makes no thread", () => {
    assert.deepStrictEqual(places(typeFaults(channelBody({ type: 11 }))), ["type BASE_TYPE_CHOICES"])
    assert.deepStrictEqual(typeFaults(channelBody({ type: 4 })), [])
  })
})

describe("a body of the bot itself", () => {
  it("has a username of two letters at least", () => {
    assert.deepStrictEqual(places(selfBody({ username: "S" }, sha256).faults), ["username BASE_TYPE_BAD_LENGTH"])
  })

  it("says the username of a bot", () => {
    const own = (sent: unknown) => selfBody(sent, sha256)
    assert.deepStrictEqual(own({ username: "Shop", avatar: null }).body, { bot: { username: "Shop", avatar: null } })
    assert.deepStrictEqual(own({ banner: PIXEL }).body, { bot: { banner: HASH } })
    assert.deepStrictEqual(own({ avatar: "data:" }).body, {})
    assert.deepStrictEqual(places(own({ avatar: "data:" }).faults), ["avatar IMAGE_INVALID"])
  })
})

describe("a page of a list", () => {
  const page = (query: Readonly<Record<string, string>>) => pageOf((name) => query[name], { max: 10, usual: 3 })

  it("is the first one of the usual length when nothing is said", () => {
    assert.deepStrictEqual(page({}).page, { limit: 3, before: undefined, after: undefined })
  })

  it("shows every fault of the query", () => {
    assert.deepStrictEqual(places(page({ limit: "11", before: "x", after: "-" }).faults), [
      "limit NUMBER_TYPE_MAX",
      "before NUMBER_TYPE_COERCE",
      "after NUMBER_TYPE_COERCE"
    ])
    assert.deepStrictEqual(places(page({ limit: "0" }).faults), ["limit NUMBER_TYPE_MIN"])
    assert.deepStrictEqual(places(page({ limit: "all" }).faults), ["limit NUMBER_TYPE_COERCE"])
  })
})
