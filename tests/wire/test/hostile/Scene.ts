/** A world with three interactions: one waits for its callback, one was answered, one opened a modal. */
import type { EndpointScript } from "@backlot/testkit/RecordingEndpoint"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn, payloadOf, stage } from "../Stage.ts"
import { portOf } from "./Wire.ts"

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
  /** A lobby linked to the staff room; alice may link it. */
  readonly lobby: string
  /** A message of alice in that lobby. */
  readonly told: string
  /** A planned fault that matches no request. */
  readonly fault: string
}

/** For a sample whose ids do not matter. */
export const NO_INTERACTIONS: Interactions = {
  pending: { id: "", token: "" },
  answered: { id: "", token: "" },
  pressable: "",
  modal: "",
  said: "",
  lobby: "",
  told: "",
  fault: ""
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

export const scene = Effect.gen(function* () {
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
  const use = (query: string) =>
    control(`/users/${Play.ALICE}/channels/${Play.GENERAL}/interactions${query}`, {
      method: "POST",
      body: JSON.stringify(DOG)
    })
  // Give the bot every permission that a sample needs.
  const edit = (path: string, body: object) => control(path, { method: "PATCH", body: JSON.stringify(body) })
  yield* edit(`/guilds/${Play.GUILD}/installs/${Play.APP}`, { permissions: ["ADMINISTRATOR"] })
  yield* edit(`/applications/${Play.APP}`, { flags: ["GATEWAY_GUILD_MEMBERS"] })
  yield* use("?wait=false")
  const pending = payloadOf(yield* app.take)
  yield* app.answerWith(asking)
  const used = yield* use("")
  const { message }: { message: { id: string } } = JSON.parse(yield* Effect.promise(() => used.text()))
  const answered = payloadOf(yield* app.take)
  yield* app.answerWith(opening)
  yield* use("")
  const { id: modal } = payloadOf(yield* app.take)
  yield* app.answerWith(failingSubmits)
  const saying = yield* control(`/users/${Play.ALICE}/channels/${Play.GENERAL}/messages`, {
    method: "POST",
    body: JSON.stringify({ content: "hello" })
  })
  const { id: said }: { id: string } = JSON.parse(yield* Effect.promise(() => saying.text()))
  const lobby = yield* linkedLobby(url)
  const telling = yield* control(`/users/${Play.ALICE}/channels/${lobby}/messages`, {
    method: "POST",
    body: JSON.stringify({ content: "hello" })
  })
  const { id: told }: { id: string } = JSON.parse(yield* Effect.promise(() => telling.text()))
  const planned = yield* control("/faults", { method: "POST", body: JSON.stringify({ heartbeats: "unanswered" }) })
  const { id: fault }: { id: string } = JSON.parse(yield* Effect.promise(() => planned.text()))
  const interactions: Interactions = { pending, answered, pressable: message.id, modal, said, lobby, told, fault }
  return { app, url, port: portOf(url), control, interactions }
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
