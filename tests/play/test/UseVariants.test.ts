import * as Player from "@backlot/player/Player"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, BOB, type Payload, playing, saying } from "./PetShop.ts"

const hello = () => saying("hello")
const COMMANDS = "/applications/{application}/commands"
const register = (body: object) => ({ app: { post: COMMANDS, body } })
const names = (received: ReadonlyArray<Payload>) => received.map(({ data, type }) => `${data.name} ${type}`)
const targets = (received: ReadonlyArray<Payload>) => received.map(({ data }) => data.target_id)

describe("a slash command", () => {
  it.live("that is typed brings its files and its version along", () =>
    Effect.gen(function* () {
      const { perform, received } = yield* playing(hello)
      const attachments = [{ option: "picture", text: "pixels", filename: "rex.png" }]
      yield* perform({ ...ALICE_HERE, use: { text: "/adopt animal:Dog", attachments } })
      const [file] = Object.values(received[0]?.data.resolved?.attachments ?? {})
      assert.strictEqual(file?.filename, "rex.png")
      yield* perform({ use: { text: "/ban", version: "1" }, expect: { refused: "stale" } })
    })
  )

  it.live("is meant by its parts where a context menu command is called the same", () =>
    Effect.gen(function* () {
      const { play, received } = yield* playing(hello)
      yield* play(
        register({ type: 2, name: "cheer" }),
        register({ type: 1, name: "cheer", description: "Cheers" }),
        { ...ALICE_HERE, use: { command: "cheer" } },
        { menu: "cheer", on: "bob" }
      )
      assert.deepStrictEqual(targets(received), [undefined, BOB])
    })
  )

  it.live("needs a text or a command", () =>
    Effect.gen(function* () {
      const { failing } = yield* playing(hello)
      assert.strictEqual((yield* failing({ ...ALICE_HERE, use: {} })).message, "a use has `text` or `command`")
    })
  )
})

describe("a context menu command", () => {
  it.live("of a user and one of a message may be called the same: what it is on tells which is meant", () =>
    Effect.gen(function* () {
      const { play, received, player } = yield* playing(hello)
      yield* play(
        register({ type: 2, name: "Look" }),
        register({ type: 3, name: "Look" }),
        { ...ALICE_HERE, say: "at me", capture: { said: "message.id" } },
        { menu: "Look", on: "bob" },
        { menu: "Look", on: { content: "at me" } }
      )
      assert.deepStrictEqual(targets(received), [BOB, String(player.variables()["said"])])
    })
  )

  it.live("is used on a user by id too, and says whom it needs", () =>
    Effect.gen(function* () {
      const { perform, failing, received } = yield* playing(hello)
      yield* perform({ ...ALICE_HERE, menu: "Praise", on: BOB })
      assert.deepStrictEqual(names(received), ["Praise 2"])
      assert.deepInclude(yield* failing({ menu: "Praise" }), {
        _tag: "StepUnplayable",
        path: ["on"],
        message: "this menu command needs a user in `on`"
      })
    })
  )
})

describe("the picker", () => {
  it.live("shows names in the language that the step says, else in the user's own", () =>
    Effect.gen(function* () {
      const { play, perform } = yield* playing(hello)
      yield* play(
        register({
          name: "cheer",
          description: "Cheers",
          name_localizations: { fr: "acclamer", de: "jubeln" }
        })
      )
      yield* perform({ as: "bob", in: "general", picker: "jub", expect: { commands: [{ name_localized: "jubeln" }] } })
      yield* perform({ picker: "accl", locale: "fr", expect: { commands: [{ name_localized: "acclamer" }] } })
    })
  )

  it.live("can not be opened where the user is not: that is an error, and no empty picker", () =>
    Effect.gen(function* () {
      const { perform, failing } = yield* playing(hello)
      const away = { as: "zoe", in: "Harbour/general" } as const
      assert.match((yield* failing({ ...away, picker: "" })).message, /^status: 40\d was not expected/)
      assert.match((yield* failing({ ...away, explain: "ban" })).message, /was not expected/)
      yield* perform({ as: "alice", in: "Harbour/general", picker: "" })
    })
  )
})

describe("a command that was registered anew by somebody else, whose change the player is not told of", () => {
  const meals = (value: number) => ({
    name: "serve",
    description: "Serves",
    options: [{ type: 4, name: "meals", description: "How many", choices: [{ name: "One", value }] }]
  })

  it.live("is found again by its name", () =>
    Effect.gen(function* () {
      const { play, stage, received } = yield* playing(hello, { events: false })
      const other = yield* Player.make({ stage })
      yield* play({ ...ALICE_HERE, use: { command: "ban" } }, { explain: "ban" })
      yield* other.perform({ app: { delete: `${COMMANDS}/{command:ban}` } })
      yield* other.perform(register({ name: "ban", description: "Bans" }))
      yield* play({ use: { command: "ban" }, expect: { state: "responded" } })
      yield* other.perform({ app: { delete: `${COMMANDS}/{command:ban}` } })
      yield* other.perform(register({ name: "ban", description: "Bans" }))
      yield* play({ explain: "ban", expect: { usable: true } })
      assert.strictEqual(received.length, 2)
    })
  )

  it.live("is used with the values that its choices have now", () =>
    Effect.gen(function* () {
      const { play, perform, stage, received } = yield* playing(hello, { events: false })
      const other = yield* Player.make({ stage })
      const use = { command: "serve", options: { meals: "One" } }
      yield* other.perform(register(meals(1)))
      yield* play({ ...ALICE_HERE, use })
      yield* other.perform(register(meals(100)))
      yield* perform({ use, expect: { state: "responded" } })
      assert.deepStrictEqual(
        received.map(({ data }) => data.options?.[0]?.value),
        [1, 100]
      )
    })
  )

  it.live("is gone where nobody registers it again", () =>
    Effect.gen(function* () {
      const { play, failing, stage } = yield* playing(hello, { events: false })
      const other = yield* Player.make({ stage })
      yield* play({ ...ALICE_HERE, use: { command: "ban" } })
      yield* other.perform({ app: { delete: `${COMMANDS}/{command:ban}` } })
      assert.match((yield* failing({ use: { command: "ban" } })).message, /^there is no command "ban"/)
    })
  )
})
