// A bot on discord.js as its authors write them: no option leads it to Backlot.
const { Client, Events, GatewayIntentBits, REST, Routes } = require("discord.js")

const token = process.env.DISCORD_TOKEN
const clientId = Buffer.from(token.split(".")[0], "base64").toString()

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits
const bot = new Client({ intents: [Guilds, GuildMessages, MessageContent] })

bot.once(Events.ClientReady, async () => {
  const body = [
    { name: "ping", description: "Answers pong" },
    { name: "files", description: "Sends a file and reads it again" },
    { name: "outside", description: "Asks a page of the web" }
  ]
  await new REST().setToken(token).put(Routes.applicationCommands(clientId), { body })
  console.log(`${bot.user.tag} is ready`)
})

const commands = {
  ping: async (interaction) => {
    const picture = await fetch(interaction.user.displayAvatarURL({ extension: "png", forceStatic: true }))
    await interaction.reply(`pong, your picture is ${picture.headers.get("content-type")}`)
  },
  files: async (interaction) => {
    await interaction.deferReply()
    const sent = await interaction.editReply({ files: [{ attachment: Buffer.from("bone"), name: "toy.txt" }] })
    const { url } = sent.attachments.first()
    const text = await (await fetch(url)).text()
    await interaction.followUp(`${new URL(url).host} has a ${text}`)
  },
  outside: async (interaction) => {
    const error = await fetch("https://example.com/").catch(({ cause }) => cause)
    await interaction.reply(error.message)
  }
}

bot.on(Events.InteractionCreate, (interaction) => commands[interaction.commandName](interaction))
bot.on(Events.MessageCreate, async (message) => {
  if (message.content === "!hello") await message.reply("hello")
})

bot.login(token)
