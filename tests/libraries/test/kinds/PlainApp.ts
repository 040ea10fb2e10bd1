/** The app on `discord-interactions`, whose middleware checks signatures and answers PINGs, and on `@discordjs/core`. */
import type { IncomingMessage } from "node:http"
import { API } from "@discordjs/core"
import { REST } from "@discordjs/rest"
import {
  InteractionResponseFlags,
  InteractionResponseType,
  InteractionType,
  verifyKeyMiddleware
} from "discord-interactions"
import { APP, GUILD } from "../World.ts"
import {
  ADOPTED,
  CARD,
  COMMANDS,
  GUILD_COMMAND,
  MENUS,
  type Named,
  RICH,
  type StartKindsApp,
  SURVEY,
  told
} from "./Kinds.ts"
import { onceItStands, send, serve } from "./Serving.ts"

// biome-ignore lint/suspicious/noExplicitAny: an app reads the payload as it comes
type Interaction = any

export const startPlainApp: StartKindsApp = async ({ rest_url, applications: [application] }) => {
  const api = new API(new REST({ api: rest_url }).setToken(application?.bot_token ?? ""))
  // Its types name Express, of which it uses what Node's own requests and responses have, and `header`.
  const verify = verifyKeyMiddleware(application?.public_key ?? "") as (
    ...given: ReadonlyArray<unknown>
  ) => Promise<void>
  const served = await serve(async (request, response) =>
    verify(asExpress(request), response, () => send(response, answer(bodyOf(request), api)))
  )
  // The library's types list every form of a command's body.
  const register = async () => {
    await api.applicationCommands.bulkOverwriteGlobalCommands(APP, COMMANDS as never)
    await api.applicationCommands.bulkOverwriteGuildCommands(APP, GUILD, [GUILD_COMMAND] as never)
  }
  await register()
  await api.rest.patch("/applications/@me", { body: { interactions_endpoint_url: served.url } })
  return { register, stop: served.stop }
}

/** The middleware asks for headers as Express gives them. */
const asExpress = (request: IncomingMessage) =>
  Object.assign(request, { header: (name: string) => request.headers[name.toLowerCase()] })

/** The middleware leaves it there. */
const bodyOf = (request: IncomingMessage): Interaction => (request as { readonly body?: unknown }).body

type Handler = (interaction: Interaction, api: API) => Response

const answer: Handler = (interaction, api) => {
  const { type, data } = interaction
  const handler =
    type === InteractionType.APPLICATION_COMMAND
      ? COMMAND[data.name]
      : type === InteractionType.MESSAGE_COMPONENT
        ? (COMPONENT[data.custom_id] ?? selected)
        : type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
          ? suggest
          : submitted
  return handler?.(interaction, api) ?? new Response(null, { status: 400 })
}

const callback = (type: InteractionResponseType, data?: object): Response => Response.json({ type, data })

const saying = (content: string, more: object = {}): Response =>
  callback(InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE, { content, ...more })

const EPHEMERAL = { flags: Number(InteractionResponseFlags.EPHEMERAL) }

const userOf = ({ member, user }: Interaction): string => (member?.user ?? user).username

const COMMAND: Readonly<Record<string, Handler>> = {
  show: ({ data }) => saying(told({ ...pathAndOptions(data.options), ...named(data.resolved) })),
  place: (interaction) => {
    const { context, guild_id, authorizing_integration_owners: owners } = interaction
    return saying(told({ context, guild: guild_id ?? null, owners, user: userOf(interaction) }))
  },
  menu: ({ data }) => saying("Which?", { components: MENUS[data.options[0].value] }),
  slow: ({ token }, api) => {
    void onceItStands(() => api.interactions.editReply(APP, token, { content: "done" })).then(async () => {
      await api.interactions.followUp(APP, token, { content: "one more" })
      await api.interactions.followUp(APP, token, { content: "psst", ...EPHEMERAL })
    })
    return callback(InteractionResponseType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE)
  },
  secret: () => saying("for you alone", EPHEMERAL),
  survey: () => callback(InteractionResponseType.MODAL, { custom_id: "survey", ...SURVEY }),
  post: ({ token }, api) => {
    const data = Buffer.from("second")
    void onceItStands(() =>
      api.interactions.followUp(APP, token, { content: "more", files: [{ name: "second.txt", data }] })
    )
    const form = new FormData()
    const type = InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE
    form.append("payload_json", JSON.stringify({ type, data: { content: "look" } }))
    form.append("files[0]", new File(["first"], "first.txt", { type: "text/plain" }))
    return new Response(form)
  },
  card: () => callback(InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE, CARD),
  rich: () => callback(InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE, RICH),
  docked: ({ data }) => saying(`docked in ${data.guild_id}`),
  "Who is": ({ data }) => saying(told({ target: data.target_id, ...named(data.resolved) })),
  Quote: ({ data }) => {
    const { id, content, author } = data.resolved.messages[data.target_id]
    return saying(told({ id, content, author: author.username }))
  },
  Launch: () => callback(InteractionResponseType.LAUNCH_ACTIVITY)
}

const suggest: Handler = ({ data }) => {
  const { options, path } = pathAndOptions(data.options)
  const choices = [{ name: `${path}: ${options["text"]}`, value: "suggested" }]
  return callback(InteractionResponseType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT, { choices })
}

const COMPONENT: Readonly<Record<string, Handler>> = {
  update: (interaction) =>
    callback(InteractionResponseType.UPDATE_MESSAGE, { content: `updated by ${userOf(interaction)}`, components: [] }),
  adopt: () => callback(InteractionResponseType.UPDATE_MESSAGE, { components: ADOPTED }),
  quiet: ({ token }, api) => {
    void onceItStands(() => api.interactions.editReply(APP, token, { content: "quietly edited" }))
    return callback(InteractionResponseType.DEFERRED_UPDATE_MESSAGE)
  },
  ask: () => callback(InteractionResponseType.MODAL, { custom_id: "survey", ...SURVEY }),
  reply: (interaction) => saying(`hello ${userOf(interaction)}`, EPHEMERAL),
  later: ({ token }, api) => {
    void onceItStands(() => api.interactions.editReply(APP, token, { content: "later" }))
    return callback(InteractionResponseType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE)
  }
}

const selected: Handler = ({ data }) => saying(told({ values: data.values, ...named(data.resolved) }), EPHEMERAL)

const submitted: Handler = ({ data, message }) => {
  const fields = data.components.map((held: Interaction) => held.component ?? held.components[0])
  const filled = Object.fromEntries(
    fields.map(({ custom_id, value, values }: Interaction) => [custom_id, values ?? value])
  )
  const content = told({ filled, ...named(data.resolved) })
  return message === undefined
    ? saying(content)
    : callback(InteractionResponseType.UPDATE_MESSAGE, { content, components: [] })
}

/** The names of group and subcommand, and the values of the options below them. */
const pathAndOptions = (
  given: ReadonlyArray<Interaction> = []
): { readonly path: string; readonly options: Readonly<Record<string, unknown>> } => {
  const [first] = given
  if (first === undefined || first.type > 2) {
    return { path: "", options: Object.fromEntries(given.map(({ name, value }) => [name, value])) }
  }
  const below = pathAndOptions(first.options)
  return { path: [first.name, below.path].join(" ").trim(), options: below.options }
}

const named = (resolved: Interaction = {}): Named => {
  const each = (kind: string, of: (item: Interaction) => unknown) =>
    Object.fromEntries(Object.entries(resolved[kind] ?? {}).map(([id, item]) => [id, of(item)]))
  return {
    users: each("users", ({ username }) => username),
    members: each("members", ({ roles }) => roles.length),
    roles: each("roles", ({ name }) => name),
    channels: each("channels", ({ name }) => name),
    files: each("attachments", ({ filename }) => filename)
  } as Named
}
