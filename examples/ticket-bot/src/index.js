// A bot for tickets. DISCORD_TOKEN is its token.
import { Client, Collection, Events, GatewayIntentBits, MessageFlags } from "discord.js"
import { loadCommands } from "./commands.js"
import { closeTicket, openTicket } from "./tickets.js"

const client = new Client({ intents: [GatewayIntentBits.Guilds] })
const commands = new Collection((await loadCommands()).map((command) => [command.data.name, command]))

client.once(Events.ClientReady, ({ user }) => console.log(`${user.tag} is ready`))

client.on(Events.InteractionCreate, async (interaction) => {
  try {
    if (interaction.isChatInputCommand()) await commands.get(interaction.commandName)?.execute(interaction)
    else if (interaction.isModalSubmit() && interaction.customId === "ticket") await openTicket(interaction)
    else if (interaction.isButton() && interaction.customId === "close") await closeTicket(interaction)
  } catch (error) {
    console.error(error)
    const apology = { content: "Something went wrong", flags: MessageFlags.Ephemeral }
    await (interaction.deferred ? interaction.followUp(apology) : interaction.reply(apology)).catch(console.error)
  }
})

await client.login(process.env.DISCORD_TOKEN)
