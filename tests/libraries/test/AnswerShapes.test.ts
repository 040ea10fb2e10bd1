/** How commands stand in answers, key by key and byte by byte: wire-rest.md §1.1. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { LOADED, type Loaded, loadedAnswer, loadedListed } from "./LoadedCommand.ts"
import { type Wire, wireOf } from "./Wire.ts"
import { ACTIVITY_APP, ACTIVITY_BOT, APP, activityWorld, BOT, GUILD } from "./World.ts"

const GLOBAL = `/applications/${APP}/commands`
const IN_GUILD = `/applications/${APP}/guilds/${GUILD}/commands`
const LAUNCHING = `/applications/${ACTIVITY_APP}/commands`

const SCOPES: ReadonlyArray<[string, string, Loaded]> = [
  ["global", GLOBAL, { dm_permission: false, contexts: [0, 2], integration_types: [0, 1] }],
  ["guild", IN_GUILD, { guild_id: GUILD }]
]

/** What every command has that was registered with a type and a name. */
const BARE = {
  default_member_permissions: null,
  texts: { name_localizations: null, description: "", description_localizations: null },
  reach: { dm_permission: true, contexts: null, integration_types: [0, 1] }
}

const idsOf = (json: ReadonlyArray<{ readonly id: string }>) => json.map(({ id }) => id)
const ascending = (ids: ReadonlyArray<string>) => ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))

describe.each(STORAGES)("answers, on %s storage", (storage) => {
  let server: LiveServer
  let wire: Wire
  let activity: Wire

  beforeAll(async () => {
    server = await startServer({ storage, world: activityWorld })
    wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
    activity = wireOf(`${server.ready.rest_url}/v10`, { authorization: ACTIVITY_BOT })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  it("the version of a new command is its id plus one", async () => {
    const { json } = await wire("POST", GLOBAL, { body: { name: "versioned", description: "d" } })
    expect(BigInt(json.version)).toBe(BigInt(json.id) + 1n)
  })

  it.each(SCOPES)("a loaded %s command stands in wire order, compact, with dictionaries", async (_, path, scoped) => {
    await wire("PUT", path, { body: [] })
    const created = await wire("POST", path, { body: LOADED })
    const whole = JSON.stringify(loadedAnswer(created.json, scoped))
    const command = `${path}/${created.json.id}`
    expect(created.text).toBe(whole)
    expect((await wire("PATCH", command, { body: {} })).text).toBe(whole)
    expect((await wire("GET", command)).text).toBe(whole)
    expect((await wire("PUT", path, { body: [LOADED] })).text).toBe(`[${whole}]`)
    expect((await wire("GET", `${path}?with_localizations=true`)).text).toBe(`[${whole}]`)
  })

  it.each(SCOPES)("a plain list has no dictionaries at any level of a %s command", async (_, path, scoped) => {
    const [created] = (await wire("PUT", path, { body: [LOADED] })).json
    const plain = JSON.stringify([loadedListed(created, scoped, undefined)])
    expect((await wire("GET", path)).text).toBe(plain)
    expect((await wire("GET", `${path}?with_localizations=false`)).text).toBe(plain)
    // No dictionary holds French, and lists do not fall back.
    expect((await wire("GET", path, { headers: { "x-service-locale": "fr" } })).text).toBe(plain)
  })

  it.each(SCOPES)(
    "a list has the requester's texts where a %s command's dictionaries stood",
    async (_, path, scoped) => {
      const [created] = (await wire("PUT", path, { body: [LOADED] })).json
      const german = JSON.stringify([loadedListed(created, scoped, "de")])
      expect((await wire("GET", path, { headers: { "x-service-locale": "de" } })).text).toBe(german)
    }
  )

  it.each([2, 3])("a command of type %i has an empty description, null dictionaries and no options", async (type) => {
    const { text, json } = await wire("POST", GLOBAL, { body: { type, name: "High Five" } })
    const { default_member_permissions, texts, reach } = BARE
    const ids = { id: json.id, application_id: APP, version: json.version }
    expect(text).toBe(
      JSON.stringify({ ...ids, default_member_permissions, type, name: "High Five", ...texts, ...reach, nsfw: false })
    )
  })

  it.each([2, 3])("a guild command of type %i has its guild's id and no reach", async (type) => {
    const { text, json } = await wire("POST", IN_GUILD, { body: { type, name: "High Five" } })
    const { default_member_permissions, texts } = BARE
    const ids = { id: json.id, application_id: APP, version: json.version }
    const named = { type, name: "High Five", ...texts }
    expect(text).toBe(JSON.stringify({ ...ids, default_member_permissions, ...named, guild_id: GUILD, nsfw: false }))
  })

  it.each([
    [{}, true, null],
    [{ contexts: null }, true, null],
    [{ contexts: [0, 1, 2] }, true, [0, 1, 2]],
    [{ contexts: [0, 2] }, false, [0, 2]],
    [{ contexts: [1] }, true, [1]],
    [{ dm_permission: false }, false, null],
    [{ dm_permission: null }, true, null],
    [{ dm_permission: true, contexts: [0] }, false, [0]],
    [{ dm_permission: false, contexts: [0, 1] }, false, [0, 1]]
  ])("dm_permission follows from %j as %j, and contexts are answered as %j", async (sent, dm_permission, contexts) => {
    const { json } = await wire("PUT", GLOBAL, { body: [{ name: "reach", description: "d", ...sent }] })
    expect(json).toMatchObject([{ dm_permission, contexts }])
  })

  it("contexts that are edited decide about direct messages anew", async () => {
    const body = { name: "edited", description: "d", contexts: [0] }
    const { id } = (await wire("POST", GLOBAL, { body })).json
    const edit = async (contexts: unknown) => (await wire("PATCH", `${GLOBAL}/${id}`, { body: { contexts } })).json
    expect(await edit([0, 1])).toMatchObject({ dm_permission: true, contexts: [0, 1] })
    expect(await edit([2])).toMatchObject({ dm_permission: false, contexts: [2] })
    expect(await edit(null)).toMatchObject({ dm_permission: true, contexts: null })
  })

  it.each([
    [{}, [0, 1]],
    [{ integration_types: null }, [0, 1]],
    [{ integration_types: [1] }, [1]]
  ])("integration types given as %j are answered as %j: by default those of the application", async (sent, types) => {
    const { json } = await wire("PUT", GLOBAL, { body: [{ name: "installed", description: "d", ...sent }] })
    expect(json).toMatchObject([{ integration_types: types }])
  })

  it.each([undefined, null, false, true])("nsfw given as %j is answered as a boolean", async (nsfw) => {
    const { json } = await wire("PUT", GLOBAL, { body: [{ name: "aged", description: "d", nsfw }] })
    expect(json[0].nsfw).toBe(nsfw === true)
  })

  it.each([undefined, true, false])("default_permission given as %j is answered as it was given", async (given) => {
    const body = [{ name: "defaulted", description: "d", default_permission: given }]
    const { json } = await wire("PUT", GLOBAL, { body })
    expect(json[0].default_permission).toBe(given)
    expect("default_permission" in json[0]).toBe(given !== undefined)
  })

  it("lists and answers to bulk overwrites come in ascending order of ids", async () => {
    const named = (name: string) => ({ name, description: "d" })
    const { json } = await wire("PUT", GLOBAL, { body: ["c", "a", "b"].map(named) })
    expect(json.map(({ name }: { name: string }) => name)).toEqual(["c", "a", "b"])
    const mixed = await wire("PUT", GLOBAL, { body: [{ type: 2, name: "New" }, ...["b", "new", "c", "a"].map(named)] })
    expect(idsOf(mixed.json)).toEqual(ascending(idsOf(mixed.json)))
    expect(idsOf(mixed.json).slice(0, 3)).toEqual(idsOf(json))
    await wire("POST", GLOBAL, { body: { name: "a", description: "changed" } })
    expect(idsOf((await wire("GET", GLOBAL)).json)).toEqual(idsOf(mixed.json))
  })

  it("an application with an Activity has an automatic Launch, found by GET, and only type 4 has a handler", async () => {
    const { text, json } = await activity("GET", LAUNCHING)
    const { id, version } = json[0]
    const launch = { ...{ id, application_id: ACTIVITY_APP, version, default_member_permissions: null }, type: 4 }
    const named = { ...launch, name: "Launch", description: "" }
    expect(text).toBe(JSON.stringify([{ ...named, ...BARE.reach, nsfw: false, handler: 2 }]))
  })

  it("a bulk overwrite without the entry point is refused whole, with it accepted", async () => {
    const [launch] = (await activity("GET", `${LAUNCHING}?with_localizations=true`)).json
    const other = { name: "other", description: "d" }
    const { status, json } = await activity("PUT", LAUNCHING, { body: [other] })
    expect([status, json.code]).toEqual([400, 50240])
    expect(idsOf((await activity("GET", LAUNCHING)).json)).toEqual([launch.id])
    const again = await activity("PUT", LAUNCHING, { body: [launch, other] })
    expect(again).toMatchObject({ status: 200, json: [launch, other] })
    expect((await activity("GET", LAUNCHING)).json[1]).not.toHaveProperty("handler")
  })
})
