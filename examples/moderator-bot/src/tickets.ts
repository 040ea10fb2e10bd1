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

/** Posts that are being closed: two people may press the button at once. */
const closing = new Set<string>()

const forumOf = (guild: Guild): ForumChannel | undefined => {
  const forum = guild.channels.cache.find(({ name }) => name === FORUM)
  return forum?.type === ChannelType.GuildForum ? forum : undefined
}

const MOST_TAGS = 5

/** The tags of a post, with the one that says how far it is in place of the other one. */
const tagged = ({ availableTags }: ForumChannel, state: "Open" | "Closed", held: ReadonlyArray<string> = []) => {
  const idsOf = (...names: ReadonlyArray<string>) =>
    availableTags.flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
  const states = idsOf("Open", "Closed")
  return [...idsOf(state), ...held.filter((id) => !states.includes(id))].slice(0, MOST_TAGS)
}

/** `/ticket about`: a post in the name of whoever asks. */
export const open = async (interaction: ChatInputCommandInteraction<"cached">): Promise<void> => {
  const forum = forumOf(interaction.guild)
  if (forum === undefined) {
    await interaction.reply({ content: `There is no forum called ${FORUM} here.`, flags: MessageFlags.Ephemeral })
    return
  }
  const post = await forum.threads.create({
    name: interaction.options.getString("about", true),
    message: { content: `${interaction.user} asks for help.`, components: [button] },
    appliedTags: tagged(forum, "Open")
  })
  openers.set(post.id, interaction.user.id)
  await interaction.reply({ content: `Your ticket is ${post}.`, flags: MessageFlags.Ephemeral })
}

/** A post that somebody else begins is a ticket too. */
export const receive = async (post: AnyThreadChannel): Promise<void> => {
  const { client, ownerId, parent } = post
  if (parent?.type !== ChannelType.GuildForum || parent.name !== FORUM || ownerId === client.user.id) return
  await post.setAppliedTags(tagged(parent, "Open", post.appliedTags))
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
  if (post.archived || closing.has(post.id)) {
    await interaction.reply({ content: "It is closed already.", flags: MessageFlags.Ephemeral })
    return
  }
  closing.add(post.id)
  try {
    await interaction.update({ content: `Closed by ${interaction.user}.`, components: [] })
    const appliedTags = tagged(post.parent, "Closed", post.appliedTags)
    await post.edit({ appliedTags, locked: true, archived: true, reason: "the ticket is closed" })
  } finally {
    closing.delete(post.id)
  }
}
