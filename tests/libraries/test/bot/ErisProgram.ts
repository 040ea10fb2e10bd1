/**
 * A bot on eris, as a process of its own: eris takes what else is installed for its event emitter, and under the module
 * conditions of the test runner that is no class. It tells its parent what happens.
 *
 * The library sends its requests by `https` to the default port alone; the agent that it takes as an option says which
 * port that is, and makes connections without TLS.
 */
import { Agent } from "node:http"
import { Client, CommandInteraction } from "eris"
import { GREET } from "./OtherBot.ts"

const [rest_url = "", token = ""] = process.argv.slice(2)
const { hostname, port } = new URL(rest_url)

// Node's `https` takes both from an agent that has them.
const agent = Object.assign(new Agent({ keepAlive: true }), { protocol: "https:", defaultPort: Number(port) })
const client = new Client(`Bot ${token}`, {
  intents: ["guilds", "guildMessages", "messageContent"],
  guildCreateTimeout: 50,
  // The types know agents of TLS alone.
  rest: { domain: hostname, baseURL: "/api/v10", agent: agent as never }
})

// It ends with its parent, however that one ends.
process.once("disconnect", () => process.exit())

const tell = (what: "ready" | "heard" | "trouble" | "resumed", value: unknown) => process.send?.({ what, value })

client.on("error", (error) => tell("trouble", String(error)))
client.on("warn", (message) => tell("trouble", message))
client.on("messageCreate", ({ content }) => tell("heard", content))
client.on("shardResume", () => tell("resumed", null))
client.on("interactionCreate", async (interaction) => {
  if (interaction instanceof CommandInteraction) {
    await interaction.createMessage(`${interaction.data.name} by ${interaction.member?.username}`)
  }
})
client.once("ready", async () => {
  const [command] = await client.bulkEditCommands([GREET])
  const guilds = client.guilds.map(({ name, roles, channels, members }) => ({
    name,
    roles: roles.size,
    channels: channels.map((channel) => channel.name),
    self: members.get(client.user.id)?.username
  }))
  tell("ready", { command_id: command?.id, guilds })
})
await client.connect()
