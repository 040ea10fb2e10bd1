/** Several applications in one world, each with its own guild, commands, tokens and names. */

export interface Neighbour {
  readonly id: string
  readonly guild: string
  readonly command: string
  readonly guildCommand: string
  readonly user: string
  readonly channel: string
  /** Part of every name and secret of this application, and of nothing else. */
  readonly mark: string
  /** Every `Authorization` value that the application has. */
  readonly credentials: ReadonlyArray<string>
}

const idOf = (kind: number, n: number): string => `${kind}0000000000000000${n}`

export const neighbour = (n: number): Neighbour => {
  const mark = `mark${n}of${n}`
  const basic = Buffer.from(`${idOf(1, n)}:${mark}-client-secret`).toString("base64")
  return {
    id: idOf(1, n),
    guild: idOf(2, n),
    command: idOf(5, n),
    guildCommand: idOf(6, n),
    user: idOf(3, n),
    channel: idOf(7, n),
    mark,
    credentials: [
      `Bot ${mark}-bot-token`,
      `Bearer ${mark}-client-bearer`,
      `Bearer ${mark}-user-bearer`,
      `Basic ${basic}`,
      `Bearer ${mark}-bot-token`,
      `Bot ${mark}-client-bearer`
    ]
  }
}

/** The texts of `owner` that nobody else may see. */
export const ownedBy = ({ mark, command, guildCommand }: Neighbour): ReadonlyArray<string> => [
  mark,
  command,
  guildCommand
]

const USER_SCOPES = ["identify", "connections", "applications.commands", "applications.commands.permissions.update"]

export const worldOf = (neighbours: ReadonlyArray<Neighbour>, endpoint: string) => ({
  applications: neighbours.map(({ id, mark, user }) => ({
    id,
    name: `${mark} app`,
    owner_id: user,
    bot: { token: `${mark}-bot-token` },
    client_secret: `${mark}-client-secret`,
    interactions_endpoint_url: endpoint
  })),
  users: neighbours.map(({ user, mark }) => ({ id: user, username: mark })),
  guilds: neighbours.map(({ guild, mark, user, channel, id }) => ({
    id: guild,
    name: `${mark} guild`,
    owner_id: user,
    channels: [{ id: channel, name: mark }],
    installs: [{ application_id: id, scopes: ["bot", "applications.commands"], permissions: "0" }]
  })),
  tokens: neighbours.flatMap(({ id, mark, user }) => [
    { token: `${mark}-client-bearer`, application_id: id, scopes: ["applications.commands.update", "identify"] },
    { token: `${mark}-user-bearer`, application_id: id, user_id: user, scopes: USER_SCOPES }
  ]),
  commands: neighbours.flatMap(({ id, mark, command, guildCommand, guild }) => [
    { id: command, version: command, application_id: id, name: mark, description: `${mark} global` },
    { id: guildCommand, version: guildCommand, application_id: id, guild_id: guild, name: mark, description: mark }
  ]),
  command_permissions: neighbours.flatMap(({ id, command, guildCommand, guild }) =>
    [id, command, guildCommand].map((each) => ({
      id: each,
      application_id: id,
      guild_id: guild,
      permissions: [{ id: guild, type: 1, permission: true }]
    }))
  )
})
