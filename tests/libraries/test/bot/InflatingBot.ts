/**
 * A bot on discord.js that asks for compressed payloads: its gateway library does so by itself when it is told to
 * compress and `zlib-sync` is not installed, as here.
 */
import { Events, SimpleShardingStrategy } from "discord.js"
import { ALL_INTENTS, startBot } from "./Bot.ts"
import { GREET, type StartOtherBot } from "./OtherBot.ts"

export const startInflatingBot: StartOtherBot = async (rest_url, token) => {
  const bot = await startBot(rest_url, {
    token,
    intents: ALL_INTENTS,
    ws: {
      buildStrategy: (manager) => {
        // The library has no option for it; those of its manager are not of the same release's types.
        Object.assign(manager.options, { compression: "zlib-stream" })
        return new SimpleShardingStrategy(manager)
      }
    }
  })
  bot.client.removeAllListeners(Events.InteractionCreate)
  bot.client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isRepliable()) await interaction.reply(`greet by ${interaction.user.username}`)
  })
  const commands = await bot.client.application.commands.set([GREET])
  return {
    command_id: commands.first()?.id ?? "",
    get guilds() {
      return bot.client.guilds.cache.map(({ name, roles, channels, members }) => ({
        name,
        roles: roles.cache.size,
        channels: channels.cache.map((channel) => channel.name),
        self: members.me?.displayName
      }))
    },
    get heard() {
      return bot.toldOf("MESSAGE_CREATE").map(({ content }) => content)
    },
    get troubles() {
      return bot.debug.filter((line) => /error/.test(line))
    },
    resumes: () => bot.toldOf("RESUMED").length,
    stop: bot.stop
  }
}
