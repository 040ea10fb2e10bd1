/** @discordjs/rest and @discordjs/core read and edit command permissions on a live server. */
import {
  API,
  type APIApplicationCommandPermission,
  ApplicationCommandPermissionType,
  RESTJSONErrorCodes
} from "@discordjs/core"
import { DiscordAPIError, REST } from "@discordjs/rest"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type LiveServer, STORAGES, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, FOREIGN_GUILD, GENERAL, GUILD, MODERATOR, world } from "./World.ts"

const scopes = ["applications.commands.permissions.update"]
/** alice owns the guild, bob is a member of it. */
const permissive = {
  ...world,
  tokens: [
    ...world.tokens,
    { token: "alices-permissions", application_id: APP, user_id: ALICE, scopes },
    { token: "bobs-permissions", application_id: APP, user_id: BOB, scopes }
  ]
}

const { Role, User, Channel } = ApplicationCommandPermissionType
const MODERATORS = { id: MODERATOR, type: Role, permission: true }
const EVERYONE = { id: GUILD, type: Role, permission: false }
const ALL_CHANNELS = { id: String(BigInt(GUILD) - 1n), type: Channel, permission: false }

describe.each(STORAGES)("command permissions on %s storage", (storage) => {
  let server: LiveServer
  let api: API
  let command: string

  beforeAll(async () => {
    server = await startServer({ storage, world: permissive })
    api = new API(new REST({ api: server.ready.rest_url }).setToken("pet-shop-bot-token"))
  })
  beforeEach(async () => {
    await api.applicationCommands.bulkOverwriteGlobalCommands(APP, [])
    command = (await api.applicationCommands.createGlobalCommand(APP, { name: "blep", description: "Blep" })).id
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const edit = (permissions: Array<APIApplicationCommandPermission>, id = command, token = "alices-permissions") =>
    api.applicationCommands.editGuildCommandPermissions(token, APP, GUILD, id, { permissions })
  const get = (id = command) => api.applicationCommands.getGuildCommandPermissions(APP, GUILD, id)
  const list = () => api.applicationCommands.getGuildCommandsPermissions(APP, GUILD)

  /** What discord.js does before it adds to permissions, in ApplicationCommandPermissionsManager.add. */
  const existing = async (id = command) => {
    try {
      return (await get(id)).permissions
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error
      if (error.code !== RESTJSONErrorCodes.UnknownApplicationCommandPermissions) throw error
      return []
    }
  }

  it("adds to permissions that are not there yet, as discord.js does", async () => {
    expect(await existing()).toEqual([])
    await edit([...(await existing()), MODERATORS])
    await edit([...(await existing()), { id: GENERAL, type: Channel, permission: false }])
    expect(await get()).toEqual({
      id: command,
      application_id: APP,
      guild_id: GUILD,
      permissions: [MODERATORS, { id: GENERAL, type: Channel, permission: false }]
    })
  })

  it("sets the default for all commands by the application's id, with the constants", async () => {
    const whole = await edit([EVERYONE, ALL_CHANNELS], APP)
    const own = await edit([{ id: BOB, type: User, permission: true }])
    expect(await list()).toEqual([whole, own])
    expect((await edit([], APP)).permissions).toEqual([])
    expect(await list()).toEqual([own])
  })

  it("deletes them for good when the command is deleted or renamed", async () => {
    await edit([MODERATORS])
    await api.applicationCommands.editGlobalCommand(APP, command, { name: "blop" })
    await expect(get()).rejects.toMatchObject({ status: 404, code: 10066 })
    await edit([MODERATORS])
    await api.applicationCommands.deleteGlobalCommand(APP, command)
    await expect(get()).rejects.toMatchObject({ status: 404, code: 10063 })
    expect(await list()).toEqual([])
  })

  it("tells each refusal apart", async () => {
    await expect(edit([MODERATORS], command, "bobs-permissions")).rejects.toMatchObject({ status: 403, code: 50013 })
    await expect(edit([MODERATORS], command, "identify-token")).rejects.toMatchObject({ status: 403, code: 50026 })
    const asBot = api.rest.put(`/applications/${APP}/guilds/${GUILD}/commands/${command}/permissions`, {
      body: { permissions: [] }
    })
    await expect(asBot).rejects.toMatchObject({ status: 403, code: RESTJSONErrorCodes.BotsCannotUseThisEndpoint })
    const batch = api.rest.put(`/applications/${APP}/guilds/${GUILD}/commands/permissions`, { body: [] })
    await expect(batch).rejects.toMatchObject({ status: 405, code: 0, message: "405: Method Not Allowed" })
    const foreign = api.applicationCommands.getGuildCommandPermissions(APP, FOREIGN_GUILD, command)
    await expect(foreign).rejects.toMatchObject({ status: 403, code: 50001 })
    const twice = await edit([MODERATORS, MODERATORS]).catch((error: unknown) => error)
    expect(twice).toBeInstanceOf(DiscordAPIError)
    expect(String(twice)).toContain("permissions[1][APPLICATION_COMMAND_PERMISSIONS_DUPLICATE_TARGET]")
  })
})
