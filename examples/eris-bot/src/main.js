// Keeps score: /score who, with a button for one more, and !scores. DISCORD_TOKEN is the bot's token.
import { Client, CommandInteraction, ComponentInteraction, Constants } from "eris"

const { ApplicationCommandTypes, ApplicationCommandOptionTypes, ComponentTypes, ButtonStyles } = Constants

const bot = new Client(`Bot ${process.env.DISCORD_TOKEN}`, {
  intents: ["guilds", "guildMessages", "messageContent"],
  restMode: true
})

const scores = new Map()
const add = (id) => scores.set(id, (scores.get(id) ?? 0) + 1)
const line = (id) => `<@${id}> has ${scores.get(id) ?? 0} ${scores.get(id) === 1 ? "point" : "points"}`

const board = (id) => ({
  content: line(id),
  components: [
    {
      type: ComponentTypes.ACTION_ROW,
      components: [
        { type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: "One more", custom_id: `add:${id}` }
      ]
    }
  ]
})

bot.once("ready", async () => {
  await bot.bulkEditCommands([
    {
      type: ApplicationCommandTypes.CHAT_INPUT,
      name: "score",
      description: "Gives somebody a point",
      options: [{ type: ApplicationCommandOptionTypes.USER, name: "who", description: "To whom", required: true }]
    }
  ])
  console.log(`${bot.user.username} is ready`)
})

bot.on("interactionCreate", async (interaction) => {
  if (interaction instanceof CommandInteraction) {
    const who = interaction.data.options[0].value
    add(who)
    await interaction.createMessage(board(who))
  } else if (interaction instanceof ComponentInteraction) {
    const who = interaction.data.custom_id.slice("add:".length)
    add(who)
    await interaction.editParent(board(who))
  }
})

bot.on("messageCreate", async (message) => {
  if (message.author.bot || message.content !== "!scores") return
  const lines = [...scores.keys()].map(line)
  await bot.createMessage(message.channel.id, lines.join("\n") || "Nobody has a point")
})

bot.on("error", (error) => console.error(error))
bot.connect()
