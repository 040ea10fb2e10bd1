/** An ordinary discord.js bot: logged in, its commands registered, and what it has been told. */
import { once } from "node:events"
import {
  type ChatInputCommandInteraction,
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  Partials,
  SlashCommandBuilder
} from "discord.js"
import { APP } from "../World.ts"

/** A dispatch as it came, on which shard and when (milliseconds of `performance`). */
export interface Told {
  readonly t: string
  readonly s: number
  // biome-ignore lint/suspicious/noExplicitAny: payloads are read field by field
  readonly d: any
  readonly shard: number
  readonly at: number
}

export interface Bot {
  readonly client: Client<true>
  /** Every dispatch since the log-in, in order. */
  readonly told: ReadonlyArray<Told>
  /** The data of the dispatches of this name. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads are read field by field
  readonly toldOf: (t: string) => ReadonlyArray<any>
  /** Close codes and the like, as the library tells of them. */
  readonly debug: ReadonlyArray<string>
  /** When it sent each IDENTIFY. */
  readonly identified: ReadonlyArray<number>
  readonly stop: () => Promise<void>
}

export const ALL_INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMessageTyping,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent
]

interface BotOptions extends Partial<ClientOptions> {
  readonly token?: string
  /** The address of pictures. */
  readonly cdn?: string
  /** Answers a command. Default: with its shard. */
  readonly onCommand?: (interaction: ChatInputCommandInteraction) => Promise<unknown>
}

/** `options` is what a bot's author would write; nothing else tells it of the server but `rest.api`. */
export const startBot = async (rest_url: string, options: BotOptions = {}): Promise<Bot> => {
  const { token = "pet-shop-bot-token", cdn, onCommand = replyWithShard, ...more } = options
  const client = new Client({
    intents: ALL_INTENTS,
    partials: [Partials.Channel],
    ...more,
    rest: { api: rest_url, ...(cdn === undefined ? {} : { cdn }) }
  })
  const told: Array<Told> = []
  const debug: Array<string> = []
  const identified: Array<number> = []
  client.on("raw" as never, (packet: Omit<Told, "shard" | "at">, shard: number) =>
    told.push({ ...packet, shard, at: performance.now() })
  )
  client.on(Events.Debug, (line) => {
    debug.push(line)
    if (line.includes("Identifying")) identified.push(performance.now())
  })
  // An error that nobody listens to ends a process; here it shows up where the test looks.
  client.on(Events.Error, (error) => debug.push(`error: ${error}`))
  client.on(Events.ShardError, (error) => debug.push(`shard error: ${error}`))
  client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand()) await onCommand(interaction)
  })
  const ready = once(client, Events.ClientReady)
  await client.login(token)
  await ready
  return {
    // The event says so.
    client: client as Client<true>,
    told,
    toldOf: (t) => told.filter((one) => one.t === t).map(({ d }) => d),
    debug,
    identified,
    stop: () => client.destroy()
  }
}

const replyWithShard = (interaction: ChatInputCommandInteraction) =>
  interaction.reply(`pong from shard ${interaction.guild?.shardId ?? 0}`)

/** Registers `/ping`, and gives its id. */
export const registerPing = async ({ client }: Bot): Promise<string> => {
  const ping = new SlashCommandBuilder().setName("ping").setDescription("Answers")
  const [command] = (await client.application.commands.set([ping])).values()
  if (command?.applicationId !== APP) throw new Error("the command was not registered")
  return command.id
}
