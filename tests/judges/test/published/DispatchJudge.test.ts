import { describe, expect, it } from "vitest"
import { judgeDispatch } from "../../src/published/DispatchJudge.ts"
import { SLASH } from "./SamplePayload.ts"

/** The first look at a type compiles all of them, unless their code is kept already. */
const FIRST_LOOK_MS = 60_000
const TYPING = { channel_id: "1", user_id: "2", timestamp: 5 }

describe("an event is judged by its published type", { timeout: FIRST_LOOK_MS }, () => {
  it.each<[string, string, unknown]>([
    ["of one", "TYPING_START", TYPING],
    ["of an interaction by its kind", "INTERACTION_CREATE", SLASH],
    ["that a resume ends with, of which nothing is said", "RESUMED", { _trace: [] }],
    ["of a lobby, of which nothing is published", "LOBBY_MEMBER_ADD", {}]
  ])("%s", (_, t, d) => expect(judgeDispatch(t, d)).toEqual([]))
  it.each<[string, string, unknown, string]>([
    ["a field that is missing", "TYPING_START", { ...TYPING, user_id: undefined }, "required property 'user_id'"],
    ["a value of another type", "TYPING_START", { ...TYPING, timestamp: "5" }, "/timestamp must be number"],
    ["an interaction without its token", "INTERACTION_CREATE", { ...SLASH, token: undefined }, "property 'token'"],
    ["an event that nobody knows", "NONSENSE", {}, "no published type is known of the event NONSENSE"]
  ])("%s is told", (_, t, d, told) => {
    expect(judgeDispatch(t, JSON.parse(JSON.stringify(d))).join("\n")).toContain(told)
  })
})
