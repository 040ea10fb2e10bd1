/** A bot on @discordjs/core and the present @discordjs/ws, which inflates a zlib-stream by what Node has. */
import { once } from "node:events"
import { Client, GatewayDispatchEvents, GatewayIntentBits } from "@discordjs/core"
import { REST } from "@discordjs/rest"
import { CompressionMethod, WebSocketManager, WebSocketShardEvents } from "@discordjs/ws"
import { GREET, type OtherBot, type StartOtherBot } from "./OtherBot.ts"

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits

export const startCoreBot: StartOtherBot = async (rest_url, token) => {
  const rest = new REST({ api: rest_url }).setToken(token)
  const gateway = new WebSocketManager({
    token,
    rest,
    intents: Guilds | GuildMessages | MessageContent,
    compression: CompressionMethod.ZlibNative
  })
  const client = new Client({ rest, gateway })
  const heard: Array<string> = []
  const troubles: Array<string> = []
  let resumes = 0
  for (const event of [WebSocketShardEvents.Error, WebSocketShardEvents.SocketError] as const) {
    gateway.on(event, (error) => troubles.push(String(error)))
  }
  client.on(GatewayDispatchEvents.MessageCreate, ({ data }) => heard.push(data.content))
  client.on(GatewayDispatchEvents.Resumed, () => {
    resumes += 1
  })
  client.on(GatewayDispatchEvents.InteractionCreate, async ({ data: { id, token, member }, api }) => {
    await api.interactions.reply(id, token, { content: `greet by ${member?.user.username}` })
  })
  const guilds: Array<OtherBot["guilds"][number]> = []
  const { promise: allGuilds, resolve } = Promise.withResolvers<void>()
  let announced = 0
  client.on(GatewayDispatchEvents.GuildCreate, ({ data: { name, roles, channels, members } }) => {
    const self = members.find(({ user }) => user.bot)?.user.username
    guilds.push({ name, roles: roles.length, channels: channels.map((channel) => channel.name ?? ""), self })
    if (guilds.length === announced) resolve()
  })
  client.on(GatewayDispatchEvents.Ready, ({ data }) => {
    announced = data.guilds.length
  })
  const ready = once(client, GatewayDispatchEvents.Ready)
  await gateway.connect()
  const [{ data }] = await ready
  await allGuilds
  const [command] = await client.api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [GREET])
  return {
    command_id: command?.id ?? "",
    guilds,
    heard,
    troubles,
    resumes: () => resumes,
    stop: async () => gateway.destroy()
  }
}
