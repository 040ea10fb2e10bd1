import { TARGET_KINDS } from "@backlot/domain/record/Kind"
import { expect, test } from "vitest"
import type { World } from "../src/api/Queries.ts"
import { namesOf } from "../src/inspector/part/Names.tsx"
import { branchesOf } from "../src/inspector/world/Tree.ts"

const named = (id: string, name: string) => [{ id, name }]

/** One element of each kind, in the lists of a world file. */
const WORLD = {
  applications: [
    {
      ...{ id: "10", name: "Pet Shop", owner_id: "31", bot: { id: "10" } },
      emojis: named("11", "anchor"),
      entitlements: [{ id: "12", user_id: "31" }]
    }
  ],
  users: [{ id: "31", username: "alice", installs: [{ application_id: "10" }] }],
  guilds: [
    {
      ...{ id: "20", name: "Harbour", owner_id: "31" },
      roles: [...named("21", "Crew"), ...named("22", "Captain")],
      channels: [{ id: "23", name: "general", type: 0 }],
      members: [{ user_id: "31" }],
      bans: [{ user_id: "32", reason: "spam" }],
      voice_states: [{ user_id: "31", channel_id: "23" }],
      emojis: named("24", "boat"),
      invites: [{ code: "AbCd1234", channel_id: "23" }],
      webhooks: [{ id: "25", name: "News", channel_id: "23" }],
      scheduled_events: [{ id: "26", name: "Regatta", scheduled_start_time: "2030-01-01T00:00:00Z" }],
      stage_instances: [{ id: "27", topic: "Knots", channel_id: "23" }],
      stickers: named("28", "gull"),
      auto_moderation_rules: named("29", "No spam"),
      soundboard_sounds: named("30", "horn"),
      installs: [{ application_id: "10" }]
    }
  ],
  direct_channels: [{ id: "41", type: 1, recipients: ["31", "10"] }]
} as unknown as World

const linesOf = (query: string, isOpen = true) => branchesOf(WORLD, namesOf(WORLD), () => isOpen, query)

test("every kind of element has its place in the tree, with an address", () => {
  const shown = linesOf("").flatMap(({ to, kind }) => (to === undefined ? [] : [[kind, to] as const]))
  expect(new Set(shown.map(([kind]) => kind))).toEqual(new Set(TARGET_KINDS))
  expect(shown.map(([, to]) => to)).toEqual(
    expect.arrayContaining([
      "application_emoji/10/11",
      "user_install/31/10",
      "guild_install/20/10",
      "invite/20/AbCd1234"
    ])
  )
})

test("an element says what people know it by", () => {
  const texts = new Map(linesOf("").map(({ to, name, note }) => [to, `${name} · ${note}`]))
  expect(texts.get("ban/20/32")).toBe("32 · spam")
  expect(texts.get("voice_state/20/31")).toBe("alice · #general")
  expect(texts.get("emoji/20/24")).toBe(":boat: · 24")
  expect(texts.get("guild_install/20/10")).toBe("Pet Shop · 10")
})

test("the highest role comes first, and closed groups hide what they hold", () => {
  const roles = linesOf("").filter(({ kind, to }) => kind === "role" && to !== undefined)
  expect(roles.map(({ name }) => name)).toEqual(["Captain", "Crew"])
  expect(linesOf("", false).map(({ name }) => name)).toEqual([
    ...["Applications", "People", "Guilds", "Harbour", "Direct channels"]
  ])
})

test("a search shows what fits, with what it is in, and counts it", () => {
  expect(linesOf("anchor", false).map(({ name, count }) => [name, count])).toEqual([
    ["Applications", 1],
    ["Pet Shop", undefined],
    ["Emojis", 1],
    [":anchor:", undefined]
  ])
})
