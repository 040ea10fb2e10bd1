const { Client, Events, GatewayIntentBits } = require("discord.js")

const client = new Client({ intents: [GatewayIntentBits.Guilds] })

client.once(Events.ClientReady, () => client.application.commands.set([{ name: "ping", description: "Answers" }]))
client.on(Events.InteractionCreate, (interaction) => interaction.reply("Pong!"))
client.login(process.env.DISCORD_TOKEN)
