import { ActionRowBuilder, ButtonBuilder, ButtonStyle, ChannelType, MessageFlags } from "discord.js"

export const openTicket = async (interaction) => {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral })
  const name = interaction.fields.getTextInputValue("subject")
  const thread = await interaction.channel.threads.create({ name, type: ChannelType.PrivateThread })
  await thread.members.add(interaction.user.id)
  const close = new ButtonBuilder().setCustomId("close").setLabel("Close").setStyle(ButtonStyle.Danger)
  await thread.send({
    content: `${interaction.user}, the team will be with you soon.`,
    components: [new ActionRowBuilder().addComponents(close)]
  })
  await interaction.editReply(`Your ticket: ${thread}`)
}

export const closeTicket = async (interaction) => {
  await interaction.reply(`Closed by ${interaction.user}`)
  await interaction.channel.setArchived(true)
}

export const openTickets = async (channel) => {
  const { threads } = await channel.threads.fetchActive()
  return [...threads.filter(({ type }) => type === ChannelType.PrivateThread).values()]
}
