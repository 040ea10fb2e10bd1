/** People who act on a server by hand, over the wire, and the app that answers them. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { Effect, Exit, Scope } from "effect"
import * as PetShop from "../PetShop.ts"
import { button, type Payload, row, saying } from "../PetShop.ts"
import { openStage } from "../run/EmbeddedStages.ts"

export const { ALICE, BOB, SHOP, GUILD } = PetShop
export const CAROL = "300000000000000003"
export const GENERAL = "200000000000000021"
export const MODERATOR = "200000000000000011"
export const BOT_DM = "400000000000000001"
export const LOBBY_TOKEN = "bob-lobbies"
export const PERMIT_TOKEN = "alice-permissions"

const FORUM = "200000000000000061"

/** A message of the world with a poll that lasts. */
const POLL = "77"

const more = (id: number, name: string, fields: object = {}) => ({
  id: `5000000000000001${id}`,
  version: `5100000000000001${id}`,
  application_id: SHOP,
  name,
  description: `The ${name} command`,
  ...fields
})

/** The world of the shop with more commands, tokens and a conversation. */
export const world = (endpoint: string) => {
  const shop = PetShop.world(endpoint)
  return {
    ...shop,
    commands: [...shop.commands, more(10, "menu"), more(11, "form"), more(12, "slow"), more(13, "vanish")],
    messages: [
      {
        id: POLL,
        channel_id: GENERAL,
        author: { id: SHOP },
        content: "Which?",
        poll: {
          question: { text: "Which?" },
          answers: ["Cats", "Dogs"].map((text, i) => ({ answer_id: i + 1, poll_media: { text } })),
          expiry: "2099-01-01T00:00:00Z",
          allow_multiselect: false,
          layout_type: 1,
          results: { is_finalized: false, answer_counts: [] }
        }
      }
    ],
    direct_channels: [{ id: BOT_DM, type: 1, recipients: [ALICE, SHOP] }],
    tokens: [
      { token: LOBBY_TOKEN, application_id: SHOP, user_id: BOB, scopes: ["openid", "sdk.social_layer"] },
      {
        token: PERMIT_TOKEN,
        application_id: SHOP,
        user_id: ALICE,
        scopes: ["applications.commands.permissions.update"]
      }
    ]
  }
}

const modal = {
  type: 9,
  data: {
    custom_id: "form",
    title: "A form",
    components: [row({ type: 4, custom_id: "name", style: 1, label: "Name" })]
  }
}

const select = (custom_id: string) => ({
  type: 3,
  custom_id,
  options: [
    { label: "Dog", value: "dog" },
    { label: "Cat", value: "cat" }
  ]
})

/** The answers of the app; a reader of `later` completes a deferral. */
const answerTo = ({ type, data }: Payload): object => {
  const options = data.options ?? []
  if (type === 4) return { type: 8, data: { choices: [{ name: "Dog", value: "dog" }] } }
  if (type === 5) return saying("Thank you", { flags: 64 })
  if (type === 3) return saying(`${data.custom_id} ${(data.values ?? []).join()}`.trim())
  switch (data.name) {
    case "menu":
      return saying("Choose", { components: [row(button("yes", "Yes")), row(select("kind"))] })
    case "form":
      return modal
    case "slow":
      return { type: 5 }
    case "Report":
      return saying(`Reported ${data.target_id}`, { flags: 64 })
    default:
      return saying(`${data.name} ${options.map(({ name, value }) => `${name}=${value}`).join(" ")}`.trim())
  }
}

/** Listens until the scope closes. Completes a deferral at once, by a call. */
export const app = Effect.gen(function* () {
  const completions: Array<Promise<unknown>> = []
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const listening = createServer(async (request, response) => {
        // The service sends interactions.
        const payload = (await json(request)) as Payload & { readonly token: string }
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerTo(payload)))
        if (payload.type === 2 && payload.data.name === "slow") {
          response.once("finish", () => completions.push(complete(restUrl(), payload)))
        }
      })
      await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
      return listening
    }),
    (listening) =>
      Effect.promise(() => {
        const closed = new Promise((resolve) => listening.close(resolve))
        listening.closeAllConnections()
        return closed
      })
  )
  let rest = ""
  const restUrl = () => rest
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/`,
    /** The address that completes deferrals. */
    serve: (rest_url: string) => {
      rest = rest_url
    },
    settled: Effect.promise(() => Promise.all(completions.splice(0)))
  }
})

/** Repeats the call until the service has the deferral. */
const complete = async (rest_url: string, { application_id, token }: Payload): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status } = await fetch(`${rest_url}/v10/webhooks/${application_id}/${token}/messages/@original`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content: "At last" })
    })
    if (status === 200) return
  }
}

/** A server with the world, and people on it. */
export const server = Effect.fnUntraced(function* (given: unknown, clock: "frozen" | "real" = "frozen") {
  // A scope of its own, so that it can close before the test ends.
  const scope = yield* Scope.fork(yield* Effect.scope)
  const { stage, restart } = yield* Scope.provide(
    openStage({ world: given, clock, storage: "memory", ids: "wall" }),
    scope
  )
  const send = (method: string, url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    Effect.promise(async (): Promise<Answer> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(url, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...sent
      })
      const text = await response.text()
      // The fields of answers that these tests read.
      return JSON.parse(text === "" ? "{}" : text) as Answer
    })
  const control = (method: string, path: string, body?: unknown) => send(method, `${stage.control_url}${path}`, body)
  return {
    stage,
    restart,
    gone: Scope.close(scope, Exit.void),
    control,
    use: (user: string, channel: string, body: object) =>
      control("POST", `/users/${user}/channels/${channel}/interactions`, body),
    /** A call as the user of a token. */
    rest: (token: string, method: string, path: string, body?: unknown) =>
      send(method, `${stage.rest_url}/v10${path}`, body, { authorization: `Bearer ${token}` }),
    consent: (query: string, body: object) => send("POST", `${stage.url}/oauth2/authorize?${query}`, body),
    world: control("GET", "/world"),
    start: control("POST", "/recording"),
    stop: Effect.map(control("DELETE", "/recording"), ({ entries }) => entries)
  }
})

interface Answer extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly interaction_id: string
  readonly message: { readonly id: string }
  readonly entries: ReadonlyArray<RecordedEntry>
}

type Hands = Effect.Success<ReturnType<typeof server>>

const COMMAND = { adopt: "500000000000000001", ban: "500000000000000002", Praise: "500000000000000004" }

/** Three people do everything that people can do. */
export const everything = Effect.fnUntraced(function* (
  { control, use, rest, consent }: Hands,
  settled: Effect.Effect<unknown>
) {
  const press = (user: string, message: string, body: object) =>
    control("POST", `/users/${user}/messages/${message}/components`, body)
  const messages = (user: string, rest_ = "", channel = GENERAL) =>
    `/users/${user}/channels/${channel}/messages${rest_}`

  yield* use(ALICE, GENERAL, {
    command_id: COMMAND.adopt,
    options: [{ name: "animal", value: "d", focused: true }],
    autocomplete: true
  })
  yield* use(ALICE, GENERAL, {
    command_id: COMMAND.adopt,
    options: [
      { name: "name", value: "Rex the dog" },
      { name: "animal", value: "dog" },
      { name: "owner", value: BOB }
    ]
  })
  yield* use(BOB, GENERAL, { text: "/adopt animal:cat", locale: "fr" })
  yield* use(BOB, GENERAL, { command_id: COMMAND.ban })
  yield* use(CAROL, GENERAL, { text: "/care feed give meals:Two" })
  yield* use(ALICE, BOT_DM, { text: "/adopt animal:dog" })

  const menu = yield* use(ALICE, GENERAL, { text: "/menu" })
  yield* press(BOB, menu.message.id, { custom_id: "yes" })
  yield* press(CAROL, menu.message.id, { custom_id: "kind", values: ["cat"] })
  yield* press(CAROL, menu.message.id, { custom_id: "no" })

  const form = yield* use(ALICE, GENERAL, { text: "/form" })
  yield* control("POST", `/users/${ALICE}/modals/${form.interaction_id}`, { fields: { name: "${not a variable}" } })

  const said = yield* control("POST", messages(BOB), { content: "/hello/ everybody" })
  yield* control("POST", messages(CAROL), { content: "hello bob", reply_to: said.id })
  yield* control("PATCH", messages(BOB, `/${said.id}`), { content: "good evening" })
  yield* control("PUT", messages(ALICE, `/${said.id}/reactions/%F0%9F%91%8D`))
  yield* control("DELETE", messages(ALICE, `/${said.id}/reactions/%F0%9F%91%8D`))
  yield* use(ALICE, GENERAL, { command_id: "500000000000000005", target_id: said.id })
  yield* use(CAROL, GENERAL, { command_id: COMMAND.Praise, target_id: BOB })
  yield* control("DELETE", messages(BOB, `/${said.id}`))
  yield* control("POST", messages(BOB), {
    content: "a file",
    attachments: [{ filename: "a.txt", content_type: "text/plain", base64: "aGk=" }]
  })

  yield* control("POST", messages(BOB), { stickers: ["Anchor"] })

  yield* besides({ control }, messages)

  yield* use(BOB, GENERAL, { text: "/slow" })
  yield* settled
  yield* control("POST", "/clock", { advance_ms: 90_000 })

  const lobby = yield* rest(LOBBY_TOKEN, "PUT", "/lobbies", { secret: "dock", member_metadata: { team: "red" } })
  yield* control("PUT", `/users/${BOB}/lobbies/${lobby.id}/connection`)
  yield* control("POST", messages(BOB, "", lobby.id), { content: "in the lobby" })
  yield* control("DELETE", `/users/${BOB}/lobbies/${lobby.id}/connection`)
  yield* rest(LOBBY_TOKEN, "DELETE", `/lobbies/${lobby.id}/members/@me`)

  yield* rest(PERMIT_TOKEN, "PUT", `/applications/${SHOP}/guilds/${GUILD}/commands/${COMMAND.adopt}/permissions`, {
    permissions: [
      { id: GUILD, type: 1, permission: false },
      { id: CAROL, type: 2, permission: true },
      { id: String(BigInt(GUILD) - 1n), type: 3, permission: true }
    ]
  })
  yield* use(BOB, GENERAL, { text: "/adopt animal:dog" })

  yield* consent(`client_id=${SHOP}&scope=applications.commands&integration_type=1`, {
    user_id: CAROL,
    authorize: true
  })
  yield* consent(`client_id=${SHOP}&scope=identify&response_type=code&redirect_uri=own-scheme:/authorize/callback`, {
    user_id: BOB,
    authorize: true
  })
  yield* control("DELETE", `/users/${CAROL}/installs/${SHOP}`)

  yield* control("PATCH", `/users/${ALICE}`, { locale: "de" })
  yield* control("PATCH", `/guilds/${GUILD}/members/${BOB}`, { nick: "Bobby", roles: [MODERATOR] })
  yield* control("PUT", `/guilds/${GUILD}/channels/200000000000000029`, { name: "harbour-cats" })
  yield* control("POST", messages(BOB, "", "200000000000000029"), { content: "meow" })
  yield* control("POST", "/faults", { match: { surface: "rest", application: SHOP }, status: 500, times: 1 })
  yield* control("DELETE", "/faults")
  yield* control("POST", "/reset")
  yield* use(CAROL, GENERAL, { text: "/vanish" })
})

/** What they do beside messages and commands. */
const besides = Effect.fnUntraced(function* (
  { control }: Pick<Hands, "control">,
  messages: (user: string, rest?: string, channel?: string) => string
) {
  const kept = yield* control("POST", messages(BOB), { content: "keep this" })
  yield* control("PUT", `/users/${BOB}/channels/${GENERAL}/pins/${kept.id}`)
  yield* control("DELETE", `/users/${ALICE}/channels/${GENERAL}/pins/${kept.id}`)
  const thread = yield* control("POST", `/users/${ALICE}/channels/${GENERAL}/threads`, { name: "plans" })
  yield* control("POST", `/users/${ALICE}/channels/${thread.id}/typing`)
  yield* control("POST", messages(ALICE, "", thread.id), { content: "first" })
  yield* control("PUT", `/users/${BOB}/channels/${thread.id}/membership`)
  yield* control("DELETE", `/users/${BOB}/channels/${thread.id}/membership`)
  yield* control("PUT", `/users/${ALICE}/channels/${thread.id}/thread_members/${BOB}`)
  yield* control("DELETE", `/users/${ALICE}/channels/${thread.id}/thread_members/${BOB}`)
  yield* control("POST", messages(ALICE, `/${kept.id}/threads`), { name: "about that" })
  const direct = yield* control("PUT", `/users/${ALICE}/direct_channels/${BOB}`)
  yield* control("POST", messages(BOB, "", direct.id), { content: "hi alice" })
  const group = yield* control("POST", `/users/${ALICE}/direct_channels`, { recipients: [BOB, CAROL] })
  yield* control("POST", messages(CAROL, "", group.id), { content: "hi all" })
  yield* control("POST", `/users/${ALICE}/channels/${BOT_DM}/typing`)
  yield* control("PATCH", `/users/${ALICE}/guilds/${GUILD}/member`, { nick: "Al" })
  yield* control("PUT", `/guilds/${GUILD}/invites/Harbour1`, { channel_id: GENERAL })
  const made = yield* control("POST", `/users/${ALICE}/channels/${GENERAL}/invites`, {
    ...{ max_uses: 3, max_age: 3600, target_users_file: `${CAROL}\n${BOB}`, role_ids: [MODERATOR] },
    ...{ target_type: 1, target_user_id: BOB }
  })
  const again = yield* control("POST", `/users/${ALICE}/channels/${GENERAL}/invites`, { unique: true })
  yield* control("DELETE", `/users/${CAROL}/guilds/${GUILD}/member`)
  yield* control("POST", `/users/${CAROL}/invites/${made["code"]}`)
  yield* control("DELETE", `/users/${ALICE}/invites/${again["code"]}`)
  yield* control("PATCH", `/guilds/${GUILD}/members/${CAROL}`, { roles: [] })
  const hook = { channel_id: GENERAL, name: "Tides" }
  yield* control("PUT", `/guilds/${GUILD}/webhooks/600000000000000001`, { ...hook, token: "tides" })
  yield* control("DELETE", `/users/${CAROL}/guilds/${GUILD}/member`)
  yield* control("POST", `/users/${CAROL}/invites/Harbour1`)
  yield* control("POST", `/users/${CAROL}/guilds/${GUILD}/boosts`)
  yield* control("DELETE", `/users/${CAROL}/guilds/${GUILD}/boosts`)
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/rules`)
  yield* control("PATCH", `/guilds/${GUILD}`, { features: ["MEMBER_VERIFICATION_GATE_ENABLED"] })
  yield* control("DELETE", `/users/${CAROL}/guilds/${GUILD}/member`)
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/join_request`)
  yield* control("DELETE", `/users/${CAROL}/guilds/${GUILD}/join_request`)
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/join_request`)
  const review = `/users/${ALICE}/guilds/${GUILD}/join_requests/${CAROL}`
  yield* control("PATCH", review, { action: "REJECTED", rejection_reason: "no boat" })
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/join_request`)
  yield* control("PATCH", review, { action: "APPROVED" })
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/rules`)
  yield* control("PATCH", `/users/${ALICE}/guilds/${GUILD}/member`, { bio: "Sails" })
  const tags = ["question", "chart"].map((name, i) => ({ id: `9${i}`, name }))
  yield* control("PUT", `/guilds/${GUILD}/channels/${FORUM}`, { name: "help", type: 15, available_tags: tags })
  const post = { name: "A map", message: { content: "Look" }, applied_tags: [tags[1]?.id] }
  const file = { filename: "map.txt", content_type: "text/plain", base64: "aGk=" }
  yield* control("POST", `/users/${ALICE}/channels/${FORUM}/threads`, { ...post, attachments: [file] })
  yield* control("PUT", `/guilds/${GUILD}/bans/${CAROL}?by=${ALICE}`, {})
  yield* control("DELETE", `/guilds/${GUILD}/bans/${CAROL}?by=${ALICE}`)
  yield* control("POST", `/users/${CAROL}/invites/Harbour1`)
  yield* control("PUT", `/users/${CAROL}/guilds/${GUILD}/rules`)
  yield* control("POST", messages(ALICE, `/${POLL}/forwards`), { channel_id: BOT_DM })
  yield* control("PUT", messages(ALICE, `/${POLL}/votes`), { answer_ids: [2] })
  yield* control("PUT", messages(ALICE, `/${POLL}/votes`), { answer_ids: [] })
  yield* control("PATCH", `/applications/${SHOP}`, { skus: [{ id: "81", type: 5, name: "Gold" }] })
  yield* control("POST", `/users/${ALICE}/purchases`, { application_id: SHOP, sku_id: "81" })
  yield* control("DELETE", `/users/${ALICE}/purchases/${SHOP}/81`)
  yield* control("PUT", `/guilds/${GUILD}/channels/200000000000000056`, { name: "lounge", type: 2 })
  yield* control("PUT", `/users/${ALICE}/channels/200000000000000056/voice`, { self_mute: true, self_deaf: false })
  const effects = `/users/${ALICE}/channels/200000000000000056/voice_effects`
  yield* control("POST", effects, { emoji: "\u{1F44F}" })
  yield* control("POST", effects, { sound: "quack" })
  yield* control("DELETE", `/users/${ALICE}/voice`)
  yield* control("PUT", `/guilds/${GUILD}/scheduled_events/200000000000000057`, {
    name: "Regatta",
    entity_type: 3,
    location: "The quay",
    scheduled_start_time: "2030-01-01T00:00:00Z",
    scheduled_end_time: "2030-01-01T02:00:00Z"
  })
  yield* control("PUT", `/users/${ALICE}/guilds/${GUILD}/scheduled_events/200000000000000057/interest`)
  yield* control("DELETE", `/users/${ALICE}/guilds/${GUILD}/scheduled_events/200000000000000057/interest`)
  yield* control("PUT", `/users/${ALICE}/presence`, { status: "idle" })
  yield* control("PUT", `/users/${ALICE}/presence`, { status: "online", client_status: { mobile: "online" } })
})
