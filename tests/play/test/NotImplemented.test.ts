/** An app calls an operation that Backlot does not implement: the reader of its steps sees it. */
import * as Transcript from "@backlot/player/Transcript"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, GUILD, playing, saying } from "./PetShop.ts"

const REQUESTS =
  "GET /guilds/{guild_id}/member-verification (get_guild_member_verification) is not implemented by this version of Backlot"
const ANSWERED =
  "PATCH /guilds/{guild_id}/member-verification (update_guild_member_verification) is not implemented by this version of Backlot"

const ASKED = `GET /guilds/${GUILD}/member-verification`

/** An app that makes these calls as its bot before it answers. */
const asking = Effect.fnUntraced(function* (calls: () => ReadonlyArray<string>, answer: () => object) {
  let rest = ""
  const played = yield* playing(async () => {
    for (const call of calls()) {
      const [method = "", path] = call.split(" ")
      await fetch(`${rest}/v10${path}`, { method, headers: { authorization: "Bot shop-bot-token" } })
    }
    return answer()
  })
  rest = played.stage.rest_url
  /** One entry for each step. */
  const notes = () => played.player.transcript().map((entry) => entry.notes)
  return { ...played, notes }
})

describe("a call of what this version lacks", () => {
  it.live("stands below the step in which the app made it first, though the step holds", () =>
    Effect.gen(function* () {
      let calls = [ASKED]
      const { play, notes } = yield* asking(
        () => calls,
        () => saying("none")
      )
      yield* play({ ...ALICE_HERE, use: "/ban" }, { use: "/ban" })
      calls = [ASKED, `PATCH /guilds/${GUILD}/member-verification`]
      yield* play({ use: "/ban" }, { expect: { state: "responded" } })
      assert.deepStrictEqual(notes(), [[REQUESTS], [], [ANSWERED], []])
    })
  )

  it.live("is told again by a step that fails, with its trace", () =>
    Effect.gen(function* () {
      const { play, failing, player } = yield* asking(
        () => [ASKED],
        () => saying("0 bans")
      )
      yield* play({ ...ALICE_HERE, use: "/ban" })
      yield* failing({ use: "/ban", expect: { message: { content: "2 bans" } } })
      const outcome = player.played().at(-1)?.outcome
      assert.deepStrictEqual(outcome?.not_implemented, [REQUESTS])
      assert.isDefined(outcome?.trace)
      assert.include(Transcript.formatNoted(player.transcript()), `→ ${REQUESTS}`)
      // An app may call at any time, and comparisons must be stable.
      assert.notInclude(Transcript.format(player.transcript()), REQUESTS)
    })
  )

  it.live("is told by a wait that was in vain", () =>
    Effect.gen(function* () {
      const { play, failing, notes, stage } = yield* asking(
        () => [],
        () => ({ type: 5 })
      )
      yield* play({ ...ALICE_HERE, use: "/ban" })
      // A bot may go on after its deferral.
      const headers = { authorization: "Bot shop-bot-token" }
      yield* Effect.promise(() => fetch(`${stage.rest_url}/v10/guilds/${GUILD}/member-verification`, { headers }))
      yield* failing({ wait: { message: { content: "done" }, within: "1s" } })
      assert.include(notes().at(-1) ?? [], REQUESTS)
    })
  )

  it.live("is told by a wait that was in vain, though nobody used a command", () =>
    Effect.gen(function* () {
      const { failing, notes, stage } = yield* playingAlone
      const headers = { authorization: "Bot shop-bot-token" }
      // The player watches from the first step on.
      yield* failing({ ...ALICE_HERE, wait: { message: { content: "done" }, within: "10ms" } })
      yield* Effect.promise(() => fetch(`${stage.rest_url}/v10/guilds/${GUILD}/member-verification`, { headers }))
      yield* failing({ wait: { message: { content: "done" }, within: "1s" } })
      const nothing = "nothing came while it waited"
      assert.deepStrictEqual(notes(), [[nothing], [REQUESTS, nothing]])
    })
  )

  it.live("of a step of its own is why that fails, and is told once", () =>
    Effect.gen(function* () {
      const { failing, play, notes } = yield* playingAlone
      const failure = yield* failing({ app: { get: "/guilds/{guild:Harbour}/member-verification" } })
      assert.include(failure.message, `was not expected: ${REQUESTS}`)
      yield* play(
        { app: { get: "/guilds/{guild:Harbour}/member-verification" }, expect: { status: 404 } },
        { ...ALICE_HERE, use: "/ban" }
      )
      assert.deepStrictEqual(notes(), [[REQUESTS], [REQUESTS], []])
    })
  )

  it.live("says nothing of what a step that only expects is about", () =>
    Effect.gen(function* () {
      const { play } = yield* playingAlone
      yield* play(
        { ...ALICE_HERE, use: "/ban" },
        { app: { get: "/guilds/{guild:Harbour}/member-verification" }, expect: { status: 404 } },
        { expect: { state: "responded", message: { content: "hi" } } }
      )
    })
  )

  it.live("is not told of what is there and was not found", () =>
    Effect.gen(function* () {
      const { failing } = yield* playingAlone
      const failure = yield* failing({ app: { get: "/guilds/{guild:Harbour}/members/1" } })
      assert.notInclude(failure.message, "not implemented")
    })
  )
})

describe("an emoji that the app may not use", () => {
  it.live("stands below the step in which the app named it first, and fails nothing", () =>
    Effect.gen(function* () {
      const emoji = { id: "123456789012345678", name: "tick" }
      const components = [{ type: 1, components: [{ type: 2, style: 1, custom_id: "b", emoji }] }]
      const { play, notes } = yield* asking(
        () => [],
        () => ({ type: 4, data: { content: "Done", components } })
      )
      yield* play({ ...ALICE_HERE, use: "/ban", expect: { state: "responded" } }, { use: "/ban" })
      const [first = [], second] = notes()
      assert.lengthOf(first, 1)
      assert.match(
        first[0] ?? "",
        /^emoji 123456789012345678 \(tick\) at data\.components\[0\]\.components\[0\]\.emoji\.id is not in the world/
      )
      assert.deepStrictEqual(second, [])
    })
  )
})

const playingAlone = asking(
  () => [],
  () => saying("hi")
)
