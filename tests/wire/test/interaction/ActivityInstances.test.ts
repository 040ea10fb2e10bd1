/** Instances of Activities as their application reads them, and files that clients of Activities upload. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, IDENTIFY_TOKEN, STRANGER } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }

const play = Effect.gen(function* () {
  const app = yield* RecordingEndpoint.start(() => Effect.succeed({ json: { type: 12 } }))
  const world = Play.harbour(app.url)
  const [petShop, ...others] = world.applications
  const applications = [{ ...petShop, flags: ["EMBEDDED"] }, ...others]
  const server = yield* EmbeddedServer.start({ world: { ...world, applications } })
  return { url: server.addresses.url, ...handsOn(server.addresses.url) }
})

const at = (instance: string, application = APP) => `/applications/${application}/activity-instances/${instance}`

describe("the instance of an Activity", () => {
  it.live.each([
    ["a guild", GENERAL, { id: `gc-${GUILD}-${GENERAL}`, kind: "gc", channel_id: GENERAL, guild_id: GUILD }],
    ["direct messages", BOT_DM, { id: `pc-${BOT_DM}`, kind: "pc", channel_id: BOT_DM }]
  ] as const)("of %s says where it is, and who launched it", ([, channel, location]) =>
    Effect.gen(function* () {
      const { use, rest } = yield* play
      const used = JSON.parse((yield* use(ALICE, channel, DOG)).text)
      const { activity_instance, interaction_id: launch_id } = used
      const instance_id = activity_instance.id
      const users = [ALICE]
      const answer = yield* rest(at(instance_id))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(JSON.parse(answer.text), { application_id: APP, instance_id, launch_id, location, users })
    })
  )

  it.live("is one that there is, of the application that asks, and goes with its channel", () =>
    Effect.gen(function* () {
      const { use, rest, control } = yield* play
      const { id } = JSON.parse((yield* use(BOB, GENERAL, DOG)).text).activity_instance
      assert.deepInclude(yield* rest(at("nothing")), { status: 404 })
      assert.strictEqual((yield* rest(at(id, STRANGER))).body.code, 20012)
      assert.strictEqual((yield* control(`/guilds/${GUILD}/channels/${GENERAL}`, { method: "DELETE" })).status, 204)
      assert.deepInclude(yield* rest(at(id)), { status: 404 })
    })
  )
})

describe("a file of a client of an Activity", () => {
  it.live("gets an address, at which it can be fetched", () =>
    Effect.gen(function* () {
      const { url } = yield* play
      const send = (authorization: string, form: FormData) =>
        Effect.promise(async () => {
          const path = `${url}/api/v10/applications/${APP}/attachment`
          const answer = await fetch(path, { method: "POST", body: form, headers: { authorization } })
          return { status: answer.status, body: JSON.parse(await answer.text()) }
        })
      const form = new FormData()
      form.set("file", new Blob(["moment"], { type: "text/plain" }), "moment.txt")
      for (const authorization of [`Bearer ${IDENTIFY_TOKEN}`, `Bot ${Play.BOT_TOKEN}`]) {
        const { status, body } = yield* send(authorization, form)
        assert.strictEqual(status, 200)
        const { attachment } = body
        assert.deepInclude(attachment, { filename: "moment.txt", size: 6, ephemeral: true, proxy_url: attachment.url })
        const fetched = yield* Effect.promise(async () => (await fetch(attachment.url)).text())
        assert.strictEqual(fetched, "moment")
      }
      const empty = new FormData()
      empty.set("name", "moment")
      const refused = yield* send(`Bot ${Play.BOT_TOKEN}`, empty)
      assert.deepStrictEqual([refused.status, Object.keys(refused.body.errors)], [400, ["file"]])
      assert.strictEqual((yield* send("Bot stranger-bot-token", form)).status, 403)
    })
  )
})

describe("the application by its id", () => {
  it.live("is edited as by @me, by its bot alone", () =>
    Effect.gen(function* () {
      const { rest } = yield* play
      const edit = (id: string) => rest(`/applications/${id}`, { method: "PATCH", json: { description: "Pets" } })
      assert.deepInclude(JSON.parse((yield* edit(APP)).text), { id: APP, description: "Pets" })
      assert.deepInclude(JSON.parse((yield* rest("/applications/@me")).text), { description: "Pets" })
      assert.strictEqual((yield* edit(STRANGER)).body.code, 20012)
    })
  )
})
