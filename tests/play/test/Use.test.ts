import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, ALICE_HERE, BOB, type Payload, playing, saying } from "./PetShop.ts"

const echo = ({ data, type }: Payload): object =>
  type === 4
    ? { type: 8, data: { choices: [{ name: `${data.options?.[0]?.value}og`, value: "dog" }] } }
    : saying(`${data.name} ${(data.options ?? []).map(({ value }) => value).join(", ")}`)

const PIXEL = { text: "pixels", filename: "rex.png", content_type: "image/png" }

describe("a slash command", () => {
  it.live("is used as it is typed, and its answer is the message that the user sees", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const outcome = yield* perform({
        ...ALICE_HERE,
        use: "/adopt animal:Dog name:Rex",
        expect: { state: "responded", message: { content: "adopt Dog, Rex", ephemeral: false } }
      })
      assert.deepInclude(outcome, { state: "responded", response: { type: 4, ephemeral: false } })
    })
  )

  it.live("is used by its parts: users and choices by name, subcommands by words", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(echo)
      yield* play(
        { ...ALICE_HERE, use: { command: "adopt", options: { animal: "Dog", owner: "bob" } } },
        { use: { command: "care feed give", options: { meals: "Two" } } },
        { use: { command: "/adopt", options: [{ name: "animal", value: "Cat" }] } }
      )
      assert.deepStrictEqual<ReadonlyArray<unknown>>(
        received.map(({ data }) => data.options),
        [
          [
            { name: "animal", type: 3, value: "Dog" },
            { name: "owner", type: 6, value: BOB }
          ],
          [
            {
              name: "feed",
              type: 2,
              options: [{ name: "give", type: 1, options: [{ name: "meals", type: 4, value: 2 }] }]
            }
          ],
          [{ name: "animal", type: 3, value: "Cat" }]
        ]
      )
    })
  )

  it.live("brings files along", () =>
    Effect.gen(function* () {
      const { perform, received } = yield* playing(echo)
      const attachments = [{ option: "picture", ...PIXEL }]
      yield* perform({ ...ALICE_HERE, use: { command: "adopt", options: { animal: "Dog" }, attachments } })
      const [file] = Object.values(received[0]?.data.resolved?.attachments ?? {})
      assert.deepInclude(Object(file), { filename: "rex.png", content_type: "image/png", size: 6 })
    })
  )

  it.live("that a user may not use is refused for its reason, and fails the step that did not expect it", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(echo)
      const outcome = yield* perform({ as: "bob", in: "#general", use: "/ban", expect: { refused: "permission" } })
      assert.isTrue(outcome.decisions?.some((decision) => decision.outcome === "fail"))
      const failure = yield* failing({ use: "/ban" })
      assert.strictEqual(failure._tag, "ExpectationFailed")
      assert.match(failure.message, /refused: "permission" was not expected: .*default_member_permissions/)
    })
  )

  it.live("of an outdated version is refused as stale", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const use = { command: "ban", version: "1" }
      assert.strictEqual((yield* perform({ ...ALICE_HERE, use, expect: { refused: "stale" } })).refused, "stale")
    })
  )

  it.live("that was registered anew meanwhile is found again by its name", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(echo)
      const use = { command: "ban" }
      yield* play(
        { ...ALICE_HERE, use },
        { app: { delete: "/applications/{application}/commands/{command:ban}" } },
        { app: { post: "/applications/{application}/commands", body: { name: "ban", description: "Bans" } } },
        { use }
      )
      assert.strictEqual(received.length, 2)
    })
  )

  it.live("nobody has is refused as unknown when typed, and named when it is meant by its parts", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(echo)
      yield* perform({ ...ALICE_HERE, use: "/adpot", expect: { refused: "unknown", because: "/adopt/" } })
      const failure = yield* failing({ use: { command: "adpot" } })
      assert.strictEqual(failure.message, 'there is no command "adpot"; did you mean "adopt"?')
      assert.deepInclude(failure, { _tag: "StepUnplayable", path: ["use", "command"] })
      const subcommand = yield* failing({ use: { command: "care groom" } })
      assert.strictEqual(subcommand.message, '/care has no subcommand "groom"')
    })
  )
})

describe("the picker", () => {
  it.live("shows choices while the user types", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const outcome = yield* perform({ ...ALICE_HERE, type: "/adopt animal:d", expect: { choices: [{ name: "dog" }] } })
      assert.deepInclude(outcome.choices?.[0], { name: "dog", value: "dog" })
    })
  )

  it.live("finds what the user may use, in their language", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const names = (commands: ReadonlyArray<unknown> = []) => commands.map((one) => Object(one).name)
      assert.include(names((yield* perform({ ...ALICE_HERE, picker: "" })).commands), "ban")
      assert.notInclude(names((yield* perform({ as: "bob", picker: "" })).commands), "ban")
      assert.deepStrictEqual(names((yield* perform({ picker: "adop" })).commands), ["adopt"])
    })
  )

  it.live("explains why a command is not there", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(echo)
      yield* perform({
        as: "bob",
        in: "general",
        explain: "ban",
        expect: { visible: false, usable: false, decisions: { $contains: [{ outcome: "fail" }] } }
      })
      yield* perform({ as: "alice", explain: "ban", expect: { visible: true, usable: true } })
      assert.match((yield* failing({ explain: "bann" })).message, /there is no command "bann"; did you mean "ban"\?/)
    })
  )
})

describe("a context menu command", () => {
  it.live("is used on a user by name", () =>
    Effect.gen(function* () {
      const { perform, received } = yield* playing(echo)
      yield* perform({ ...ALICE_HERE, menu: "Praise", on: "bob" })
      assert.strictEqual(received[0]?.data.target_id, BOB)
    })
  )

  it.live("is used on a message, the newest unless it says which", () =>
    Effect.gen(function* () {
      const { play, received, player } = yield* playing(echo)
      yield* play(
        { ...ALICE_HERE, say: "first", capture: { first: "message.id" } },
        { say: "second", capture: { second: "message.id" } },
        { menu: "Report" },
        { menu: "Report", on: { content: "first" } },
        { menu: "Report", on: "${first}" }
      )
      const { first, second } = player.variables()
      // Answers of the app are messages, too: the newest of the first use was `second`.
      assert.deepStrictEqual(
        received.map(({ data }) => data.target_id),
        [second, first, first].map(String)
      )
    })
  )
})

describe("an interaction", () => {
  it.live("speaks the language that the step says, else the user's own", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(echo)
      yield* play({ as: "bob", in: "general", use: "/adopt animal:x" }, { use: "/adopt animal:x", locale: "fr" })
      assert.deepStrictEqual(
        received.map(({ locale }) => locale),
        ["de", "fr"]
      )
    })
  )

  it.live("that was deferred is seen completed by a later step that only expects", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(() => ({ type: 5 }))
      yield* play(
        // A step that expects a deferral does not wait for its completion.
        { ...ALICE_HERE, use: "/adopt animal:Dog", expect: { state: "deferred", within: "5s" } },
        {
          app: { patch: "/webhooks/{application}/{token}/messages/@original", body: { content: "late" } },
          expect: { status: 200 }
        },
        { expect: { state: "responded", message: { content: "late" } } }
      )
      yield* perform({ expect: { status: 200 } })
    })
  )

  it.live("is waited for where its state may be any of an app's", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const outcome = yield* perform({ ...ALICE_HERE, use: "/ban", expect: { state: { $not: "failed" } } })
      assert.strictEqual(outcome.state, "responded")
    })
  )

  it.live("that nobody answers is pending until its time is over", () =>
    Effect.gen(function* () {
      const { play, failing, player } = yield* playing(() => undefined)
      yield* play(
        // A step that expects this does not wait.
        { ...ALICE_HERE, use: "/ban", expect: { state: "pending", within: "5s" } },
        { advance: "3s" },
        { expect: { state: "timed_out", error: "/did not respond/" } }
      )
      const failure = yield* failing({ expect: {} })
      assert.match(failure.message, /state: "timed_out" was not expected/)
      assert.isAbove(player.played().at(-1)?.outcome?.trace?.length ?? 0, 1)
    })
  )

  it.live("has the service time from its use to the app's answer", () =>
    Effect.gen(function* () {
      const { play, failing } = yield* playing(() => undefined)
      yield* play(
        { ...ALICE_HERE, use: "/ban", expect: { state: "pending" } },
        { advance: "1500ms" },
        { app: { post: "/interactions/{interaction}/{token}/callback", auth: "none", body: saying("hi") } },
        { expect: { state: "responded", service_time: 1500, trace: [{ what: "created" }, { what: "acknowledged" }] } },
        { expect: { service_time: { $atMost: "2s" } } }
      )
      assert.match((yield* failing({ expect: { service_time: { $below: "1s" } } })).message, /service_time: 1500/)
    })
  )
})

describe("a name", () => {
  it.live("that nobody has fails the step with those that are near", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(echo)
      const failures = [
        [{ use: "/ban" }, ["as"], "no user acts yet: the first step needs `as`"],
        [{ as: "alice", use: "/ban" }, ["in"], "no channel is known yet: the first step needs `in`"],
        [{ as: "alise", in: "general", use: "/ban" }, ["as"], 'there is no user "alise"; did you mean "alice"?'],
        [{ as: "bob", in: "genral", use: "/ban" }, ["in"], 'there is no channel "genral"; did you mean "#general"?'],
        [
          { as: "carol", in: "general", use: "/ban" },
          ["in"],
          '"general" is a channel of several guilds; use one of Harbour/general, Island/general'
        ]
      ] as const
      for (const [step, path, message] of failures) {
        assert.deepInclude(yield* failing(step), { _tag: "StepUnplayable", path, message })
      }
    })
  )

  it.live("of several guilds is told apart by the guild, or by where the user is", () =>
    Effect.gen(function* () {
      const { perform } = yield* playing(echo)
      const inIsland = yield* perform({ as: "carol", in: "Island/general", say: "hi" })
      assert.strictEqual(inIsland.message?.["channel_id"], "200000000000000031")
      const own = yield* perform({ as: ALICE, in: "200000000000000021", say: "hi" })
      assert.strictEqual(own.message?.["channel_id"], "200000000000000021")
    })
  )

  it.live("that the world got meanwhile is known", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(echo)
      yield* play(
        { ...ALICE_HERE, say: "hi" },
        { world: { put: "/users/300000000000000009", body: { username: "dave" } }, expect: { status: 201 } },
        { world: { put: "/guilds/Harbour/members/dave", body: {} }, expect: { status: 201 } },
        { as: "dave", say: "here I am" }
      )
    })
  )
})
