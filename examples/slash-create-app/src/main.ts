/** A dice cup: `/roll`, "Roll against" on a user, and a button that rolls again. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import {
  ApplicationCommandType,
  type AutocompleteContext,
  type BaseSlashCreator,
  ButtonStyle,
  type CommandContext,
  CommandOptionType,
  ComponentType,
  GenericServer,
  SlashCommand,
  SlashCreator
} from "slash-create"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value !== undefined && value !== "") return value
  console.error(`dice cup: ${name} is not set; see README.md`)
  process.exit(2)
}

const creator = new SlashCreator({
  applicationID: setting("BACKLOT_APP_ID"),
  publicKey: setting("BACKLOT_APP_PUBLIC_KEY"),
  token: setting("BACKLOT_APP_TOKEN"),
  // The only line about Backlot: where the REST API is.
  rest: { baseURL: `${setting("BACKLOT_APP_REST_URL")}/v10` }
})

const CUPS = ["1d6", "2d6", "3d6", "1d20", "2d20", "1d100"]

/** `2d6`: two dice of six sides. */
const roll = (cup: string): string => {
  const [, count, sides] = /^(\d)d(\d{1,3})$/.exec(cup) ?? []
  if (count === undefined || sides === undefined) return `${cup} is no cup of dice; try 2d6`
  const dice = Array.from({ length: Number(count) }, () => 1 + Math.floor(Math.random() * Number(sides)))
  return `${cup}: ${dice.join(" + ")} = ${dice.reduce((sum, die) => sum + die, 0)}`
}

const again = (cup: string) => [
  {
    type: ComponentType.ACTION_ROW as const,
    components: [
      {
        type: ComponentType.BUTTON as const,
        style: ButtonStyle.PRIMARY as const,
        label: "Again",
        custom_id: `again:${cup}`
      }
    ]
  }
]

class Roll extends SlashCommand {
  constructor(creator: BaseSlashCreator) {
    super(creator, {
      name: "roll",
      description: "Roll dice",
      options: [
        { type: CommandOptionType.STRING, name: "cup", description: "e.g. 2d6", required: true, autocomplete: true }
      ]
    })
  }
  override run = (ctx: CommandContext) => {
    const cup = String(ctx.options["cup"])
    return ctx.send({ content: roll(cup), components: again(cup) })
  }
  override autocomplete = async (ctx: AutocompleteContext) => {
    const typed = String(ctx.options["cup"] ?? "")
    return CUPS.filter((cup) => cup.includes(typed)).map((cup) => ({ name: cup, value: cup }))
  }
}

class RollAgainst extends SlashCommand {
  constructor(creator: BaseSlashCreator) {
    super(creator, { type: ApplicationCommandType.USER, name: "Roll against" })
  }
  override run = (ctx: CommandContext) =>
    ctx.send(`${ctx.user.username} ${roll("1d20")}, ${ctx.targetUser?.username} ${roll("1d20")}`)
}

creator.registerCommand(new Roll(creator))
creator.registerCommand(new RollAgainst(creator))
creator.on("componentInteraction", (pressed) => {
  const cup = /^again:(.+)$/.exec(pressed.customID)?.[1]
  if (cup !== undefined) pressed.editParent({ content: roll(cup), components: again(cup) })
})

// The library's server takes requests of the web.
const generic = new GenericServer()
creator.withServer(generic)
const server = createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>
  const body = new Uint8Array(await buffer(request))
  const answer = await generic.endpoint(new Request("http://127.0.0.1/", { method: "POST", headers, body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
})

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0))

server.listen(0, "127.0.0.1")
await once(server, "listening")
await creator.syncCommands()
await creator.requestHandler.request("PATCH", "/applications/@me", {
  auth: true,
  body: { interactions_endpoint_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
})
console.log("The dice cup is ready")
