// An ordinary bot. It takes the base URL of the REST API from the environment, else the platform's.
import { Client, Events } from "discord.js"

const { BACKLOT_APP_REST_URL: api = "https://discord.com/api", BACKLOT_APP_TOKEN, DISCORD_TOKEN } = process.env
const client = new Client({ intents: [], rest: { api } })

client.once(Events.ClientReady, () =>
  client.application.commands.set([
    {
      name: "adopt",
      description: "Adopts a pet",
      options: [{ type: 3, name: "animal", description: "Which", required: true }]
    },
    { name: "ban", description: "Bans somebody from the shop", default_member_permissions: "4" }
  ])
)

client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return
  await interaction.deferReply()
  await interaction.editReply(`${interaction.user} adopts a ${interaction.options.getString("animal") ?? "nobody"}.`)
})

await client.login(BACKLOT_APP_TOKEN ?? DISCORD_TOKEN)
