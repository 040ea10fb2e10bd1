/** The body of a presence that a user sets. */
import { assert, describe, it } from "@effect/vitest"
import { formatPath } from "../../src/error/Fault.ts"
import { judgePresence, SetPresence, wantedPresence } from "../../src/gateway/PresenceBody.ts"
import { decoder } from "../../src/validation/Shape.ts"

const decode = decoder(SetPresence)
const faultsOf = (activity: object, beside: object = {}) => {
  const { value, faults } = decode({
    status: "online",
    activities: [{ name: "Chess", type: 0, ...activity }],
    ...beside
  })
  return [...faults, ...judgePresence(value)].map(({ path, code }) => `${formatPath(path)} ${code}`)
}

const FULL = {
  name: "Chess",
  type: 0,
  state: "winning",
  details: "endgame",
  url: "https://example.com/chess",
  state_url: "https://example.com/state",
  details_url: "https://example.com/details",
  status_display_type: 1,
  created_at: 5,
  timestamps: { start: 1, end: 2 },
  application_id: "1",
  emoji: { name: "pawn", id: "7", animated: true },
  party: { id: "p", size: [1, 2] },
  assets: { large_image: "board", small_text: "black" },
  instance: true,
  flags: 3,
  buttons: ["Watch", "Join"],
  sync_id: "s",
  session_id: "t"
}

describe("a presence of a user", () => {
  it("keeps every field of an activity, and the clients", () => {
    const sent = { status: "online", activities: [FULL], client_status: { mobile: "idle", web: "online" } }
    const { value, faults } = decode(sent)
    assert.deepStrictEqual([...faults, ...judgePresence(value)], [])
    assert.deepStrictEqual(JSON.parse(JSON.stringify(wantedPresence(value))), sent)
  })

  it("leaves out what is null, and is at a desk unless it says otherwise", () => {
    const { value } = decode({
      status: "dnd",
      activities: [{ ...FULL, details: null, party: null }],
      client_status: {}
    })
    const { activities, client_status } = wantedPresence(value)
    assert.deepStrictEqual(client_status, { desktop: "dnd" })
    assert.doesNotHaveAnyKeys(activities[0] ?? {}, ["details", "party"])
  })

  it.each([
    [{ details: "x".repeat(129) }, "activities[0].details BASE_TYPE_MAX_LENGTH"],
    [{ url: "x".repeat(513) }, "activities[0].url BASE_TYPE_BAD_LENGTH"],
    [{ timestamps: { start: -1 } }, "activities[0].timestamps.start NUMBER_TYPE_MIN"],
    [{ timestamps: 5 }, "activities[0].timestamps MODEL_TYPE_CONVERT"],
    [{ emoji: {} }, "activities[0].emoji.name BASE_TYPE_REQUIRED"],
    [{ emoji: { name: "x", id: "y" } }, "activities[0].emoji.id NUMBER_TYPE_COERCE"],
    [{ party: { size: [1] } }, "activities[0].party.size BASE_TYPE_BAD_LENGTH"],
    [{ party: { size: [1, 2, 3] } }, "activities[0].party.size BASE_TYPE_BAD_LENGTH"],
    [{ assets: { large_text: "x".repeat(513) } }, "activities[0].assets.large_text BASE_TYPE_BAD_LENGTH"],
    [{ buttons: ["a", "b", "c"] }, "activities[0].buttons BASE_TYPE_MAX_LENGTH"],
    [{ buttons: ["x".repeat(33)] }, "activities[0].buttons[0] BASE_TYPE_BAD_LENGTH"],
    [{ flags: 2 ** 31 }, "activities[0].flags NUMBER_TYPE_MAX"]
  ])("refuses %j", (activity, expected) => {
    assert.deepStrictEqual(faultsOf(activity), [expected])
  })

  it("refuses a client that is offline", () => {
    assert.deepStrictEqual(faultsOf({}, { client_status: { web: "offline" } }), ["client_status.web BASE_TYPE_CHOICES"])
  })
})
