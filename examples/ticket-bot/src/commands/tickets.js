import { MessageFlags, PermissionFlagsBits, SlashCommandBuilder } from "discord.js"
import { openTickets } from "../tickets.js"

export const data = new SlashCommandBuilder()
  .setName("tickets")
  .setDescription("Lists the open tickets")
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageThreads)

export const execute = async (interaction) => {
  const open = await openTickets(interaction.channel)
  const lines = open.map((thread) => `${thread}: ${thread.name}`)
  await interaction.reply({ content: lines.join("\n") || "No ticket is open", flags: MessageFlags.Ephemeral })
}
