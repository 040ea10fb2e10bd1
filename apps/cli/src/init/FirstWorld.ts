/** A world with what a bot needs: its application, one guild with channels and roles, three people. Source: docs/init.md. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { fieldsOf, listOf, textOf } from "@backlot/scenario/Fields"
import type { Setting, SettingKind, Settings } from "./Settings.ts"

const IDS: Readonly<Record<Exclude<SettingKind, "token">, string>> = {
  application: "100000000000000001",
  guild: "200000000000000001",
  role: "200000000000000012",
  channel: "200000000000000021",
  user: "300000000000000001"
}

const MEMBER =
  "VIEW_CHANNEL SEND_MESSAGES SEND_MESSAGES_IN_THREADS CREATE_PUBLIC_THREADS READ_MESSAGE_HISTORY ADD_REACTIONS EMBED_LINKS ATTACH_FILES CONNECT SPEAK USE_APPLICATION_COMMANDS"
const BOT = `${MEMBER} USE_EXTERNAL_EMOJIS CREATE_INSTANT_INVITE VIEW_AUDIT_LOG MANAGE_GUILD MANAGE_MESSAGES MANAGE_CHANNELS MANAGE_ROLES MANAGE_NICKNAMES MANAGE_WEBHOOKS MANAGE_THREADS KICK_MEMBERS BAN_MEMBERS MODERATE_MEMBERS MOVE_MEMBERS MUTE_MEMBERS`

const words = (text: string): ReadonlyArray<string> => text.split(" ")

/** Ids that the project has stay as they are. */
export const firstWorld = ({ all, applicationId }: Settings): object => {
  const application = applicationId ?? IDS.application
  const idsOf = (kind: SettingKind) => all.filter((one) => one.kind === kind && one.id !== undefined)
  const [guild = IDS.guild, ...furtherGuilds] = new Set(idsOf("guild").map(({ id = "" }) => id))
  const [owner = IDS.user] = idsOf("user").map(({ id = "" }) => id)
  const installs = [{ application_id: application, scopes: ["bot", "applications.commands"], permissions: words(BOT) }]
  const guildOf = (id: string, name: string) => ({ id, name, owner_id: owner, installs })
  return {
    applications: [
      {
        id: application,
        name: "My Bot",
        owner_id: owner,
        bot: { token: testToken(application) },
        flags: ["GATEWAY_PRESENCE", "GATEWAY_GUILD_MEMBERS", "GATEWAY_MESSAGE_CONTENT"]
      }
    ],
    users: [
      { id: owner, username: "alice", global_name: "Alice" },
      { id: "300000000000000002", username: "bob", global_name: "Bob" },
      { id: "300000000000000003", username: "carol", global_name: "Carol" }
    ],
    guilds: [
      {
        ...guildOf(guild, "Test Server"),
        roles: [
          { id: guild, name: "@everyone", permissions: words(MEMBER) },
          {
            id: "200000000000000011",
            name: "Moderator",
            permissions: words("KICK_MEMBERS BAN_MEMBERS MANAGE_MESSAGES")
          },
          { id: IDS.role, name: "Member", permissions: [] },
          ...named(idsOf("role")).map((role) => ({ ...role, permissions: [] }))
        ],
        channels: [
          { id: IDS.channel, name: "general" },
          { id: "200000000000000022", name: "bot-commands" },
          { id: "200000000000000023", name: "Lounge", type: 2 },
          ...named(idsOf("channel"))
        ],
        members: [{ user_id: "300000000000000002", roles: ["200000000000000011"] }, { user_id: "300000000000000003" }]
      },
      ...furtherGuilds.map((id, index) => guildOf(id, `Test Server ${index + 2}`))
    ]
  }
}

/** `LOG_CHANNEL_ID` is the channel `log`. */
const named = (settings: ReadonlyArray<Setting>) =>
  [...new Map(settings.map((one) => [one.id, one])).values()].map(({ id, name }) => ({ id, name: nameOf(name) }))

const nameOf = (setting: string): string =>
  setting
    .toLowerCase()
    .replace(/_?(?:channel|role)_?id$/, "")
    .replaceAll("_", "-") || "main"

/** Where the first scenario plays: in the world that was made, or in one that was there. */
export interface FirstPlace {
  readonly application: string
  readonly guild: string
  /** Names, as steps write them. */
  readonly user: string
  readonly other: string
  readonly channel: string
  readonly role: string
  readonly ids: Readonly<Record<SettingKind, string>>
}

/** Undefined if the world has no application, guild, person or text channel. */
export const placeIn = (world: unknown): FirstPlace | undefined => {
  const [application] = listOf(world, "applications")
  const [guild] = listOf(world, "guilds")
  const users = listOf(world, "users")
  const channel = listOf(guild, "channels").find((one) => [undefined, 0].includes(fieldsOf(one)["type"] as undefined))
  const owner = users.find((one) => textOf(one, "id") === textOf(guild, "owner_id")) ?? users[0]
  const role = listOf(guild, "roles").find((one) => textOf(one, "id") !== textOf(guild, "id"))
  const other = users.find((one) => one !== owner) ?? owner
  const id = (one: unknown) => textOf(one, "id") ?? ""
  if (![application, guild, owner, channel].every((one) => isSnowflake(id(one)))) return undefined
  return {
    application: textOf(application, "name") ?? "",
    guild: textOf(guild, "name") ?? "",
    user: textOf(owner, "username") ?? "",
    other: textOf(other, "username") ?? "",
    channel: textOf(channel, "name") ?? "",
    role: textOf(role, "name") ?? "@everyone",
    ids: {
      token: textOf(application, "bot", "token") ?? testToken(id(application)),
      application: id(application),
      guild: id(guild),
      role: role === undefined ? id(guild) : id(role),
      channel: id(channel),
      user: id(owner)
    }
  }
}

/** Not a token of the platform, and no secret. */
const testToken = (application: string): string =>
  `${Buffer.from(application).toString("base64url")}.backlot.test-token`

/** Test values for the variables that the program reads, so that a run in CI is as one here. */
export const environmentFor = ({ all }: Settings, { ids }: FirstPlace): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap(({ name, kind, id, isVariable }) => (isVariable ? [[name, id ?? ids[kind]] as const] : []))
  )
