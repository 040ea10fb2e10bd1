/** The app on `slash-create`: its creator, its server, its command classes and its component and modal callbacks. */
import type { IncomingMessage } from "node:http"
import { buffer } from "node:stream/consumers"
import {
  type AutocompleteContext,
  type BaseSlashCreator,
  type CommandContext,
  type ComponentContext,
  GenericServer,
  type ModalInteractionContext,
  SlashCommand,
  type SlashCommandOptions,
  SlashCreator
} from "slash-create"
import { GUILD } from "../World.ts"
import {
  ADOPTED,
  CARD,
  COMMANDS,
  GUILD_COMMAND,
  type KindsCommand,
  MENUS,
  type Named,
  RICH,
  type StartKindsApp,
  SURVEY,
  told
} from "./Kinds.ts"
import { onceItStands, send, serve } from "./Serving.ts"

/** Answers go back as the endpoint's own, or by POST to the callback endpoint. */
export const startSlashCreateApp =
  (postCallbacks: boolean): StartKindsApp =>
  async ({ rest_url, applications: [application] }) => {
    const creator = new SlashCreator({
      applicationID: application?.id ?? "",
      publicKey: application?.public_key ?? "",
      token: application?.bot_token ?? "",
      postCallbacks,
      rest: { baseURL: `${rest_url}/v10` }
    })
    const generic = new GenericServer()
    creator.withServer(generic)
    for (const command of COMMANDS) creator.registerCommand(new Kind(creator, command))
    creator.registerCommand(new Kind(creator, { ...GUILD_COMMAND, guildIDs: [GUILD] }))
    creator.registerGlobalComponent("adopt", (pressed) => pressed.editParent({ components: ADOPTED as never }))
    const served = await serve(async (request, response) =>
      send(response, await generic.endpoint(await asked(request)))
    )
    const register = () => creator.syncCommands()
    await register()
    await creator.requestHandler.request("PATCH", "/applications/@me", {
      auth: true,
      body: { interactions_endpoint_url: served.url }
    })
    return { register, stop: served.stop }
  }

/** The library's server takes requests of the web. */
const asked = async (request: IncomingMessage): Promise<Request> =>
  new Request("http://127.0.0.1/", {
    method: "POST",
    // Each header of a delivery stands once.
    headers: request.headers as Record<string, string>,
    body: new Uint8Array(await buffer(request))
  })

class Kind extends SlashCommand {
  constructor(creator: BaseSlashCreator, command: KindsCommand & { readonly guildIDs?: ReadonlyArray<string> }) {
    const more = "integration_types" in command ? { integrationTypes: command.integration_types } : {}
    // The definitions are those of the wire; the library's types name the values of its own enums.
    super(creator, { ...command, ...more } as unknown as SlashCommandOptions)
  }
  override run = async (ctx: CommandContext): Promise<void> => {
    await RUN[this.commandName]?.(ctx)
  }
  override autocomplete = async (ctx: AutocompleteContext) => {
    const { options, path } = pathAndOptions(ctx)
    return [{ name: `${path}: ${options["text"]}`, value: "suggested" }]
  }
}

const RUN: Readonly<Record<string, (ctx: CommandContext) => Promise<unknown>>> = {
  show: (ctx) => ctx.send(told({ ...pathAndOptions(ctx), ...named(ctx) })),
  place: (ctx) => {
    const { context, guildID, authorizingIntegrationOwners: owners, user } = ctx
    return ctx.send(told({ context, guild: guildID ?? null, owners, user: user.username }))
  },
  menu: async (ctx) => {
    await ctx.defer()
    // The components are those of the wire.
    const components = MENUS[String(ctx.options["kind"])] as never
    const message = await onceItStands(() => ctx.editOriginal({ content: "Which?", components }))
    for (const [custom_id, press] of Object.entries(PRESS)) ctx.registerComponent(custom_id, press)
    ctx.registerWildcardComponent(message.id, (pressed) => pressed.send({ content: chosen(pressed), ephemeral: true }))
  },
  slow: async (ctx) => {
    await ctx.defer()
    await onceItStands(() => ctx.editOriginal("done"))
    await ctx.sendFollowUp("one more")
    await ctx.sendFollowUp({ content: "psst", ephemeral: true })
  },
  secret: (ctx) => ctx.send({ content: "for you alone", ephemeral: true }),
  survey: (ctx) => ctx.sendModal(survey(), (submitted) => submitted.send(filled(submitted))),
  post: async (ctx) => {
    await ctx.send({ content: "look", files: [{ name: "first.txt", file: new Blob(["first"]) }] })
    const files = [{ name: "second.txt", file: Buffer.from("second") }]
    await onceItStands(() => ctx.sendFollowUp({ content: "more", files }))
  },
  // Components, embeds and polls are those of the wire.
  card: (ctx) => ctx.send(CARD as never),
  rich: (ctx) => ctx.send(RICH as never),
  docked: (ctx) => {
    // The library's types leave it out.
    const { guild_id } = ctx.data.data as { readonly guild_id?: string }
    return ctx.send(`docked in ${guild_id}`)
  },
  "Who is": (ctx) => ctx.send(told({ target: ctx.targetID, ...named(ctx) })),
  Quote: (ctx) => {
    const message = ctx.targetMessage
    return ctx.send(told({ id: message?.id, content: message?.content, author: message?.author.username }))
  },
  Launch: (ctx) => ctx.launchActivity()
}

const PRESS: Readonly<Record<string, (ctx: ComponentContext) => Promise<unknown>>> = {
  update: (ctx) => ctx.editParent({ content: `updated by ${ctx.user.username}`, components: [] }),
  quiet: async (ctx) => {
    await ctx.acknowledge()
    await onceItStands(() => ctx.editOriginal("quietly edited"))
  },
  ask: (ctx) =>
    ctx.sendModal(survey(), (submitted) => submitted.editParent({ content: filled(submitted), components: [] })),
  reply: (ctx) => ctx.send({ content: `hello ${ctx.user.username}`, ephemeral: true }),
  later: async (ctx) => {
    await ctx.defer()
    await onceItStands(() => ctx.editOriginal("later"))
  }
}

/** The library gives each its own `custom_id`. */
const survey = () => ({ ...SURVEY }) as never

const chosen = (ctx: ComponentContext) => told({ values: ctx.values, ...named(ctx) })

const filled = (ctx: ModalInteractionContext) => told({ filled: ctx.values, ...named(ctx) })

/** The names of group and subcommand, and the values of the options below them. */
const pathAndOptions = ({ subcommands, options }: CommandContext | AutocompleteContext) => ({
  path: subcommands.join(" "),
  // The library nests them by those names.
  options: subcommands.reduce((held, name) => held[name], options) as Readonly<Record<string, unknown>>
})

const named = (ctx: CommandContext | ComponentContext | ModalInteractionContext): Named => {
  const each = <Item, Of>(items: ReadonlyMap<string, Item>, of: (item: Item) => Of) =>
    Object.fromEntries([...items].map(([id, item]): [string, Of] => [id, of(item)]))
  return {
    users: each(ctx.users, ({ username }) => username),
    members: each(ctx.members, ({ roles }) => roles.length),
    roles: each(ctx.roles, ({ name }) => name),
    channels: each(ctx.channels, ({ name }) => name ?? ""),
    files: each(ctx.attachments, ({ filename }) => filename)
  }
}
