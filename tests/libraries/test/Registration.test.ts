/** @discordjs/rest and @discordjs/core register, edit, bulk overwrite and delete commands on a live server. */
import {
  API,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody
} from "@discordjs/core"
import { DiscordAPIError, REST } from "@discordjs/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { wireOf } from "./Wire.ts"
import { APP, BOT, FOREIGN_GUILD, GUILD, OTHER_APP, SECRET, world } from "./World.ts"

describe.each(STORAGES)("registration on %s storage", (storage) => {
  let server: LiveServer
  let api: API
  const wire = (authorization: string) => wireOf(`${server.ready.rest_url}/v10`, { authorization })
  const rest = (token: string, authPrefix: "Bot" | "Bearer" = "Bot") =>
    new REST({ api: server.ready.rest_url, authPrefix }).setToken(token)

  beforeAll(async () => {
    server = await startServer({ storage, world })
    api = new API(rest("pet-shop-bot-token"))
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const blep: RESTPostAPIChatInputApplicationCommandsJSONBody = {
    name: "blep",
    description: "Send a random adorable animal photo",
    options: [
      { type: ApplicationCommandOptionType.String, name: "animal", description: "The type of animal", required: true }
    ]
  }

  it("creates a global command, then replaces it in place", async () => {
    const created = await api.applicationCommands.createGlobalCommand(APP, blep)
    const replaced = await api.applicationCommands.createGlobalCommand(APP, { ...blep, description: "Another" })
    expect(replaced.id).toBe(created.id)
    expect(BigInt(replaced.version)).toBeGreaterThan(BigInt(created.version))
    const again = await api.applicationCommands.createGlobalCommand(APP, { ...blep, description: "Another" })
    expect(again.version).toBe(replaced.version)
    expect(await api.applicationCommands.getGlobalCommand(APP, created.id)).toEqual(replaced)
  })

  it("edits one field of a command and keeps the others", async () => {
    const created = await api.applicationCommands.createGlobalCommand(APP, { ...blep, name: "edited" })
    const edited = await api.applicationCommands.editGlobalCommand(APP, created.id, { description: "Changed" })
    expect(edited).toMatchObject({ id: created.id, name: "edited", description: "Changed", options: created.options })
  })

  it("overwrites the whole list, keeping ids by name", async () => {
    const created = await api.applicationCommands.createGlobalCommand(APP, blep)
    const list = await api.applicationCommands.bulkOverwriteGlobalCommands(APP, [
      blep,
      { type: ApplicationCommandType.User, name: "High Five" }
    ])
    expect(list.map((c) => c.name)).toEqual(["blep", "High Five"])
    expect(list[0]?.id).toBe(created.id)
    expect((await api.applicationCommands.getGlobalCommands(APP)).map((c) => c.name)).toEqual(["blep", "High Five"])
  })

  it("deletes a command", async () => {
    const created = await api.applicationCommands.createGlobalCommand(APP, { ...blep, name: "gone" })
    await api.applicationCommands.deleteGlobalCommand(APP, created.id)
    await expect(api.applicationCommands.getGlobalCommand(APP, created.id)).rejects.toMatchObject({
      status: 404,
      code: 10063
    })
  })

  it("registers guild commands, which hold a guild id and no contexts", async () => {
    const created = await api.applicationCommands.createGuildCommand(APP, GUILD, blep)
    expect(created).toMatchObject({ guild_id: GUILD, name: "blep" })
    expect(created).not.toHaveProperty("contexts")
    expect(created).not.toHaveProperty("dm_permission")
    const [listed] = await api.applicationCommands.getGuildCommands(APP, GUILD)
    expect(listed).toMatchObject({ id: created.id })
    await api.applicationCommands.bulkOverwriteGuildCommands(APP, GUILD, [])
    expect(await api.applicationCommands.getGuildCommands(APP, GUILD)).toEqual([])
  })

  it("lists texts of the requester's locale, or whole dictionaries on request", async () => {
    await api.applicationCommands.bulkOverwriteGlobalCommands(APP, [{ ...blep, name_localizations: { de: "pieps" } }])
    const [plain] = await new API(rest("pet-shop-bot-token")).applicationCommands.getGlobalCommands(APP)
    expect(plain).not.toHaveProperty("name_localizations")
    expect(plain).not.toHaveProperty("name_localized")
    const list = `/applications/${APP}/commands`
    const german = (await wire(BOT)("GET", list, { headers: { "x-discord-locale": "de" } })).json
    expect(german[0].name_localized).toBe("pieps")
    const [whole] = await api.applicationCommands.getGlobalCommands(APP, { with_localizations: true })
    expect(whole?.name_localizations).toEqual({ de: "pieps" })
  })

  it("shows every fault of a body in one tree, which the library renders", async () => {
    const attempt = api.applicationCommands.bulkOverwriteGlobalCommands(APP, [
      { name: "Bad Name", description: "" },
      {
        name: "ok",
        description: "d",
        options: [
          { type: ApplicationCommandOptionType.String, name: "a", description: "d" },
          { type: ApplicationCommandOptionType.String, name: "a", description: "d", required: true }
        ]
      }
    ])
    const error = await attempt.catch((e: unknown) => e)
    expect(error).toBeInstanceOf(DiscordAPIError)
    const { message } = error as DiscordAPIError
    expect(message).toContain("0.name[APPLICATION_COMMAND_INVALID_NAME]")
    expect(message).toContain("0.description[BASE_TYPE_BAD_LENGTH]")
    expect(message).toContain("1.options[1][APPLICATION_COMMAND_OPTIONS_NAME_INVALID]")
    expect(message).toContain("1.options[1][APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID]")
  })

  it("accepts a bearer token of client credentials", async () => {
    const form = "grant_type=client_credentials&scope=applications.commands.update"
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const token = (await wire(`Basic ${btoa(`${APP}:${SECRET}`)}`)("POST", "/oauth2/token", { body: form, headers }))
      .json
    expect(token).toMatchObject({ token_type: "Bearer", expires_in: 604800, scope: "applications.commands.update" })
    const bearer = new API(rest(token.access_token, "Bearer"))
    expect(await bearer.applicationCommands.getGlobalCommands(APP)).toBeInstanceOf(Array)
  })

  it("tells each refusal apart, in the decided order", async () => {
    const status = async (path: string, authorization = "") => {
      const { status, json } = await wire(authorization)("GET", path)
      return [status, json.code]
    }
    expect(await status(`/applications/${APP}/commands`)).toEqual([401, 0])
    expect(await status(`/applications/${APP}/commands`, "pet-shop-bot-token")).toEqual([401, 0])
    expect(await status(`/applications/${APP}/commands`, "Bearer identify-token")).toEqual([403, 50026])
    expect(await status("/applications/1x/commands", BOT)).toEqual([400, 50035])
    expect(await status("/applications/999999999999999999/commands", BOT)).toEqual([404, 10002])
    expect(await status(`/applications/${OTHER_APP}/commands`, BOT)).toEqual([403, 20012])
    expect(await status(`/applications/${APP}/guilds/999999999999999999/commands`, BOT)).toEqual([404, 10004])
    expect(await status(`/applications/${APP}/guilds/${FOREIGN_GUILD}/commands`, BOT)).toEqual([403, 50001])
    expect(await status(`/applications/${APP}/nothing`, BOT)).toEqual([404, 0])
  })
})
