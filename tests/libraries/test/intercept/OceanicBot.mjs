// A bot on oceanic.js as its authors write them.
import { Client } from "oceanic.js"

const bot = new Client({ auth: `Bot ${process.env.BOT_TOKEN}`, gateway: { intents: ["GUILDS", "GUILD_MESSAGES"] } })

bot.on("ready", async () => {
  await bot.application.createGlobalCommand({ type: 1, name: "ping", description: "Answers pong" })
  console.log(`${bot.user.tag} is ready`)
})
bot.on("interactionCreate", (interaction) => interaction.createMessage({ content: "pong of oceanic" }))
bot.on("error", (error) => console.error(error))

await bot.connect()
