/** A bot on oceanic.js. */
import { Client } from "oceanic.js"
import { GREET, type StartOtherBot } from "./OtherBot.ts"

export const startOceanicBot: StartOtherBot = async (rest_url, token) => {
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${rest_url}/v10` },
    gateway: { intents: ["GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT"], guildCreateTimeout: 50 }
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
    guilds: client.guilds.map(({ name, roles, channels, clientMember }) => ({
      name,
      roles: roles.size,
      channels: channels.map((channel) => channel.name),
      self: clientMember.username
    })),
    heard,
    troubles,
    resumes: () => resumes,
    stop: async () => client.disconnect(false)
  }
}
