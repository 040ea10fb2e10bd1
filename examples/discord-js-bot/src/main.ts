/** A guest book: `/sign` opens a form, `/guests` shows who signed, with a button that opens the form too. */
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  TextInputBuilder,
  TextInputStyle
} from "discord.js"

// The only lines about Backlot: where the REST API is. Without the variable, the bot talks to the platform itself.
const api = process.env["BACKLOT_APP_REST_URL"]
const client = new Client({ intents: [GatewayIntentBits.Guilds], ...(api && { rest: { api } }) })

const commands = [
  new SlashCommandBuilder().setName("sign").setDescription("Sign the guest book"),
  new SlashCommandBuilder()
    .setName("guests")
    .setDescription("Show who signed")
    .addIntegerOption((option) => option.setName("last").setDescription("How many").setMinValue(1))
]

const text = new TextInputBuilder().setCustomId("text").setStyle(TextInputStyle.Paragraph).setMaxLength(200)
const form = new ModalBuilder()
  .setCustomId("form")
  .setTitle("Guest book")
  .addLabelComponents(new LabelBuilder().setLabel("What would you like to write?").setTextInputComponent(text))
const sign = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder().setCustomId("sign").setLabel("Sign it").setStyle(ButtonStyle.Primary)
)

const guests: Array<string> = []

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand() && interaction.commandName === "guests") {
    const shown = guests.slice(-(interaction.options.getInteger("last") ?? 10))
    await interaction.reply({ content: shown.join("\n") || "Nobody has signed yet.", components: [sign] })
  } else if (interaction.isChatInputCommand() || interaction.isButton()) {
    await interaction.showModal(form)
  } else if (interaction.isModalSubmit()) {
    guests.push(`${interaction.user.displayName}: ${interaction.fields.getTextInputValue("text")}`)
    await interaction.reply({ content: `Thank you. Guests so far: ${guests.length}.`, flags: MessageFlags.Ephemeral })
  }
})

client.once(Events.ClientReady, async ({ application, guilds, user }) => {
  await application.commands.set(commands)
  console.log(`${user.tag} is ready in ${guilds.cache.size} guilds`)
})

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => client.destroy())

// Without an argument the library takes the token from DISCORD_TOKEN.
await client.login(process.env["BACKLOT_APP_TOKEN"])
