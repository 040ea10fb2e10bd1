// A bot on eris as its authors write them.
const Eris = require("eris")

const bot = new Eris(`Bot ${process.env.TOKEN}`, { intents: ["guilds", "guildMessages", "messageContent"] })

bot.on("ready", () => console.log(`${bot.user.username} is ready`))
bot.on("messageCreate", (message) => {
  if (message.content === "!ping") bot.createMessage(message.channel.id, "pong of eris")
})
bot.on("error", (error) => console.error(error))

bot.connect()
