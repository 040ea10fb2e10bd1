/** REST calls as an application. */
import { refusedCalls } from "@backlot/domain/base/Limits"
import type { Path } from "@backlot/domain/error/Fault"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { AppCall } from "@backlot/scenario/step/ActApp"
import { Effect, Result } from "effect"
import type { Around, ChannelRef } from "../name/Names.ts"
import type { NamedApplication } from "../name/WorldNames.ts"
import type { FormPart } from "../stage/StageHttp.ts"
import { read } from "../turn/Files.ts"
import { credentialsOf, type Lasting, needsInteraction, replace } from "../turn/Placeholders.ts"
import { type ActOutcome, applicationOf, methodOf, outcomeOfCall, type Playing } from "../turn/Playing.ts"
import { credentialsToken } from "../turn/Tokens.ts"
import { type Act, interactionOf, type Turn } from "../turn/Turn.ts"

type Call = typeof AppCall.Type

export const app: Act<Call> = Effect.fnUntraced(function* (turn, call) {
  const { playing } = turn
  const [method, path] = yield* methodOf(call, ["app"])
  const { application, lasting, around } = yield* contextOf(turn, call)
  const fill = (value: unknown, field: Path, place: "path" | "body") =>
    replace(playing, value, lasting, around, ["app", ...field], place)
  const query = fieldsOf(yield* fill(call.query, ["query"], "body"))
  const url = urlOf(playing, String(yield* fill(path, [method], "path")), query)
  const auth = String(yield* fill(call.auth ?? "bot", ["auth"], "path"))
  const files = yield* Effect.forEach(call.files ?? [], (file, index) => read(playing, file, ["app", "files", index]))
  const body = yield* fill(call.body, ["body"], "body")
  const extra = fieldsOf(yield* fill(call.headers, ["headers"], "path"))
  const headers = {
    ...(yield* authorizationOf(playing, application, auth)),
    ...(body === undefined || files.length > 0 ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(Object.entries(extra).map(([name, value]) => [name.toLowerCase(), String(value)]))
  }
  const sent = files.length === 0 ? JSON.stringify(body) : form(body, files)
  const outcome = yield* playing.http.send({ method: method.toUpperCase(), url, headers, body: sent }).pipe(
    Effect.map(outcomeOfCall),
    // A planned fault may cut the connection: an outcome like any other.
    Effect.catch(({ message }) => Effect.succeed<ActOutcome>({ error: `no answer: ${message}` }))
  )
  noteOwn(playing, method.toUpperCase(), url, outcome)
  if (method !== "get" && CHANGES.test(path)) doubtAfter(playing, url)
  return { application_id: application.id, ...outcome }
})

/** The verdict on the app leaves out what the scenario did itself. */
const noteOwn = ({ own }: Playing, method: string, url: string, outcome: ActOutcome): void => {
  const { status = 0, not_implemented = [] } = outcome
  for (const line of not_implemented) own.lacking.add(line)
  if (status < 400 || status >= 500) return
  own.refused.push({ method, path: pathBelowBase(url), status })
  // The server keeps no more either.
  if (own.refused.length > refusedCalls.calls) own.refused.shift()
}

/** As the server writes paths: below the REST base, each segment decoded. */
const pathBelowBase = (url: string): string => {
  const path = new URL(url).pathname.replace(/^\/api(?:\/v\d+)?(?=\/)/, "")
  return path.split("/").map(decoded).join("/")
}

const decoded = (segment: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(segment)),
    () => segment
  )

/** Calls that may change names. Events report any other change. */
const CHANGES = /\/(?:applications|guilds|channels\/[^/]+$|users\/@me\/channels|oauth2)/

const doubtAfter = ({ names }: Playing, url: string): void => {
  const [guild] = /\/guilds\/\d+/.exec(url) ?? []
  if (guild === undefined || url.includes("/applications/")) names.forget()
  else names.doubt(guild)
}

/** The application of the call, and what its placeholders stand for. */
const contextOf = Effect.fnUntraced(function* (turn: Turn, call: Call) {
  const { playing, step } = turn
  const { memory, names } = playing
  const needed = needsInteraction(call)
  const interaction = needed ? yield* interactionOf(turn) : undefined
  const credentials = interaction === undefined ? undefined : yield* credentialsOf(playing, interaction)
  const named = call.application ?? credentials?.application_id
  const application = yield* applicationOf(playing, named, ["app", "application"])
  const { id: application_id } = application
  const lasting: Lasting = { application: application_id, token: credentials?.token, interaction, lobby: memory.lobby }
  const channel = step.in ?? memory.channel
  const known = yield* names.read
  const found = channel === undefined ? undefined : Result.getOrUndefined(known.channel(channel, undefined))
  const around: Around = { guild_id: guildOf(found) ?? known.world.guilds[0]?.id, application_id }
  return { application, lasting, around }
})

const guildOf = (found: ChannelRef | { readonly with: string } | undefined): string | undefined =>
  found !== undefined && "id" in found ? found.guild_id : undefined

/** Paths are below the current version of the API unless they name another. */
const urlOf = ({ stage }: Playing, path: string, query: Readonly<Record<string, unknown>>): string => {
  const base = /^https?:/.test(path)
    ? path
    : /^\/(?:api|oauth2)(?:\/|\?|$)/.test(path)
      ? `${stage.url}${path}`
      : `${stage.rest_url}/v10${path.startsWith("/") ? "" : "/"}${path}`
  const asked = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`)
  )
  return asked.length === 0 ? base : `${base}${base.includes("?") ? "&" : "?"}${asked.join("&")}`
}

const authorizationOf = Effect.fnUntraced(function* (playing: Playing, application: NamedApplication, auth: string) {
  switch (auth) {
    case "none":
      return {}
    case "bot":
      return { authorization: `Bot ${application.bot.token}` }
    case "client":
      return { authorization: `Bearer ${yield* credentialsToken(playing, application)}` }
    default:
      return { authorization: auth }
  }
})

/** As libraries send files (wire-rest.md: `payload_json` beside `files[n]`). */
const form = (
  body: unknown,
  files: ReadonlyArray<Effect.Success<ReturnType<typeof read>>>
): ReadonlyArray<FormPart> => [
  ...(body === undefined ? [] : [{ name: "payload_json", value: JSON.stringify(body) }]),
  ...files.map(({ filename, content_type, bytes }, index) => {
    const typed = content_type === undefined ? {} : { type: content_type }
    return { name: `files[${index}]`, value: new File([bytes], filename, typed) }
  })
]
