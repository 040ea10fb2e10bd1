// A bot on discord.js that plays, as its authors write them.
const { Readable } = require("node:stream")
const { Client, Events, GatewayIntentBits } = require("discord.js")
const voice = require("@discordjs/voice")

const bot = new Client({ intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates] })

bot.once(Events.ClientReady, async () => {
  await bot.application.commands.set([{ name: "play", description: "Plays silence" }])
  console.log("ready")
})
bot.on(Events.InteractionCreate, async (interaction) => {
  await interaction.deferReply()
  const { guild, member } = interaction
  const place = { channelId: member.voice.channelId, guildId: guild.id, adapterCreator: guild.voiceAdapterCreator }
  const connection = voice.joinVoiceChannel(place)
  await voice.entersState(connection, voice.VoiceConnectionStatus.Ready, 10_000)
  const player = voice.createAudioPlayer()
  connection.subscribe(player)
  const silence = Array(5).fill(Buffer.from([0xf8, 0xff, 0xfe]))
  player.play(voice.createAudioResource(Readable.from(silence), { inputType: voice.StreamType.Opus }))
  await voice.entersState(player, voice.AudioPlayerStatus.Idle, 10_000)
  connection.destroy()
  await interaction.editReply("played")
})

bot.login(process.env.DISCORD_TOKEN)
