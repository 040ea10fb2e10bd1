/**
 * An ordinary discord.js bot that answers every command at once: `node bot.mjs REST_URL TOKEN`. Prints `ready` when the
 * library reports it.
 */
import { Client, Events, GatewayIntentBits } from "discord.js"

const [api = "", token = ""] = process.argv.slice(2)
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } })
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await interaction.reply("pong")
})
client.once(Events.ClientReady, () => console.log("ready"))
await client.login(token)
