/** Library calls and the control plane behave alike: the same uses through both have the same results. */
import type { TypedUse, UseOfCommand } from "@backlot/client/session/SessionUse"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { CAP, parameters } from "../hostile/Runs.ts"
import { ALICE, BOB, GAMES, GENERAL, GUILD, ID, MODERATOR, SHOP, VOICE, ZOE } from "../Market.ts"
import { playing } from "../Playing.ts"
import { payloadOf, saying } from "../Stage.ts"

type Played = Effect.Success<ReturnType<typeof playing>>

/** The result of a use: the interaction that the app received, or the refusal. */
const byLibrary = Effect.fnUntraced(function* (
  { as, app }: Played,
  what: string | TypedUse | UseOfCommand,
  typing: boolean
) {
  const session = as(BOB).in(GENERAL)
  const used = yield* Effect.result(typing && typeof what === "string" ? session.type(what) : session.use(what))
  if (Result.isSuccess(used)) return { state: used.success.state, received: yield* received(app) }
  const failure = used.failure
  if (failure._tag !== "UseRefused") return yield* Effect.die(failure)
  return plain(failure)
})

const byControl = Effect.fnUntraced(function* ({ use, app }: Played, body: object) {
  const { status, text } = yield* use(BOB, GENERAL, body)
  const answer = JSON.parse(text)
  return status === 200 ? { state: answer.state, received: yield* received(app) } : plain(answer)
})

const received = (app: Played["app"]) =>
  Effect.map(app.take, (request) => {
    const { type, data } = payloadOf(request)
    return { type, data }
  })

interface Told {
  readonly reason: string
  readonly message: string
  readonly because: string
  readonly errors: unknown
}

/** The value in its JSON form. */
const plain = ({ reason, message, because, errors }: Told) => ({
  ...{ reason, message, because },
  errors: JSON.parse(JSON.stringify(errors))
})

/** The expected end of each use: delivered, or refused for a reason. */
type Ending = "responded" | "unknown" | "invisible" | "permission" | "context" | "options"

const endingOf = (outcome: object): unknown =>
  "reason" in outcome ? outcome.reason : "state" in outcome && outcome.state

const TEXTS: ReadonlyArray<readonly [Ending, string]> = [
  ["responded", "/adopt animal:Dog"],
  ["responded", "/adopt animal:animal_cat"],
  ["responded", "/aufnehmen tier:Hund rufname:Rex"],
  ["responded", "/aufnehmen animal:Katze name:Rex der Hund"],
  ["responded", String.raw`/adopt animal:"Dog" name:"Rex \"I\""`],
  ["responded", `/adopt animal:Dog keeper:<@${ALICE}>`],
  ["responded", `/adopt animal:Dog keeper:<@!${ZOE}>`],
  ["responded", "/adopt animal:Dog keeper:@Al"],
  ["responded", "/adopt animal:Dog keeper:alice smith home:#general"],
  ["responded", `/adopt animal:Dog home:<#${GENERAL}> group:<@&${MODERATOR}>`],
  ["responded", `/adopt animal:Dog whom:<@&${MODERATOR}>`],
  ["responded", "/adopt animal:Dog whom:@everyone"],
  ["responded", `/adopt animal:Dog whom:${ALICE}`],
  ["responded", "/adopt animal:Dog age:30 weight:99.5 loud:TRUE"],
  ["responded", "/care feed give food:hay amount:-2"],
  ["responded", "/pflege füttern planen"],
  ["responded", "/pflege feed plan"],
  ["responded", "/care list "],
  ["responded", "/docked"],
  ["options", "/adopt"],
  ["options", "/adopt animal:Dragon"],
  ["options", "/adopt animal: name:Rex"],
  ["options", "/adopt animal:Dog age:31 weight:100 name:x"],
  ["options", "/adopt animal:Dog age:old loud:maybe"],
  ["options", "/adopt animal:Dog keeper:<@999999999999999999>"],
  ["options", "/adopt animal:Dog keeper:nobody group:nothing home:nowhere"],
  ["options", `/adopt animal:Dog home:<#${VOICE}>`],
  ["options", "/adopt animal:Dog tail:1"],
  ["options", "/adopt animal:Dog animal:Cat"],
  ["options", '/adopt animal:"Dog'],
  ["options", '/adopt animal:"Dog"gy'],
  ["options", "/adopt Dog"],
  ["options", "/adopt animal:Dog picture:cat.png"],
  ["options", "/care"],
  ["options", "/care feed"],
  ["options", "/care feed gve food:hay"],
  ["options", "/care empty"],
  ["options", "/care feed give"],
  ["options", "/care brush"],
  ["unknown", "/adpt animal:Dog"],
  ["unknown", "/dance"],
  ["unknown", "/Adopt animal:Dog"],
  ["unknown", "adopt animal:Dog"],
  ["unknown", "/"],
  ["permission", `/ban member:<@${ALICE}>`],
  ["invisible", "/hollow"],
  ["context", "/hello"]
]

const option = (name: string, value: unknown, more: object = {}) => ({ name, value, ...more })
const sub = (type: number, name: string, ...options: ReadonlyArray<object>) => ({ type, name, options })
const DOG = option("animal", "animal_dog")
const adopt = (...options: ReadonlyArray<unknown>) => ({ id: ID.adopt, options })
const care = (...options: ReadonlyArray<unknown>) => ({ id: ID.care, options })

const GIVEN: ReadonlyArray<readonly [Ending, { readonly id: string; readonly options?: unknown }]> = [
  ["responded", adopt(DOG)],
  ["responded", adopt({ ...DOG, type: 3 }, option("age", 0), option("weight", 1.5), option("loud", false))],
  ["responded", adopt(DOG, option("keeper", ZOE), option("whom", MODERATOR), option("home", GENERAL))],
  ["responded", care(sub(2, "feed", sub(1, "give", option("food", "hay"))))],
  ["responded", care({ name: "list" })],
  ["responded", { id: ID.docked }],
  ["options", adopt()],
  ["options", adopt(option("animal", "Dog"))],
  ["options", adopt(option("animal", 5), option("age", "old"), option("tail", 1))],
  ["options", adopt({ ...DOG, type: 4 })],
  ["options", adopt({ ...DOG, type: "text" })],
  ["options", adopt(DOG, DOG)],
  ["options", adopt({ ...DOG, focused: true })],
  ["options", adopt(DOG, option("keeper", "999999999999999999"), option("home", VOICE), option("group", 5))],
  ["options", adopt(DOG, option("age", 30.5), option("weight", "1"))],
  ["options", adopt("dog")],
  ["options", { id: ID.adopt, options: "dog" }],
  ["options", care()],
  ["options", care({ name: "feed" })],
  ["options", care({ name: "list" }, { name: "feed" })],
  ["options", care(sub(2, "feed", sub(1, "give", option("food", ""))))],
  ["unknown", { id: "1" }],
  ["permission", { id: ID.ban, options: [option("member", ALICE)] }],
  ["invisible", { id: ID.hollow }],
  ["context", { id: ID.hello }]
]

const TYPED: ReadonlyArray<readonly [Ending, string]> = [
  ["responded", "/care feed give food:"],
  ["responded", '/pflege füttern give amount:2 food:"ha'],
  ["responded", "/care feed give amount:two food:hay "],
  ["options", "/adopt animal:D"],
  ["options", "/care feed give"],
  ["options", "/care feed give amount:2"],
  ["unknown", "/danc"]
]

const HEADS = ["/adopt", "/aufnehmen", "/care feed give", "/pflege füttern", "/care", "/docked", "/ban", "/hello", "/"]
const WORDS = [
  ...[
    "animal:Dog",
    "tier:Katze",
    "animal:",
    "name:",
    'name:"Rex I"',
    'rufname:"',
    "Rex",
    "age:7",
    "age:-1",
    "loud:yes"
  ],
  ...["weight:1e2", "keeper:@Al", `keeper:<@${ZOE}>`, "home:#voice", `group:<@&${MODERATOR}>`, "whom:@everyone"],
  ...["give", "feed", "plan", "list", "food:hay", "amount:2", "member:@bob", "tail:1", ":", '"', "\\", "animal"]
]

const choosing = () => Effect.succeed({ json: { type: 8, data: { choices: [{ name: "Hay", value: "hay" }] } } })

describe("library calls and control plane behave alike", () => {
  it.live.each(TEXTS)("a text that ends as %s: %s", ([ending, text]) =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const here = yield* byLibrary(played, text, false)
      assert.deepStrictEqual(here, yield* byControl(played, { text }))
      assert.strictEqual(endingOf(here), ending)
    })
  )

  it.live.each(GIVEN.map(([ending, given]) => [ending, JSON.stringify(given)] as const))(
    "options that end as %s: %s",
    ([ending, given]) =>
      Effect.gen(function* () {
        const played = yield* playing(saying("hi"))
        const { id, options } = JSON.parse(given)
        const here = yield* byLibrary(played, { command: id, options }, false)
        assert.deepStrictEqual(here, yield* byControl(played, { command_id: id, options }))
        assert.strictEqual(endingOf(here), ending)
      })
  )

  it.live.each(TYPED)("a text being typed that ends as %s: %s", ([ending, text]) =>
    Effect.gen(function* () {
      const played = yield* playing(choosing)
      const here = yield* byLibrary(played, text, true)
      assert.deepStrictEqual(here, yield* byControl(played, { text, autocomplete: true }))
      assert.strictEqual(endingOf(here), ending)
    })
  )

  it.live(
    "any text of these words",
    () =>
      Effect.gen(function* () {
        const played = yield* playing(saying("hi"))
        const alike = (text: string) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* byLibrary(played, text, false), yield* byControl(played, { text }), text)
          })
        const texts = fc
          .tuple(fc.constantFrom(...HEADS), fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }))
          .map(([head, words]) => [head, ...words].join(" "))
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(texts, (text) => Effect.runPromise(alike(text))),
            parameters(20)
          )
        )
      }),
    CAP
  )

  it.live("a file fills its option, and a file of nothing is refused", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const file = (name: string) => ({ option: name, filename: "cat.png", base64: "AA==" })
      const session = played.as(BOB).in(GENERAL)
      const used = yield* session.use({ text: "/adopt animal:Dog", attachments: [file("picture")] })
      assert.strictEqual(used.state, "responded")
      const { data } = payloadOf(yield* played.app.take)
      assert.deepInclude(Object.values(data.resolved.attachments)[0], { filename: "cat.png" })
      const wrong = { text: "/adopt animal:Dog", attachments: [file("photo")] }
      assert.deepStrictEqual(yield* byLibrary(played, wrong, false), yield* byControl(played, wrong))
    })
  )

  it.live.each<readonly [text: string, because: string]>([
    ["/adpt animal:Dog", "There is no such command here (column 1). Did you mean /adopt?"],
    ["/care brush", "There is no such subcommand (column 6). There are füttern, list, empty."]
  ])("what may be meant is told by both: %s", ([text, because]) =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      for (const told of [yield* byLibrary(played, text, false), yield* byControl(played, { text })]) {
        assert.deepInclude(told, { because })
        assert.include(JSON.stringify(told), `"message":"${because}"`)
      }
    })
  )

  it.live("where no application has commands, both name those that are installed", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"), { changes: { commands: [], command_permissions: [] } })
      const because =
        "There is no such command here (column 1). No application has slash commands here " +
        "(installed: Pet Shop, Board Games)."
      for (const told of [yield* byLibrary(played, "/adopt", false), yield* byControl(played, { text: "/adopt" })]) {
        assert.deepInclude(told, { reason: "unknown", because })
        assert.include(JSON.stringify(told), `"code":"COMMAND_TEXT_UNKNOWN_COMMAND","message":"${because}"`)
      }
    })
  )

  it.live("where no application is installed, that is said", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      for (const application of [SHOP, GAMES]) {
        yield* played.control(`/guilds/${GUILD}/installs/${application}`, { method: "DELETE" })
      }
      const { text } = yield* played.use(BOB, GENERAL, { text: "/adopt" })
      const because = "There is no such command here (column 1). No application is installed here."
      assert.deepInclude(JSON.parse(text), { reason: "unknown", because })
    })
  )

  it.live("a name that nobody has is refused by the library with the nearest one", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const told = yield* byLibrary(played, { command: "adpt" }, false)
      assert.deepInclude(told, { reason: "unknown", because: "no such command exists; did you mean adopt?" })
    })
  )

  it.live("a stale version is refused by both alike, and carries the current command", () =>
    Effect.gen(function* () {
      const played = yield* playing(saying("hi"))
      const session = played.as(BOB).in(GENERAL)
      yield* session.use("/adopt animal:Dog")
      const edit = { description: "Another" }
      const path = `/applications/${SHOP}/commands/${ID.adopt}`
      const { version } = (yield* played.shop(path, "PATCH", edit)).body as unknown as { readonly version: string }
      const failure = yield* Effect.flip(session.use("/adopt animal:Dog"))
      if (failure._tag !== "UseRefused") return yield* Effect.die(failure)
      const refused = yield* played.use(BOB, GENERAL, { text: "/adopt animal:Dog", version: "1" })
      const { command, decisions, ...told } = JSON.parse(refused.text)
      assert.deepStrictEqual(plain(failure), plain(told))
      assert.strictEqual(told.reason, "stale")
      assert.deepStrictEqual([failure.command, failure.decisions], [command, decisions])
      assert.strictEqual(failure.command?.version, version)
    })
  )
})
