import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { type Call, call, payloadOf, saying, silent, stage } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, MODERATOR, STAFF, STAFF_ROOM, ZOE } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }

const guild = (rest = "") => `/guilds/${GUILD}${rest}`
const application = `/applications/${APP}`

/** The outcome of a use: its state, or the reason for its refusal. */
const outcome = ({ body }: { readonly body: { readonly state?: string; readonly reason?: string } }) =>
  body.reason ?? body.state

describe("a change of the world", () => {
  interface Change extends Call {
    readonly path: string
  }
  const patch = (path: string, json: unknown): Change => ({ path, method: "PATCH", json })
  const put = (path: string, json: unknown): Change => ({ path, method: "PUT", json })
  const remove = (path: string): Change => ({ path, method: "DELETE" })
  const bob = guild(`/members/${BOB}`)
  const general = guild(`/channels/${GENERAL}`)

  type Row = readonly [what: string, command: string, before: string, after: string, changes: ReadonlyArray<Change>]

  it.live.each<Row>([
    ["a role's permissions", ADOPT, "responded", "permission", [patch(guild(`/roles/${GUILD}`), { permissions: "0" })]],
    [
      "a member's roles",
      STAFF,
      "permission",
      "responded",
      [patch(guild(`/roles/${MODERATOR}`), { permissions: ["MANAGE_GUILD"] }), patch(bob, { roles: [MODERATOR] })]
    ],
    [
      "a member's time-out",
      ADOPT,
      "responded",
      "permission",
      [patch(bob, { timed_out_until: "2090-01-01T00:00:00Z" })]
    ],
    [
      "a channel's overwrites",
      ADOPT,
      "responded",
      "permission",
      [patch(general, { permission_overwrites: [{ id: GUILD, type: 0, deny: ["USE_APPLICATION_COMMANDS"] }] })]
    ],
    ["an installation's end", ADOPT, "responded", "invisible", [remove(guild(`/installs/${APP}`))]],
    [
      "an installation of the user, which takes the place of the guild's",
      ADOPT,
      "responded",
      "responded",
      [put(`/users/${BOB}/installs/${APP}`, {}), remove(guild(`/installs/${APP}`))]
    ],
    ["the guild's owner", STAFF, "permission", "responded", [patch(guild(), { owner_id: BOB })]]
  ])("has its effect on the use of a command at once: %s", ([, command_id, before, after, changes]) =>
    Effect.gen(function* () {
      const { control, use } = yield* stage(saying("Done"))
      const asked = command_id === ADOPT ? DOG : { command_id }
      assert.strictEqual(outcome(yield* use(BOB, GENERAL, asked)), before)
      for (const { path, ...sent } of changes) assert.oneOf((yield* control(path, sent)).status, [200, 201, 204])
      assert.strictEqual(outcome(yield* use(BOB, GENERAL, asked)), after)
    })
  )

  it.live("has its effect at once: a channel's age restriction", () =>
    Effect.gen(function* () {
      const { control, rest, use } = yield* stage(saying("Done"))
      const path = `/applications/${APP}/commands`
      const { body } = yield* rest(path, { json: { name: "rum", description: "A bottle of it", nsfw: true } })
      const asked = { command_id: Reflect.get(body, "id") }
      assert.notStrictEqual(outcome(yield* use(BOB, GENERAL, asked)), "responded")
      yield* control(general, patch(general, { nsfw: true }))
      assert.strictEqual(outcome(yield* use(BOB, GENERAL, asked)), "responded")
    })
  )

  it.live("has its effect on the picker at once, there and back", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const names = Effect.map(control(`/users/${BOB}/channels/${GENERAL}/commands`), ({ text }) =>
        JSON.parse(text).commands.map(({ name }: { readonly name: string }) => name)
      )
      const before = yield* names
      assert.include(before, "adopt")
      const install = (yield* control(guild(`/installs/${APP}`))).body
      yield* control(guild(`/installs/${APP}`), { method: "DELETE" })
      assert.deepStrictEqual(yield* names, [])
      yield* control(guild(`/installs/${APP}`), { method: "PUT", json: install })
      assert.deepStrictEqual(yield* names, before)
    })
  )

  it.live("is told to whoever reads the events", () =>
    Effect.gen(function* () {
      const { control, server } = yield* stage(silent)
      yield* control(bob, patch(bob, { nick: "Bobby" }))
      const told = yield* Effect.promise(async () => {
        const stop = new AbortController()
        const url = `${server.addresses.url}/control/v1/events`
        const stream = await fetch(url, { headers: { "last-event-id": "0" }, signal: stop.signal })
        let text = ""
        for await (const chunk of stream.body ?? []) {
          text += new TextDecoder().decode(chunk)
          if (/event: member\.updated\n(.*\n)*?\n/.test(text)) break
        }
        stop.abort()
        return text
      })
      assert.match(told, new RegExp(`"user_id":"${BOB}".*"nick":"Bobby"`))
    })
  )
})

describe("an element", () => {
  it.live("is created by PUT with 201 and replaced with 200, its shape that of the world file", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const path = guild("/roles/200000000000000019")
      const pilot = yield* control(path, { method: "PUT", json: { name: "Pilot" } })
      assert.strictEqual(pilot.status, 201)
      assert.deepEqual<unknown>(pilot.body, {
        id: "200000000000000019",
        name: "Pilot",
        permissions: "0",
        position: 2
      })
      const again = yield* control(path, { method: "PUT", json: { name: "Helmsman", permissions: ["CONNECT"] } })
      assert.strictEqual(again.status, 200)
      assert.deepEqual<unknown>((yield* control(path)).body, again.body)
    })
  )

  it.live("that is deleted is gone: 204, then 404 in words", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const path = guild(`/roles/${MODERATOR}`)
      assert.strictEqual((yield* control(path, { method: "DELETE" })).status, 204)
      for (const method of ["GET", "DELETE"]) {
        const { status, body } = yield* control(path, { method })
        assert.strictEqual(status, 404)
        assert.deepEqual<unknown>(body, { message: "Unknown Role", code: 10011 })
      }
    })
  )

  it.live("that breaks rules is refused with each fault at its field, and nothing is changed", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const path = guild(`/channels/${STAFF_ROOM}`)
      const before = (yield* control(path)).body
      const json = { id: "1", name: "", parent_id: "2", colour: "blue" }
      const { status, body } = yield* control(path, { method: "PATCH", json })
      assert.strictEqual(status, 400)
      assert.sameMembers(Object.keys(Object(body.errors)), ["id", "name", "parent_id", "colour"])
      assert.deepStrictEqual((yield* control(path)).body, before)
    })
  )

  it.live("that others still need is refused in words", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const { status, text } = yield* control(`/users/${ALICE}`, { method: "DELETE" })
      assert.strictEqual(status, 400)
      assert.include(text, '"message":"This user owns the guild Harbour')
    })
  )
})

describe("an application", () => {
  it.live("answers to its new bot token and no longer to the old one", () =>
    Effect.gen(function* () {
      const { control, rest, server } = yield* stage(silent)
      yield* control(application, { method: "PATCH", json: { bot: { token: "another-token" } } })
      assert.strictEqual((yield* rest("/applications/@me")).status, 401)
      const headers = { authorization: "Bot another-token" }
      assert.strictEqual((yield* call(`${server.addresses.url}/api/v10/applications/@me`, { headers })).status, 200)
    })
  )

  it.live("gets its entry point when EMBEDDED turns on, and loses it when that turns off", () =>
    Effect.gen(function* () {
      const { control, rest } = yield* stage(silent)
      const entries = Effect.map(
        rest(`/applications/${APP}/commands`),
        ({ text }) => JSON.parse(text).filter(({ type }: { readonly type: number }) => type === 4).length
      )
      assert.strictEqual(yield* entries, 0)
      yield* control(application, { method: "PATCH", json: { flags: ["EMBEDDED"] } })
      assert.strictEqual(yield* entries, 1)
      yield* control(application, { method: "PATCH", json: { description: "Pets" } })
      assert.strictEqual(yield* entries, 1)
      yield* control(application, { method: "PATCH", json: { flags: [] } })
      assert.strictEqual(yield* entries, 0)
    })
  )

  it.live("is delivered to at an endpoint that was never probed", () =>
    Effect.gen(function* () {
      const { app, control, use } = yield* stage(saying("Here"))
      yield* control(application, { method: "PATCH", json: { interactions_endpoint_url: null } })
      yield* control(application, { method: "PATCH", json: { interactions_endpoint_url: app.url } })
      assert.strictEqual(outcome(yield* use(BOB, GENERAL, DOG)), "responded")
      assert.strictEqual(payloadOf(yield* app.take).type, 2)
    })
  )
})

describe("an interaction whose surroundings were deleted", () => {
  it.live.each<readonly [what: string, path: string]>([
    ["user", `/users/${BOB}`],
    ["channel", guild(`/channels/${GENERAL}`)],
    ["guild", guild()],
    ["application", application]
  ])("is unknown to its application, and ends in its time: the %s", ([, path]) =>
    Effect.gen(function* () {
      const { advance, app, control, interaction, server, use } = yield* stage(silent, { clock: "frozen" })
      const { body } = yield* use(BOB, GENERAL, DOG, "?wait=false")
      const { id, token } = payloadOf(yield* app.take)
      assert.strictEqual((yield* control(path, { method: "DELETE" })).status, 204)
      const answer = { json: { type: 4, data: { content: "Too late" } } }
      const callback = yield* call(`${server.addresses.url}/api/v10/interactions/${id}/${token}/callback`, answer)
      assert.deepStrictEqual([callback.status, callback.body.code], [404, 10062])
      assert.strictEqual((yield* advance(3_000)).status, 200)
      const { state } = (yield* interaction(body.interaction_id)).body
      assert.strictEqual(state, "timed_out")
    })
  )

  it.live("takes no follow-up any more: 50027", () =>
    Effect.gen(function* () {
      const { app, control, server, use } = yield* stage(saying("Ahoy"))
      yield* use(BOB, GENERAL, DOG)
      const { token } = payloadOf(yield* app.take)
      yield* control(`/users/${BOB}`, { method: "DELETE" })
      const hook = `${server.addresses.url}/api/v10/webhooks/${APP}/${token}`
      const more = yield* call(hook, { json: { content: "More" } })
      assert.deepStrictEqual([more.status, more.body.code], [401, 50027])
      const edit = yield* call(`${hook}/messages/@original`, { method: "PATCH", json: { content: "Other" } })
      assert.deepStrictEqual([edit.status, edit.body.code], [401, 50027])
    })
  )

  it.live("ends as failed when its endpoint answers: the trace says why", () =>
    Effect.gen(function* () {
      const gone = Promise.withResolvers<void>()
      const { app, control, interaction, use } = yield* stage(() =>
        Effect.as(
          Effect.promise(() => gone.promise),
          { json: { type: 4, data: { content: "Late" } } }
        )
      )
      const { body } = yield* use(BOB, GENERAL, DOG, "?wait=false")
      yield* app.take
      yield* control(guild(`/channels/${GENERAL}`), { method: "DELETE" })
      gone.resolve()
      const ended = yield* Effect.eventually(
        Effect.filterOrFail(interaction(body.interaction_id), (seen) => seen.body.state !== "pending")
      )
      assert.strictEqual(ended.body.state, "failed")
      assert.include(ended.body.error, `the channel ${GENERAL} of the interaction was deleted`)
      assert.strictEqual((yield* control("/world")).status, 200)
    })
  )
})

describe("a direct channel", () => {
  it.live("is put and deleted like any other element", () =>
    Effect.gen(function* () {
      const { control } = yield* stage(silent)
      const json = { type: 3, recipients: [ALICE, BOB, ZOE] }
      const group = yield* control("/direct_channels/400000000000000009", { method: "PUT", json })
      assert.strictEqual(group.status, 201)
      const twin = yield* control("/direct_channels/400000000000000008", {
        method: "PUT",
        json: { recipients: [APP, ALICE] }
      })
      assert.strictEqual(twin.status, 400)
      assert.strictEqual((yield* control(`/direct_channels/${BOT_DM}`, { method: "DELETE" })).status, 204)
    })
  )
})
