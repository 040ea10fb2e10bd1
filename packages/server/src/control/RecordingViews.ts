import * as Time from "@backlot/usecases/event/Time"
import * as Interactions from "@backlot/usecases/interaction/Interactions"
import * as UserMessages from "@backlot/usecases/user/UserMessages"
import { Effect, Option, Schema } from "effect"
import type { Answer } from "../http/Answer.ts"
import type { Recorder, RecordingChange } from "./Recording.ts"
import { answerOf } from "./UsedAnswer.ts"

export const commandIn = (id: unknown) => Effect.orElseSucceed(UserMessages.commandOf(id), () => undefined)

export const messagesIn = (userId: string | undefined, ids: ReadonlyArray<unknown>) =>
  userId === undefined
    ? Effect.succeed([])
    : UserMessages.messagesOf(userId, ids).pipe(
        Effect.map((messages) =>
          messages.map(({ id, channel_id, author, content }) => ({ id, channel_id, author_id: author.id, content }))
        ),
        Effect.orElseSucceed(() => [])
      )

/** Remembers an answered interaction that is not settled yet. */
export const openOf = (answer: unknown, userId: string | undefined): RecordingChange | undefined => {
  const { interaction_id, state } = fieldsOf(answer)
  if (typeof interaction_id !== "string" || userId === undefined || !isOpen(state)) return undefined
  return { do: "open", interaction_id, user_id: userId }
}

const isOpen = (state: unknown): boolean => state === "pending" || state === "deferred"

/** Appends an entry for each interaction that has settled. Called before an act begins and before the recording is read. */
export const appendSettled = Effect.fnUntraced(function* (recorder: Recorder) {
  if (!recorder.isOn()) return
  for (const [id, user_id] of recorder.open) {
    const found = yield* Effect.option(Interactions.look(id))
    if (found._tag === "Some" && isOpen(found.value.record.state)) continue
    if (found._tag === "None") {
      yield* recorder.note({ do: "settle", interaction_id: id })
      continue
    }
    const { now } = yield* Time.read
    const entry = {
      at: now,
      operation: "settled",
      user_id,
      method: "GET",
      path: `/control/v1/interactions/${id}`,
      params: { interaction_id: id },
      query: {},
      status: 200,
      answer: answerOf(found.value)
    }
    yield* recorder.note({ do: "settle", interaction_id: id, entry })
  }
})

/** The fields of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** The JSON of an answer, or the `location` of a redirect; otherwise undefined. */
export const answerBody = ({ body, headers }: Answer): unknown => {
  if (typeof body !== "string" || !/^application\/json/.test(headers["content-type"] ?? "")) {
    return headers["location"] === undefined ? undefined : { location: headers["location"] }
  }
  return Option.getOrUndefined(parse(body))
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Removes secrets from world elements, and all but the choice or the error from a consent. Others hold no secrets. */
export const withoutSecrets = (operation: string, value: unknown): unknown => {
  if (operation === "authorize") return decisionOf(fieldsOf(value))
  return /_world_/.test(operation) ? stripped(value) : value
}

/** Fields of the world file that hold secrets. */
const SECRETS = new Set(["token", "client_secret", "private_key", "secret"])

const stripped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => (SECRETS.has(name) ? [] : [[name, stripped(held)]]))
  )
}

const DECISION = ["authorize", "guild_id", "permissions"]

/** Drops the form's nonce. Of a redirect, keeps only the error. */
const decisionOf = ({ location, ...fields }: Readonly<Record<string, unknown>>) => {
  if (typeof location !== "string") {
    return Object.fromEntries(DECISION.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
  }
  const [, parameters = ""] = location.split(/[?#]/, 2)
  const error = new URLSearchParams(parameters).get("error")
  return error === null ? {} : { error }
}
