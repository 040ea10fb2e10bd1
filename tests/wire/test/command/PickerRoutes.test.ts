import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  ALICE,
  BOB,
  CAROL,
  GENERAL,
  GUILD,
  ID,
  MODERATOR,
  NIGHT,
  NOTICES,
  OLGA,
  QUIET,
  SHOP_DM,
  VOICE,
  ZOE
} from "../Market.ts"
import { playing } from "../Playing.ts"
import { saying } from "../Stage.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly path?: string
  readonly options?: ReadonlyArray<{ readonly name: string }>
  readonly [text: string]: unknown
}

const open = Effect.gen(function* () {
  const { control } = yield* playing(saying("never"))
  const get = Effect.fnUntraced(function* (path: string) {
    const { status, text } = yield* control(path)
    return { status, body: JSON.parse(text) }
  })
  const list = Effect.fnUntraced(function* (user: string, channel: string, query = "") {
    const { status, body } = yield* get(`/users/${user}/channels/${channel}/commands${query}`)
    assert.strictEqual(status, 200)
    return body.commands as ReadonlyArray<Row>
  })
  const names = (user: string, channel: string, query = "") =>
    Effect.map(list(user, channel, query), (rows) => rows.map(({ path, name }) => path ?? name))
  return { get, list, names }
})

const SEEN = ["adopt", "care feed give", "care feed plan", "care list", "docked", "play", "Praise"]

describe("the commands that a user sees in a channel", () => {
  it.live("are those they may use there, each leaf one row", () =>
    Effect.gen(function* () {
      const { names } = yield* open
      assert.sameMembers(yield* names(BOB, GENERAL), SEEN)
      assert.sameMembers(yield* names(OLGA, GENERAL), [...SEEN, "ban", "Report"])
      assert.includeMembers(yield* names(BOB, SHOP_DM), ["adopt", "hello"])
      assert.notIncludeMembers(yield* names(BOB, SHOP_DM), ["docked"])
    })
  )

  it.live("of one type, or of several", () =>
    Effect.gen(function* () {
      const { names } = yield* open
      assert.deepStrictEqual(yield* names(OLGA, GENERAL, "?type=2"), ["Praise"])
      assert.deepStrictEqual(yield* names(OLGA, GENERAL, "?type=3,2"), ["Praise", "Report"])
    })
  )

  it.live("entry points only where their type is asked for", () =>
    Effect.gen(function* () {
      const { names } = yield* open
      assert.notInclude(yield* names(OLGA, GENERAL), "Launch")
      assert.deepStrictEqual(yield* names(OLGA, GENERAL, "?type=4"), ["Launch"])
    })
  )

  it.live("found by default and localized names, and by the application's name", () =>
    Effect.gen(function* () {
      const { names } = yield* open
      assert.deepStrictEqual(yield* names(BOB, GENERAL, "?query=futtern%20plan"), ["care feed plan"])
      assert.deepStrictEqual(yield* names(BOB, GENERAL, "?query=xyzzy"), [])
      assert.strictEqual((yield* names(BOB, GENERAL, "?query=adopt"))[0], "adopt")
      assert.strictEqual((yield* names(BOB, GENERAL, "?query=board"))[0], "play")
    })
  )

  it.live("have the texts of the user's language beside every dictionary", () =>
    Effect.gen(function* () {
      const { list } = yield* open
      const [row] = yield* list(BOB, GENERAL, "?query=adopt")
      assert.deepInclude(row, {
        id: ID.adopt,
        type: 1,
        name: "adopt",
        name_localizations: { de: "aufnehmen" },
        name_localized: "aufnehmen",
        description_localized: "The adopt command"
      })
      const [fallback] = yield* list(ALICE, GENERAL, "?query=adopt")
      assert.deepInclude(fallback, {
        name_localized: "adopt",
        description_localized: "Adopts an animal, if you please"
      })
      const [asked] = yield* list(ALICE, GENERAL, "?query=adopt&locale=de")
      assert.deepInclude(asked, { name_localized: "aufnehmen" })
    })
  )

  it.live("a subcommand has its path, its texts and its options; its command has the rest", () =>
    Effect.gen(function* () {
      const { list } = yield* open
      const give = (yield* list(BOB, GENERAL)).find(({ path }) => path === "care feed give")
      assert.deepInclude(give, {
        id: ID.care,
        name: "care",
        name_localized: "pflege",
        path_localized: "pflege füttern give",
        description_localized: "Gibt Futter",
        application_name: "Pet Shop"
      })
      assert.deepStrictEqual(
        give?.options?.map(({ name }) => name),
        ["food", "amount"]
      )
    })
  )

  it.live("stand whole with flatten=false", () =>
    Effect.gen(function* () {
      const { list } = yield* open
      const care = (yield* list(BOB, GENERAL, "?flatten=false&type=1")).filter(({ id }) => id === ID.care)
      assert.strictEqual(care.length, 1)
      assert.notProperty(care[0], "path")
      assert.strictEqual({ options: [] as ReadonlyArray<unknown>, ...care[0] }.options.length, 3)
    })
  )
})

describe("an explanation", () => {
  const CASES: ReadonlyArray<readonly [string, string, string, keyof typeof ID, string]> = [
    ["names the permission that is missing", BOB, GENERAL, "ban", "BAN_MEMBERS"],
    ["names the channel that forbids it", BOB, QUIET, "adopt", "USE_APPLICATION_COMMANDS"],
    ["names the time-out", CAROL, GENERAL, "adopt", "timed out"],
    ["names the age", BOB, NIGHT, "wine", "18"],
    ["names the context", BOB, GENERAL, "hello", "contexts"]
  ]
  it.live.each(CASES)("%s", ([, user, channel, command, because]) =>
    Effect.gen(function* () {
      const { get } = yield* open
      const { status, body } = yield* get(`/users/${user}/channels/${channel}/commands/${ID[command]}/explain`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.visible, body.usable], [false, false])
      const failed = body.decisions.filter(({ outcome }: { readonly outcome: string }) => outcome === "fail")
      assert.strictEqual(failed.length, 1)
      assert.include(failed[0].because, because)
    })
  )

  it.live("of a USER command where its user cannot write: listed, and not usable", () =>
    Effect.gen(function* () {
      const { get, names } = yield* open
      assert.include(yield* names(BOB, NOTICES), "Praise")
      const { body } = yield* get(`/users/${BOB}/channels/${NOTICES}/commands/${ID.Praise}/explain`)
      assert.deepStrictEqual([body.visible, body.usable], [true, false])
      assert.include(JSON.stringify(body.decisions), "SEND_MESSAGES")
    })
  )

  it.live("of what may be used has no step that failed, and begins where the chart begins", () =>
    Effect.gen(function* () {
      const { get } = yield* open
      const { body } = yield* get(`/users/${ALICE}/channels/${GENERAL}/commands/${ID.ban}/explain`)
      assert.deepStrictEqual([body.visible, body.usable], [true, true])
      assert.deepInclude(body.decisions[0], { step: "command_exists", outcome: "pass" })
    })
  )
})

describe("the surroundings of a user", () => {
  it.live("are the people, channels and roles that they can name, and who they ask for", () =>
    Effect.gen(function* () {
      const { get } = yield* open
      const { body } = yield* get(`/users/${BOB}/channels/${GENERAL}/surroundings?ids=${ZOE}`)
      assert.deepStrictEqual(body.user, { id: BOB, username: "bob", locale: "de" })
      assert.includeDeepMembers(body.users, [
        { id: ALICE, username: "alice", global_name: "Alice Smith", nick: "Al" },
        { id: ZOE, username: "zoe", global_name: null, nick: null }
      ])
      assert.includeDeepMembers(body.channels, [{ id: VOICE, name: "voice", type: 2 }])
      assert.sameDeepMembers(body.roles, [
        { id: GUILD, name: "@everyone" },
        { id: MODERATOR, name: "Moderator" }
      ])
    })
  )

  it.live("are only the people who are asked for with everyone=false", () =>
    Effect.gen(function* () {
      const { get } = yield* open
      const { body } = yield* get(`/users/${BOB}/channels/${GENERAL}/surroundings?everyone=false&ids=${ZOE},${ALICE}`)
      assert.deepStrictEqual(
        body.users.map(({ id }: { readonly id: string }) => id),
        [ZOE, ALICE]
      )
      assert.isNotEmpty(body.channels)
      assert.isNotEmpty(body.roles)
    })
  )
})

describe("a request that nobody understands", () => {
  const here = `/users/${BOB}/channels/${GENERAL}`
  it.live.each([
    ["a type that is none", `${here}/commands?type=5`, 400, "type: Value must be one of (1, 2, 3, 4)."],
    ["a type among others that is none", `${here}/commands?type=1,x`, 400, "type: Value must be one of (1, 2, 3, 4)."],
    ["a language that is none", `${here}/commands?locale=tlh`, 400, "locale: Value must be one of (ar, bg,"],
    ["a wish to flatten that is none", `${here}/commands?flatten=maybe`, 400, "flatten: Value must be one of"],
    ["a user that is none", `/users/nobody/channels/${GENERAL}/commands`, 400, "nobody"],
    ["an unknown user", `/users/1/channels/${GENERAL}/commands`, 404, "Unknown User"],
    ["an unknown channel", `/users/${BOB}/channels/1/commands`, 404, "Unknown Channel"],
    ["somebody who is not there", `/users/${ZOE}/channels/${GENERAL}/commands`, 404, "Unknown Member"],
    ["an unknown command", `${here}/commands/1/explain`, 404, "Unknown application command"],
    ["a command that nobody has", `${here}/commands/adoptx/explain`, 400, "adoptx"],
    [
      "a conversation of others",
      `/users/${ALICE}/channels/${SHOP_DM}/commands/${ID.adopt}/explain`,
      404,
      "Unknown Channel"
    ],
    ["a wish for everyone that is none", `${here}/surroundings?everyone=1`, 400, "everyone: Value must be one of"],
    ["ids that are none", `${here}/surroundings?ids=1,x`, 400, 'ids: Value "x" is not snowflake.'],
    ["too many ids", `${here}/surroundings?ids=${"1,".repeat(101)}`, 400, "ids: Must be 100 or fewer in length."]
  ] as const)("%s", ([, path, status, message]) =>
    Effect.gen(function* () {
      const { get } = yield* open
      const refused = yield* get(path)
      assert.strictEqual(refused.status, status)
      assert.include(refused.body.message, message)
    })
  )
})
