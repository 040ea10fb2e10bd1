/** The names that an agent plays with. Secrets are left out. */
import { field, listOf, textOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import { read } from "../prompt/PromptServer.ts"
import type { Told } from "./McpTool.ts"
import type { Place } from "./Place.ts"

export const overviewOf = Effect.fnUntraced(function* ({ server, app }: Place) {
  const world = yield* read(server, "/world?parts=applications,users,guilds,commands")
  const clock = yield* read(server, "/clock")
  const commands = listOf(world, "commands")
  const users = listOf(world, "users").map((user) => named(user, ["id", "username", "global_name", "locale"]))
  const guilds = listOf(world, "guilds").map((guild) => ({
    ...named(guild, ["id", "name", "owner_id"]),
    channels: listOf(guild, "channels").map((channel) => named(channel, ["id", "name", "type"])),
    roles: listOf(guild, "roles").map((role) => textOf(role, "name")),
    members: listOf(guild, "members").map((member) => ({
      user_id: textOf(member, "user_id") ?? null,
      roles: listOf(member, "roles")
    }))
  }))
  const applications = listOf(world, "applications").map((one) => ({
    ...named(one, ["id", "name"]),
    commands: commands.filter((command) => field(command, "application_id") === field(one, "id")).length
  }))
  const under = app === undefined ? undefined : { command: app.command, state: app.state().state }
  const value = { server: server.url, clock, users, guilds, applications, ...(under && { app_under_test: under }) }
  const lines = [
    `server ${server.url}, clock ${textOf(clock, "now")} ${textOf(clock, "mode")}`,
    `users: ${users.map((user) => textOf(user, "username")).join(", ")}`,
    ...guilds.map(
      (guild) =>
        `guild ${textOf(guild, "name")}: channels ${guild.channels.map((one) => textOf(one, "name")).join(", ")}; roles ${guild.roles.join(", ")}`
    ),
    ...applications.map((one) => `application ${textOf(one, "name")}: ${one.commands} commands`),
    ...(under === undefined ? [NO_APP] : [`app under test: ${under.command} (${under.state}); \`app\` has its output`])
  ]
  const told: Told = { text: lines.join("\n"), value }
  return told
})

const NO_APP =
  "no app under test: `play_scenario` starts the app that a file names; `backlot mcp -- CMD` starts one beside these tools"

const named = (element: unknown, names: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (field(element, name) == null ? [] : [[name, field(element, name)]])))
