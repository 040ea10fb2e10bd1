import { LabelBuilder, ModalBuilder, SlashCommandBuilder, TextInputBuilder, TextInputStyle } from "discord.js"

export const data = new SlashCommandBuilder().setName("ticket").setDescription("Asks the team for help")

export const execute = async (interaction) => {
  const subject = new TextInputBuilder().setCustomId("subject").setStyle(TextInputStyle.Short).setMaxLength(80)
  const modal = new ModalBuilder()
    .setCustomId("ticket")
    .setTitle("A new ticket")
    .addLabelComponents(new LabelBuilder().setLabel("What is it about?").setTextInputComponent(subject))
  await interaction.showModal(modal)
}
