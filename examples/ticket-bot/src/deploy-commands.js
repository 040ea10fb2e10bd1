// Registers the commands. CLIENT_ID is the application's id.
import { REST, Routes } from "discord.js"
import { loadCommands } from "./commands.js"

const rest = new REST().setToken(process.env.DISCORD_TOKEN)
const body = (await loadCommands()).map(({ data }) => data.toJSON())
const registered = await rest.put(Routes.applicationCommands(process.env.CLIENT_ID), { body })
console.log(`Registered ${registered.length} commands`)
