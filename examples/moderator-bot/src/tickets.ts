/** Tickets: posts of the forum "tickets". A button closes one, for who opened it and for moderators. */
import {
  ActionRowBuilder,
  type AnyThreadChannel,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  ChannelType,
  type ChatInputCommandInteraction,
  type ForumChannel,
  type Guild,
  MessageFlags,
  PermissionFlagsBits,
  SlashCommandBuilder
} from "discord.js"

const FORUM = "tickets"

/** The `custom_id` of the button. */
export const CLOSE = "close-ticket"

export const command = new SlashCommandBuilder()
  .setName("ticket")
  .setDescription("Ask the moderators for help")
  .addStringOption((option) =>
    option.setName("about").setDescription("What it is about").setMaxLength(90).setRequired(true)
  )

const button = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder().setCustomId(CLOSE).setLabel("Close").setStyle(ButtonStyle.Danger)
)

/** Who opened a ticket that the bot posted, by the id of the post. */
const openers = new Map<string, string>()

const forumOf = (guild: Guild): ForumChannel => {
  const forum = guild.channels.cache.find(({ name }) => name === FORUM)
  if (forum?.type !== ChannelType.GuildForum) throw new Error(`${guild.name} has no forum ${FORUM}`)
  return forum
}

const tagOf = ({ availableTags }: ForumChannel, wanted: string): ReadonlyArray<string> =>
  availableTags.flatMap(({ id, name }) => (name === wanted ? [id] : []))

/** `/ticket about`: a post in the name of whoever asks. */
export const open = async (interaction: ChatInputCommandInteraction<"cached">): Promise<void> => {
  const forum = forumOf(interaction.guild)
  const post = await forum.threads.create({
    name: interaction.options.getString("about", true),
    message: { content: `${interaction.user} asks for help.`, components: [button] },
    appliedTags: [...tagOf(forum, "Open")]
  })
  openers.set(post.id, interaction.user.id)
  await interaction.reply({ content: `Your ticket is ${post}.`, flags: MessageFlags.Ephemeral })
}

/** A post that somebody else begins is a ticket too. */
export const receive = async (post: AnyThreadChannel): Promise<void> => {
  const { client, ownerId, parent } = post
  if (parent?.type !== ChannelType.GuildForum || parent.name !== FORUM || ownerId === client.user.id) return
  await post.setAppliedTags([...tagOf(parent, "Open")])
  await post.send({ content: "A moderator will answer here.", components: [button] })
}

export const close = async (interaction: ButtonInteraction<"cached">): Promise<void> => {
  const post = interaction.channel
  if (!post?.isThread() || post.parent?.type !== ChannelType.GuildForum) return
  const isOpener = (openers.get(post.id) ?? post.ownerId) === interaction.user.id
  if (!isOpener && !interaction.memberPermissions.has(PermissionFlagsBits.ManageThreads)) {
    await interaction.reply({ content: "Only a moderator closes tickets of others.", flags: MessageFlags.Ephemeral })
    return
  }
  await interaction.update({ content: `Closed by ${interaction.user}.`, components: [] })
  await post.setAppliedTags([...tagOf(post.parent, "Closed")])
  await post.edit({ locked: true, archived: true, reason: "the ticket is closed" })
}
