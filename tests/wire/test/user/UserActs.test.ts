/** What users do beside messages and commands, over the control plane. The official document judges what bots read of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, LODGER, STAFF_ROOM, ZOE } from "../Harbour.ts"
import { CATEGORY, harbourside, MESSAGES, SLEEPING, TALK, THREAD } from "../Harbourside.ts"
import type { Call, Reply } from "../Stage.ts"

type Fields = Readonly<Record<string, unknown>>

const read = ({ text }: Reply) => (text === "" ? {} : JSON.parse(text)) as Fields
const resultOf = ({ status, body }: Reply): ReadonlyArray<number | undefined> => [status, body.code]
const inGeneral = (user: string, rest: string) => `/users/${user}/channels/${GENERAL}${rest}`

describe("a direct channel", () => {
  const open = (user: string, other: string) => [`/users/${user}/direct_channels/${other}`, { method: "PUT" }] as const

  it.live("is opened once by either of the two, and carries messages", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const made = yield* control(...open(BOB, ZOE))
      const { id, type, recipients } = read(made)
      assert.deepStrictEqual([made.status, type], [201, 1])
      assert.nestedPropertyVal(recipients, "[0].id", ZOE)
      const found = yield* control(...open(ZOE, BOB))
      assert.deepStrictEqual([found.status, read(found)["id"]], [200, id])
      assert.strictEqual((yield* say(ZOE, { content: "hi" }, String(id))).status, 200)
      const view = read(yield* control(`/users/${BOB}/view`))
      assert.nestedPropertyVal(view, "direct_channels[0].id", id)
      const known = yield* control(...open(ALICE, APP))
      assert.deepStrictEqual([known.status, read(known)["id"]], [200, BOT_DM])
    })
  )

  it.live("with a bot is the one that the bot opens", () =>
    Effect.gen(function* () {
      const { control, send } = yield* harbourside()
      const { id } = read(yield* control(...open(BOB, APP)))
      const { body } = yield* send("/users/@me/channels", "POST", { recipient_id: BOB })
      assert.strictEqual(body.id, id)
    })
  )

  it.live.each([
    ["with nobody", BOB, "1", 404, 10013],
    ["of nobody", "1", BOB, 404, 10013],
    ["with oneself", BOB, BOB, 400, 50033],
    ["with what is no id", BOB, "x", 400, 50035]
  ] as const)("is refused %s", ([, user, other, status, code]) =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      assert.deepStrictEqual(resultOf(yield* control(...open(user, other))), [status, code])
    })
  )

  it.live("of a group is new each time", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const path = `/users/${BOB}/direct_channels`
      const made = yield* control(path, { json: { recipients: [ALICE, ZOE], name: "crew" } })
      assert.deepStrictEqual([made.status, read(made)["type"], read(made)["name"]], [201, 3, "crew"])
      assert.strictEqual(Object(read(made)["recipients"]).length, 2)
      const again = yield* control(path, { json: { recipients: [ALICE, ZOE, BOB] } })
      assert.notStrictEqual(read(again)["id"], read(made)["id"])
      for (const json of [{}, { recipients: [] }, { recipients: ["1"] }, { recipients: [ZOE, ZOE] }, { recipients: 7 }])
        assert.deepStrictEqual(resultOf(yield* control(path, { json })), [400, 50035], JSON.stringify(json))
    })
  )
})

const MAKING = [...TALK, "CREATE_PUBLIC_THREADS"]

describe("a thread of a user", () => {
  it.live("is theirs, and public unless they say otherwise", () =>
    Effect.gen(function* () {
      const { control, send } = yield* harbourside({ everyone: MAKING })
      const made = yield* control(inGeneral(BOB, "/threads"), { json: { name: "plans" } })
      assert.strictEqual(made.status, 201)
      assert.deepInclude(read(made), { name: "plans", type: 11, parent_id: GENERAL, owner_id: BOB })
      const { body } = yield* send(`/channels/${read(made)["id"]}`, "GET")
      assert.deepInclude(body, { name: "plans", owner_id: BOB })
      const hidden = yield* control(inGeneral(BOB, "/threads"), { json: { name: "secrets", type: 12 } })
      assert.deepStrictEqual(resultOf(hidden), [403, 50013])
      assert.match(String(read(hidden)["because"]), /CREATE_PRIVATE_THREADS/)
    })
  )

  it.live("can start at a message, once", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside({ everyone: MAKING })
      const { body: said } = yield* say(ALICE, { content: "a" })
      const path = inGeneral(BOB, `/messages/${said.id}/threads`)
      const made = yield* control(path, { json: { name: "about a" } })
      assert.strictEqual(made.status, 201)
      assert.deepInclude(read(made), { id: said.id, type: 11, owner_id: BOB })
      assert.deepStrictEqual(resultOf(yield* control(path, { json: { name: "again" } })), [400, 160004])
    })
  )

  it.live.each([
    ["without the right", BOB, GENERAL, { name: "a" }, 403, 50013],
    ["without a name", ALICE, GENERAL, {}, 400, 50035],
    ["where they do not look", BOB, STAFF_ROOM, { name: "a" }, 403, 50001],
    ["in a category", ALICE, CATEGORY, { name: "a" }, 400, 50024],
    ["in a direct channel", ALICE, BOT_DM, { name: "a" }, 400, 50003]
  ] as const)("is refused %s", ([, user, channel, json, status, code]) =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const refused = yield* control(`/users/${user}/channels/${channel}/threads`, { json })
      assert.deepStrictEqual(resultOf(refused), [status, code])
    })
  )
})

describe("a pin of a user", () => {
  const put: Call = { method: "PUT" }

  it.live("is seen by all, bots too, until somebody takes it off", () =>
    Effect.gen(function* () {
      const { control, say, send } = yield* harbourside({ everyone: [...TALK, "PIN_MESSAGES"] })
      const { body: first } = yield* say(ALICE, { content: "a" })
      const { body: second } = yield* say(ALICE, { content: "b" })
      const pin = (user: string, id: string) => inGeneral(user, `/pins/${id}`)
      for (const { id } of [first, second, first]) assert.strictEqual((yield* control(pin(BOB, id), put)).status, 204)
      const pins = read(yield* control(inGeneral(ALICE, "/pins")))
      assert.strictEqual(Object(pins["items"]).length, 2)
      const { body } = yield* send(`${MESSAGES}/pins`, "GET")
      assert.nestedPropertyVal(body, "items.length", 2)
      assert.strictEqual((yield* control(pin(ALICE, first.id), { method: "DELETE" })).status, 204)
      assert.nestedPropertyVal(read(yield* control(inGeneral(BOB, "/pins"))), "items[0].message.id", second.id)
    })
  )

  it.live("is refused without the right, and of a message that is not there", () =>
    Effect.gen(function* () {
      // MANAGE_MESSAGES no longer allows it.
      const { control, say } = yield* harbourside({ everyone: [...TALK, "MANAGE_MESSAGES"] })
      const { body: said } = yield* say(BOB, { content: "a" })
      const refused = yield* control(inGeneral(BOB, `/pins/${said.id}`), put)
      assert.deepStrictEqual(resultOf(refused), [403, 50013])
      assert.match(String(read(refused)["because"]), /PIN_MESSAGES/)
      assert.deepStrictEqual(resultOf(yield* control(inGeneral(ALICE, "/pins/1"), put)), [404, 10008])
      assert.strictEqual((yield* control(`/users/${BOB}/channels/${STAFF_ROOM}/pins`)).status, 403)
    })
  )

  it.live("needs no right in a direct channel", () =>
    Effect.gen(function* () {
      const { control, say } = yield* harbourside()
      const { body: said } = yield* say(ALICE, { content: "a" }, BOT_DM)
      assert.strictEqual((yield* control(`/users/${ALICE}/channels/${BOT_DM}/pins/${said.id}`, put)).status, 204)
    })
  )
})

describe("a user who types", () => {
  it.live.each([
    ["is shown", BOB, THREAD, 204, undefined],
    ["is shown in an archived thread", BOB, SLEEPING, 204, undefined],
    ["is refused where they do not look", BOB, STAFF_ROOM, 403, 50001],
    ["is refused where nobody talks", BOB, CATEGORY, 400, 50008]
  ] as const)("%s", ([, user, channel, status, code]) =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const typed = yield* control(`/users/${user}/channels/${channel}/typing`, { method: "POST" })
      assert.deepStrictEqual(resultOf(typed), [status, code])
    })
  )

  it.live("is refused without the right to talk", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside({ everyone: ["VIEW_CHANNEL"] })
      const typed = yield* control(inGeneral(BOB, "/typing"), { method: "POST" })
      assert.deepStrictEqual(resultOf(typed), [403, 50013])
      assert.match(String(read(typed)["because"]), /SEND_MESSAGES/)
    })
  )
})

describe("a nickname of a user", () => {
  const own = (user: string) => `/users/${user}/guilds/${GUILD}/member`
  const patch = (nick: unknown): Call => ({ method: "PATCH", json: { nick } })

  it.live("is changed and removed by themselves", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside({ everyone: [...TALK, "CHANGE_NICKNAME"] })
      const named = yield* control(own(BOB), patch("Bo"))
      assert.deepStrictEqual([named.status, read(named)["nick"]], [200, "Bo"])
      assert.nestedPropertyVal(read(named), "user.id", BOB)
      assert.nestedPropertyVal(read(yield* control(`/users/${BOB}/view`)), "guilds[0].nick", "Bo")
      assert.strictEqual(read(yield* control(own(BOB), patch(null)))["nick"], null)
      assert.deepStrictEqual(resultOf(yield* control(own(BOB), patch("x".repeat(33)))), [400, 50035])
    })
  )

  it.live("needs CHANGE_NICKNAME, which an owner has", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const refused = yield* control(own(BOB), patch("Bo"))
      assert.deepStrictEqual(resultOf(refused), [403, 50013])
      assert.match(String(read(refused)["because"]), /CHANGE_NICKNAME/)
      assert.strictEqual((yield* control(own(ALICE), patch("Al"))).status, 200)
      assert.deepStrictEqual(resultOf(yield* control(own(LODGER), patch("L"))), [404, 10007])
    })
  )
})

describe("a presence of a user", () => {
  const put = (json: unknown): Call => ({ method: "PUT", json })
  const path = `/users/${BOB}/presence`

  it.live("is seen by members until they go offline, or the world begins anew", () =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      const seen = Effect.map(control(`/users/${ALICE}/guilds/${GUILD}/members?after=${ALICE}`), (reply) => {
        // One member is beyond alice.
        const [member] = read(reply)["members"] as ReadonlyArray<Fields>
        return [member?.["status"], member?.["activities"]]
      })
      assert.deepStrictEqual(yield* seen, ["offline", []])
      const chess = { name: "Chess", type: 0, state: "losing" }
      const set = yield* control(path, put({ status: "idle", activities: [chess] }))
      assert.strictEqual(set.status, 200)
      const { activities } = read(set)
      assert.deepInclude(Object(activities)[0], chess)
      assert.deepStrictEqual(yield* seen, ["idle", activities])
      const own = read(yield* control(`/users/${BOB}/view`))
      assert.deepStrictEqual(own["presences"], [
        { user_id: BOB, status: "idle", activities, client_status: { desktop: "idle" } }
      ])
      yield* control(path, put({ status: "offline", activities: [chess] }))
      assert.deepStrictEqual(yield* seen, ["offline", []])
      yield* control(path, put({ status: "dnd" }))
      assert.deepStrictEqual(yield* seen, ["dnd", []])
      yield* control("/reset", { method: "POST" })
      assert.deepStrictEqual(yield* seen, ["offline", []])
    })
  )

  it.live.each([
    ["without a status", {}],
    ["with an unknown status", { status: "away" }],
    ["with a nameless activity", { status: "online", activities: [{ type: 0 }] }],
    ["with an unknown kind of activity", { status: "online", activities: [{ name: "a", type: 6 }] }],
    ["with a client that does not exist", { status: "online", client_status: { fridge: "online" } }],
    [
      "with a party of three numbers",
      { status: "online", activities: [{ name: "a", type: 0, party: { size: [1, 2, 3] } }] }
    ],
    ["with too many activities", { status: "online", activities: Array(6).fill({ name: "a", type: 0 }) }]
  ])("is refused %s", ([, json]) =>
    Effect.gen(function* () {
      const { control } = yield* harbourside()
      assert.deepStrictEqual(resultOf(yield* control(path, put(json))), [400, 50035])
      assert.deepStrictEqual(resultOf(yield* control("/users/1/presence", put({ status: "idle" }))), [404, 10013])
    })
  )
})
