/** What libraries send and read when they start and register, replayed byte for byte: wire-rest.md §0 and §8. */
import { API } from "@discordjs/core"
import { REST } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LIBRARY_SYNCS, SC_ENTRY_POINT } from "./LibrarySyncs.ts"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { type Exchange, wireOf } from "./Wire.ts"
import { ACTIVITY_APP, ACTIVITY_BOT, ALICE, APP, activityWorld, BOT, GUILD } from "./World.ts"

const SCOPES = {
  global: `/applications/${APP}/commands`,
  guild: `/applications/${APP}/guilds/${GUILD}/commands`
} as const

type Scope = keyof typeof SCOPES

const SYNCS = LIBRARY_SYNCS.flatMap((sync) =>
  (["global", "guild"] as const).map((scope): [string, Scope, typeof sync] => [sync.library, scope, sync])
)

interface Listed {
  readonly id: string
  readonly version: string
  readonly type: number
  readonly name: string
}

const named = (list: ReadonlyArray<{ readonly type?: number; readonly name: string }>) =>
  list.map(({ type = 1, name }) => ({ type, name }))

const stamps = ({ json }: Exchange) => json.map(({ id, version }: Listed) => ({ id, version }))

describe.each(STORAGES)("library bodies, on %s storage", (storage) => {
  let server: LiveServer
  const wire = (version: string, headers: Readonly<Record<string, string>> = {}) =>
    wireOf(`${server.ready.rest_url}${version}`, { authorization: BOT, ...headers })

  beforeAll(async () => {
    server = await startServer({ storage, world: activityWorld, args: ["--limits", "enforce"] })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  it.each(SYNCS)("a %s sync of %s commands is answered, and a second one changes nothing", async (_, scope, sync) => {
    const ask = wire(sync.version, sync.headers)
    const first = await ask("PUT", SCOPES[scope], { body: sync[scope] })
    expect(first.status).toBe(200)
    expect(named(first.json)).toEqual(named(sync[scope]))
    const second = await ask("PUT", SCOPES[scope], { body: sync[scope] })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(stamps(await ask("GET", SCOPES[scope]))).toEqual(stamps(first))
  })

  it.each(SYNCS)("each %s body of %s commands is upserted by POST without a change", async (_, scope, sync) => {
    const ask = wire(sync.version, sync.headers)
    const { json: registered } = await ask("PUT", SCOPES[scope], { body: sync[scope] })
    for (const [index, body] of sync[scope].entries()) {
      expect(await ask("POST", SCOPES[scope], { body })).toMatchObject({ status: 200, json: registered[index] })
    }
    expect((await ask("GET", `${SCOPES[scope]}?with_localizations=true`)).json).toEqual(registered)
  })

  it.each(SYNCS)("%s: a list of %s commands with localizations, sent back, changes nothing", async (_, scope, sync) => {
    const ask = wire(sync.version, sync.headers)
    await ask("PUT", SCOPES[scope], { body: sync[scope] })
    const received = await ask("GET", `${SCOPES[scope]}?with_localizations=true`)
    const again = await ask("PUT", SCOPES[scope], { body: received.json })
    expect([again.status, again.text]).toEqual([200, received.text])
  })

  it.each(SYNCS)("%s: a plain list of %s commands, sent back, keeps every id", async (_, scope, sync) => {
    const ask = wire(sync.version, sync.headers)
    await ask("PUT", SCOPES[scope], { body: sync[scope] })
    const received = await ask("GET", SCOPES[scope])
    const again = await ask("PUT", SCOPES[scope], { body: received.json })
    expect([again.status, again.json.map(({ id }: Listed) => id)]).toEqual([
      200,
      received.json.map(({ id }: Listed) => id)
    ])
  })

  it("slash-create finds its own JSON in what it receives, and an entry point kept by id", async () => {
    const list = `/applications/${ACTIVITY_APP}/commands`
    const ask = wire("/v10", { authorization: ACTIVITY_BOT })
    const [launch] = (await ask("GET", `${list}?with_localizations=true`)).json
    const body = [
      { ...SC_ENTRY_POINT, id: launch.id },
      { type: 3, name: "Pin it", description: "", contexts: null }
    ]
    const first = await ask("PUT", list, { body })
    expect(first.json).toMatchObject(body)
    const second = await ask("PUT", list, { body })
    expect(second.text).toBe(first.text)
  })

  it("a renamed command keeps its id when its id is sent along", async () => {
    const ask = wire("/v10")
    const [{ id }] = (await ask("PUT", SCOPES.global, { body: [{ name: "before", description: "d" }] })).json
    const renamed = await ask("PUT", SCOPES.global, { body: [{ id, name: "after", description: "d" }] })
    expect(renamed.json).toMatchObject([{ id, name: "after" }])
  })

  it("discord.py logs in: the user and the application have the keys that it requires", async () => {
    const ask = wire("/v10", LIBRARY_SYNCS[1]?.headers)
    expect(await ask("GET", "/users/@me")).toMatchObject({
      status: 200,
      json: { id: APP, username: "Pet Shop", discriminator: "0", avatar: null, bot: true }
    })
    expect(await ask("GET", "/oauth2/applications/@me")).toMatchObject({
      status: 200,
      json: {
        id: APP,
        name: "Pet Shop",
        description: "",
        icon: null,
        bot_public: true,
        bot_require_code_grant: false,
        owner: { id: ALICE, username: "alice", discriminator: "0", avatar: null },
        verify_key: server.ready.applications[0]?.public_key
      }
    })
    const bad = await wire("/v10", { authorization: "Bot wrong" })("GET", "/users/@me")
    expect([bad.status, bad.json]).toEqual([401, { message: "401: Unauthorized", code: 0 }])
  })

  it("discord.js starts: the gateway answer has its keys", async () => {
    const { status, json } = await wire("/v10")("GET", "/gateway/bot")
    expect([status, json]).toEqual([
      200,
      {
        url: `${server.ready.url.replace("http:", "ws:")}/gateway`,
        shards: 1,
        session_start_limit: {
          total: expect.any(Number),
          remaining: expect.any(Number),
          reset_after: expect.any(Number),
          max_concurrency: 1
        }
      }
    ])
  })

  it("@discordjs/core asks about itself, writing @me as %40me in one place", async () => {
    const api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
    expect(await api.users.getCurrent()).toMatchObject({ id: APP, username: "Pet Shop" })
    expect(await api.applications.getCurrent()).toMatchObject({ id: APP, name: "Pet Shop" })
    expect(await api.oauth2.getCurrentBotApplicationInformation()).toMatchObject({ id: APP })
    expect(await api.gateway.getBot()).toMatchObject({ shards: 1 })
    expect(await api.applications.editCurrent({ tags: ["pets"] })).toMatchObject({ id: APP, tags: ["pets"] })
  })
})
