/** A bot on oceanic.js. */
import { Client, type GatewayOptions } from "oceanic.js"
import { GREET, type OtherBot, type StartOtherBot } from "./OtherBot.ts"

export const startOceanicBot: StartOtherBot = (rest_url, token) => startWith(rest_url, token, {})

/** One that asks for compression, which its library does with what Node has. */
export const startCompressedOceanicBot =
  (compress: "zlib-stream" | "zstd-stream"): StartOtherBot =>
  (rest_url, token) =>
    startWith(rest_url, token, { compress, compressLibrary: "native" })

const startWith = async (rest_url: string, token: string, more: GatewayOptions): Promise<OtherBot> => {
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${rest_url}/v10` },
    gateway: { intents: ["GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT"], guildCreateTimeout: 50, ...more }
  })
  const heard: Array<string> = []
  const troubles: Array<string> = []
  let resumes = 0
  client.on("error", (error) => troubles.push(String(error)))
  client.on("warn", (message) => troubles.push(message))
  client.on("messageCreate", ({ content }) => heard.push(content))
  client.on("shardResume", () => {
    resumes += 1
  })
  client.on("interactionCreate", async (interaction) => {
    if (interaction.isCommandInteraction()) {
      await interaction.createMessage({ content: `${interaction.data.name} by ${interaction.user.username}` })
    }
  })
  const ready = new Promise<void>((resolve) => client.once("ready", resolve))
  await client.connect()
  await ready
  const [command] = await client.application.bulkEditGlobalCommands([GREET])
  return {
    command_id: command?.id ?? "",
    get guilds() {
      return client.guilds.map(({ name, roles, channels, clientMember }) => ({
        name,
        roles: roles.size,
        channels: channels.map((channel) => channel.name),
        self: clientMember.username
      }))
    },
    heard,
    troubles,
    resumes: () => resumes,
    stop: async () => client.disconnect(false)
  }
}
