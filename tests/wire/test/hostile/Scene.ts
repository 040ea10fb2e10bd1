/** A world with three interactions: one waits for its callback, one was answered, one opened a modal. */
import type { EndpointScript } from "@backlot/testkit/RecordingEndpoint"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn, payloadOf, stage } from "../Stage.ts"
import { EVENT, EVENT_BODY, LIVE, STAGE_BODY, STAGE_EVENT, VOICE } from "./EventSamples.ts"
import { EMOJIS, GROUP, INVITE, PREMIUM, QUAY, RULE, RULE_BODY, SOUND, STICKER, TEMPLATE } from "./GuildSamples.ts"
import { PICTURED } from "./PictureSamples.ts"
import { FORUM, FORUM_BODY, THREAD, THREAD_BODY } from "./ThreadSamples.ts"
import { HOOK, NEWS } from "./WebhookSamples.ts"
import { portOf } from "./Wire.ts"

/** It may ask for every intent. */
const FLAGS = ["GATEWAY_GUILD_MEMBERS", "GATEWAY_MESSAGE_CONTENT", "GATEWAY_PRESENCE"]

export const CONTROL_TOKEN = "harbour-control-token"

export interface Interactions {
  readonly pending: { readonly id: string; readonly token: string }
  readonly answered: { readonly id: string; readonly token: string }
  /** A message with the select `animals`. */
  readonly pressable: string
  /** An interaction that opened a modal with the field `name`; it stays open, because its submits fail. */
  readonly modal: string
  /** A message that alice wrote. */
  readonly said: string
  /** A message that alice wrote in the announcement channel. */
  readonly announced: string
  /** A lobby linked to the staff room; alice may link it. */
  readonly lobby: string
  /** A message of alice in that lobby. */
  readonly told: string
  /** A message of the bot with a poll. */
  readonly poll: string
  /** A planned fault that matches no request. */
  readonly fault: string
  /** A front of the app. */
  readonly front: string
  /** The instance of an Activity that alice has launched. */
  readonly instance: string
}

/** For a sample whose ids do not matter. */
export const NO_INTERACTIONS: Interactions = {
  pending: { id: "", token: "" },
  answered: { id: "", token: "" },
  pressable: "",
  modal: "",
  said: "",
  announced: "",
  lobby: "",
  told: "",
  poll: "",
  fault: "",
  front: "",
  instance: ""
}

const animals = { type: 3, custom_id: "animals", options: [{ label: "Dog", value: "dog" }] }
const asking: EndpointScript = () =>
  Effect.succeed({ json: { type: 4, data: { content: "hi", components: [{ type: 1, components: [animals] }] } } })

const name = { type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1 } }
const opening: EndpointScript = () =>
  Effect.succeed({ json: { type: 9, data: { custom_id: "survey", title: "Survey", components: [name] } } })
const failingSubmits: EndpointScript = (request) =>
  JSON.parse(request.body).type === 5 ? Effect.succeed({ status: 500 }) : asking(request)

const DOG = { command_id: Play.ADOPT, options: [{ name: "animal", value: "dog" }] }

/** The parts of a scene. */
type Part = keyof Interactions

const ALL: ReadonlySet<string> = new Set(Object.keys(NO_INTERACTIONS))

/** A scene with these parts alone; the others have empty ids. */
export const sceneWith = Effect.fnUntraced(function* (parts: ReadonlySet<string>) {
  const { app, server } = yield* stage(() => Effect.succeed({ status: 202 }), {
    controlToken: CONTROL_TOKEN,
    limits: "off",
    clock: "frozen"
  })
  const { url } = server.addresses
  const control = (path: string, init: RequestInit = {}) =>
    Effect.promise((signal) =>
      fetch(`${url}/control/v1${path}`, {
        ...init,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${CONTROL_TOKEN}`,
          ...init.headers
        },
        signal
      })
    )
  const post = (path: string, body: object) =>
    Effect.flatMap(control(path, { method: "POST", body: JSON.stringify(body) }), (answer) =>
      // The fields that a scene reads of any answer.
      Effect.promise(
        async () => (await answer.json()) as { readonly id: string; readonly message: { readonly id: string } }
      )
    )
  const use = (query: string) => post(`/users/${Play.ALICE}/channels/${Play.GENERAL}/interactions${query}`, DOG)
  const say = (channel: string) =>
    Effect.map(post(`/users/${Play.ALICE}/channels/${channel}/messages`, { content: "hello" }), ({ id }) => id)
  const has = (...any: ReadonlyArray<Part>) => any.some((part) => parts.has(part))
  // Give the bot every permission that a sample needs.
  const edit = (path: string, body: object) => control(path, { method: "PATCH", body: JSON.stringify(body) })
  yield* edit(`/guilds/${Play.GUILD}/installs/${Play.APP}`, { permissions: ["ADMINISTRATOR"] })
  yield* edit(`/applications/${Play.APP}`, { flags: FLAGS })
  const put = (path: string, body: object) => control(path, { method: "PUT", body: JSON.stringify(body) })
  const inGuild = `/guilds/${Play.GUILD}`
  yield* put(`/direct_channels/${GROUP}`, { type: 3, recipients: [Play.ALICE, Play.BOB, Play.APP] })
  yield* put(`${inGuild}/bans/${Play.LODGER}`, { reason: "spam" })
  yield* put(`${inGuild}/channels/${Play.STAGE}`, { name: "stage", type: 13 })
  for (const user of [Play.BOB, Play.APP]) yield* put(`${inGuild}/voice_states/${user}`, { channel_id: Play.STAGE })
  yield* put(`${inGuild}/emojis/${EMOJIS.guild.emoji_id}`, { name: "wave" })
  yield* control(`/applications/${Play.APP}`, {
    method: "PATCH",
    body: JSON.stringify({
      skus: [{ id: PREMIUM.sku, type: 3, name: "A bone" }],
      role_connections_metadata: [{ type: 2, key: "wins", name: "Wins", description: "Games won" }]
    })
  })
  yield* put(`/applications/${Play.APP}/entitlements/${PREMIUM.entitlement}`, {
    sku_id: PREMIUM.sku,
    user_id: Play.ALICE,
    subscription: {
      id: PREMIUM.subscription,
      current_period_start: "2026-01-01T00:00:00Z",
      current_period_end: "2099-01-01T00:00:00Z"
    }
  })
  yield* put(`/applications/${Play.APP}/entitlements/${PREMIUM.test}`, { sku_id: PREMIUM.sku, user_id: Play.ZOE })
  yield* put(`${inGuild}/stickers/${STICKER.sticker_id}`, { name: "tide", tags: "tide" })
  yield* put(`${inGuild}/soundboard_sounds/${SOUND.sound_id}`, { name: "horn" })
  yield* put(`${inGuild}/auto_moderation_rules/${RULE.rule_id}`, { ...RULE_BODY, enabled: false })
  yield* put(`/applications/${Play.APP}/emojis/${EMOJIS.application.emoji_id}`, { name: "paw" })
  yield* put(`/guilds/${QUAY}`, {
    name: "Quay",
    owner_id: Play.ALICE,
    installs: [{ application_id: Play.APP, scopes: ["bot"], permissions: ["ADMINISTRATOR"] }]
  })
  yield* edit(`/guilds/${Play.GUILD}`, {
    features: ["VANITY_URL", "MEMBER_VERIFICATION_GATE_ENABLED"],
    join_requests: [{ id: "5", user_id: Play.ZOE, created_at: "2026-01-01T00:00:00Z" }],
    welcome_screen: { enabled: true },
    new_member_welcome: {
      welcome_message: { author_ids: [Play.ALICE], message: "Ahoy" },
      new_member_actions: [{ channel_id: Play.GENERAL, title: "Talk", action_type: 1, emoji_name: "⚓" }],
      resource_channels: [{ channel_id: Play.GENERAL, title: "Rules", icon: "0123456789abcdef0123456789abcdef" }]
    },
    widget_enabled: true,
    template: TEMPLATE,
    invites: [{ code: INVITE, channel_id: Play.GENERAL }]
  })
  yield* control(`/guilds/${Play.GUILD}/channels/${NEWS}`, {
    method: "PUT",
    body: JSON.stringify({ name: "news", type: 5 })
  })
  yield* control(`/guilds/${Play.GUILD}/webhooks/${HOOK.id}`, {
    method: "PUT",
    body: JSON.stringify({ channel_id: Play.GENERAL, name: "Tides", token: HOOK.token, user_id: Play.APP })
  })
  yield* put(`${inGuild}/channels/${THREAD}`, THREAD_BODY)
  yield* put(`${inGuild}/channels/${FORUM}`, FORUM_BODY)
  yield* put(`${inGuild}/channels/${VOICE}`, { name: "voice", type: 2 })
  yield* put(`${inGuild}/channels/${LIVE.channel_id}`, { name: "live", type: 13 })
  yield* put(`${inGuild}/stage_instances/${LIVE.id}`, STAGE_BODY)
  yield* put(`${inGuild}/scheduled_events/${EVENT.id}`, EVENT_BODY)
  yield* put(`${inGuild}/scheduled_events/${STAGE_EVENT}`, {
    name: "Song",
    entity_type: 1,
    channel_id: Play.STAGE,
    scheduled_start_time: "2040-01-01T00:00:00Z"
  })
  for (const [path, pictures] of Object.entries(PICTURED)) yield* edit(path, pictures)
  const known = { ...NO_INTERACTIONS }
  if (has("pending")) {
    yield* use("?wait=false")
    known.pending = payloadOf(yield* app.take)
  }
  if (has("answered", "pressable")) {
    yield* app.answerWith(asking)
    known.pressable = (yield* use("")).message.id
    known.answered = payloadOf(yield* app.take)
  }
  if (has("modal")) {
    yield* app.answerWith(opening)
    yield* use("")
    known.modal = payloadOf(yield* app.take).id
  }
  yield* app.answerWith(failingSubmits)
  if (has("said")) known.said = yield* say(Play.GENERAL)
  if (has("announced")) known.announced = yield* say(NEWS)
  if (has("lobby", "told")) known.lobby = yield* linkedLobby(url)
  if (has("told")) known.told = yield* say(known.lobby)
  if (has("poll")) known.poll = yield* asked(url)
  if (has("instance")) known.instance = yield* launched(control)
  if (has("front")) known.front = (yield* post(`/applications/${Play.APP}/fronts`, {})).id
  if (has("fault")) known.fault = (yield* post("/faults", { heartbeats: "unanswered" })).id
  const interactions: Interactions = known
  return { app, url, port: portOf(url), control, interactions }
})

/** All of it. */
export const scene = sceneWith(ALL)

/** The parts that `read` reads. */
export const partsOf = (read: (interactions: Interactions) => unknown): ReadonlySet<string> => {
  const parts = new Set<string>()
  const noted = Object.keys(NO_INTERACTIONS).map((part) => [
    part,
    {
      get: () => {
        parts.add(part)
        return Reflect.get(NO_INTERACTIONS, part)
      }
    }
  ])
  // Each property of the result is a part.
  read(Object.defineProperties({}, Object.fromEntries(noted)) as Interactions)
  return parts
}

/** Alice launches the Activity, which the app has from now on. */
const launched = Effect.fnUntraced(function* (control: (path: string, init?: RequestInit) => Effect.Effect<Response>) {
  const send = (method: string, path: string, body: object) =>
    Effect.flatMap(control(path, { method, body: JSON.stringify(body) }), (answer) =>
      // The fields that are read of any answer.
      Effect.promise(async () => (await answer.json()) as { readonly activity_instance: { readonly id: string } })
    )
  yield* send("PATCH", `/applications/${Play.APP}`, {
    flags: [...FLAGS, "EMBEDDED"]
  })
  const world = yield* Effect.flatMap(control("/world"), (answer) =>
    Effect.promise(
      async () => (await answer.json()) as { commands: ReadonlyArray<{ readonly id: string; readonly type: number }> }
    )
  )
  const command_id = world.commands.find(({ type }) => type === 4)?.id
  const place = `/users/${Play.ALICE}/channels/${Play.GENERAL}/interactions`
  return (yield* send("POST", place, { command_id })).activity_instance.id
})

const asked = Effect.fnUntraced(function* (url: string) {
  const poll = { question: { text: "Which?" }, answers: [{ poll_media: { text: "Cats" } }] }
  const { text } = yield* handsOn(url).rest(`/channels/${Play.GENERAL}/messages`, { json: { poll } })
  const { id }: { id: string } = JSON.parse(text)
  return id
})

const linkedLobby = Effect.fnUntraced(function* (url: string) {
  const { rest } = handsOn(url)
  const made = yield* rest("/lobbies", {
    json: { members: [{ id: Play.ALICE, flags: 1 }], idle_timeout_seconds: 604_800 }
  })
  const { id }: { id: string } = JSON.parse(made.text)
  yield* rest(`/lobbies/${id}/channel-linking`, { method: "PATCH", json: { channel_id: Play.STAFF_ROOM } })
  return id
})

export type Scene = Effect.Success<typeof scene>
