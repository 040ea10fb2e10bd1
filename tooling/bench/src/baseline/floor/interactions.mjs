/**
 * A user's command: judged, created, delivered over HTTP or the gateway, answered. It is stored before it is delivered,
 * and its answer before anybody hears of it.
 */
import { randomBytes, timingSafeEqual } from "node:crypto"
import { answer, answerNothing, readJson, refuse, refuseForm } from "./http.mjs"
import { isAbsent, isFields, isLong, isText } from "./judge.mjs"
import { evaluate } from "./permission.mjs"
import { post } from "./post.mjs"
import { newest, padded } from "./state.mjs"
import { eventOf, messageOf, payloadOf, recordOf } from "./wire.mjs"

/** @typedef {import("./wire.mjs").Interaction} Interaction */
/** @typedef {{ name: string, type: unknown, value: unknown }} Value */

const ACKNOWLEDGE_MS = 3_000
const LINES = ["0", "1", "2", "3", "4"].map(padded)
const [STRING, INTEGER, BOOLEAN, USER, NUMBER] = [3, 4, 5, 6, 10]

/**
 * @param {import("./state.mjs").State} state
 * @param {Map<string, import("./commands.mjs").Command>} commands By id.
 * @param {import("./gateway.mjs").Gateway} gateway
 */
export const interactionsOf = (state, commands, gateway) => {
  const { journal } = state
  /** What ends the request of the user. @type {Map<string, { interaction: Interaction, call: import("./http.mjs").Call }>} */
  const pending = new Map()
  const [keptInteractions, keptMessages] = [newest(), newest()]
  let stored = { interactions: 0, messages: 0 }

  /** @param {import("./http.mjs").Call} call */
  const use = (call) =>
    readJson(call, (body) => {
      const [, userId = "", , channelId = ""] = call.path
      const [user, place] = [state.users.get(userId), state.channels.get(channelId)]
      if (user === undefined || place === undefined || !isFields(body))
        return refuse(call, 404, 0, "no such user or channel")
      const command = commands.get(String(body["command_id"]))
      if (command === undefined) return refuse(call, 404, 10063, "Unknown application command")
      const application = state.applications.get(JSON.parse(command.text).application_id)
      if (application === undefined) return refuse(call, 404, 10002, "Unknown Application")
      if (!isAbsent(body["version"]) && body["version"] !== command.version) return refuse(call, 409, 0, "outdated")
      const decisions = evaluate(command.record, application.id, place.guild, place.channel, user.id)
      if (decisions.some(({ outcome }) => outcome === "fail")) return refuse(call, 403, 0, JSON.stringify(decisions))
      const { values, faults } = valuesOf(command.record["options"] ?? [], body["options"] ?? [])
      if (faults.length > 0) return refuseForm(call, faults)
      const { type, name } = command.record
      const named = { id: command.id, name: String(name), type }
      return create(call, { application, user, ...place, command: named, options: values }, decisions)
    })

  /** @type {(call: import("./http.mjs").Call, about: Pick<Interaction, "application" | "user" | "channel" | "guild" | "command" | "options">, decisions: object) => void} */
  const create = (call, about, decisions) => {
    const id = state.mint()
    const now = Date.now()
    const token = Buffer.from(`interaction:${id}:${randomBytes(96).toString("base64url")}`).toString("base64url")
    const due = `deadline/${padded(String(now + ACKNOWLEDGE_MS))}/interaction/${id}`
    const byGateway = about.application.endpoint === null
    const interaction = { id, token, created_ms: now, due, byGateway, weight: 0, ...about }
    const payload = payloadOf(interaction)
    const delivery =
      about.application.endpoint === null ? undefined : post(about.application, about.application.endpoint, payload)
    const sessions = gateway.sessionsOf(about.application.id)
    stored = { ...stored, interactions: stored.interactions + 1 }
    journal.put(`kept/interaction`, `{"count":${stored.interactions},"passed":0,"after":null}`)
    journal.put(`interaction/${padded(id)}`, recordOf(interaction, "pending", null))
    journal.put(due, `{"kind":"interaction","payload":"${id}"}`)
    trace(interaction, 0, now, "evaluated", decisions)
    trace(interaction, 1, now, "created", { command: about.command, options: about.options })
    if (delivery !== undefined) trace(interaction, 2, now, "delivering", delivery.request)
    else {
      trace(interaction, 2, now, "dispatching", {
        event: "INTERACTION_CREATE",
        sessions: sessions.length,
        body: payload
      })
      const ids = { interaction_id: id, application_id: about.application.id, guild_id: about.guild.id }
      journal.put(`undelivered/${padded(id)}`, JSON.stringify({ ...ids, payload }))
    }
    journal.put(
      `trace_weight/${padded(id)}`,
      `{"interaction_id":"${id}","owner":"${about.application.id}","bytes":16384}`
    )
    dropOldest(keptInteractions(id))
    state.log([{ type: "interaction.created", data: eventOf(interaction, "pending") }], now)
    pending.set(id, { interaction, call })
    journal.acknowledge(() => {
      if (delivery === undefined) gateway.dispatch(sessions, "INTERACTION_CREATE", payload)
      else delivery.send((answered) => received(interaction, answered))
    })
  }

  /** @type {(interaction: Interaction, answered: import("./post.mjs").Answered | undefined) => void} */
  const received = (interaction, answered) => {
    const body = answered === undefined || answered.status !== 200 ? undefined : parsed(answered.body)
    const { content, faults } = answerOf(body)
    if (answered === undefined || content === undefined) return fail(interaction, faults.join())
    trace(interaction, 3, Date.now(), "answered", { channel: "http answer", ...answered })
    const text = respond(interaction, content)
    return journal.acknowledge(() => tell(interaction, text))
  }

  /** `POST /interactions/{id}/{token}/callback`. @param {import("./http.mjs").Call} call */
  const callback = (call) =>
    readJson(call, (body, sent) => {
      const [, id = "", token = ""] = call.path
      const interaction = pending.get(id)?.interaction
      if (interaction === undefined || !isSame(interaction.token, token))
        return refuse(call, 404, 10062, "Unknown interaction")
      const { content, faults } = answerOf(body)
      if (content === undefined) return refuseForm(call, faults)
      const detail = { channel: "callback", method: "POST", body: sent, outcome: "accepted" }
      trace(interaction, 3, Date.now(), "called", detail)
      journal.remove(`undelivered/${padded(id)}`)
      const text = respond(interaction, content)
      return journal.acknowledge(() => {
        answerNothing(call)
        tell(interaction, text)
      })
    })

  /** Stores the answer. Gives the text for the user. @type {(interaction: Interaction, content: string) => string} */
  const respond = (interaction, content) => {
    const { id, application, channel, guild, created_ms, due } = interaction
    const now = Date.now()
    const messageId = state.mint()
    const message = messageOf(interaction, messageId, content, now)
    const record = `{"id":"${messageId}","channel_id":"${channel.id}","visible_to":null,"message":${message}}`
    const key = `message/${padded(channel.id)}/${padded(messageId)}`
    stored = { ...stored, messages: stored.messages + 1 }
    journal.put(key, record)
    journal.put(`message.id/${padded(messageId)}>${key}`, `${2 * record.length} ${application.id}`)
    journal.put(`kept/message/${padded(channel.id)}`, String(stored.messages))
    journal.put(`interaction/${padded(id)}`, recordOf(interaction, "responded", messageId))
    journal.remove(due)
    trace(interaction, 4, now, "acknowledged", { callback_type: 4, after_ms: now - created_ms, state: "responded" })
    const gone = keptMessages(key)
    if (gone !== undefined) journal.remove(gone)
    const event = eventOf(interaction, "responded")
    state.log(
      [
        { type: "interaction.acknowledged", data: event },
        { type: "message.created", data: `{"guild_id":"${guild.id}","record":${record}}` },
        { type: "interaction.responded", data: event }
      ],
      now
    )
    gateway.say(guild.id, message)
    return `{"interaction_id":"${id}","state":"responded","response":{"type":4,"ephemeral":false},"message":${message}}`
  }

  /** @type {(interaction: Interaction, text: string) => void} */
  const tell = ({ id }, text) => {
    const waiting = pending.get(id)
    pending.delete(id)
    if (waiting !== undefined) answer(waiting.call, 200, text)
  }

  /** @type {(interaction: Interaction, why: string) => void} */
  const fail = (interaction, why) => {
    const { id, due } = interaction
    journal.put(`interaction/${padded(id)}`, recordOf(interaction, "failed", null))
    journal.remove(due)
    state.log([{ type: "interaction.failed", data: eventOf(interaction, "failed") }], Date.now())
    journal.acknowledge(() => tell(interaction, JSON.stringify({ interaction_id: id, state: "failed", error: why })))
  }
  setInterval(() => {
    for (const { interaction } of pending.values()) {
      if (interaction.created_ms + ACKNOWLEDGE_MS > Date.now()) return
      fail(interaction, "not answered in time")
    }
  }, 100).unref()

  /** @type {(interaction: Interaction, seq: number, at: number, what: string, detail: object) => void} */
  const trace = (interaction, seq, at, what, detail) => {
    const { id, weight: before } = interaction
    const text = JSON.stringify(detail)
    interaction.weight += text.length
    const row = `{"interaction_id":"${id}","seq":${seq},"before":${before},"at":${at},"what":"${what}","detail":${text}}`
    journal.put(`trace/${padded(id)}/${LINES[seq]}`, row)
  }

  /** @param {string | undefined} id */
  const dropOldest = (id) => {
    if (id === undefined) return
    stored = { ...stored, interactions: stored.interactions - 1 }
    journal.remove(`interaction/${padded(id)}`)
    journal.remove(`trace_weight/${padded(id)}`)
    for (const line of LINES) journal.remove(`trace/${padded(id)}/${line}`)
  }

  return { use, callback }
}

/** @type {(text: string) => unknown} Undefined for a text that is no JSON. */
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @type {(known: string, sent: string) => boolean} */
const isSame = (known, sent) => known.length === sent.length && timingSafeEqual(Buffer.from(known), Buffer.from(sent))

/** The content of an answer of type 4; the floor knows no other type, and no embeds, components or files. @param {unknown} body */
const answerOf = (body) => {
  if (!isFields(body)) return { content: undefined, faults: ["not an object"] }
  const { type, data } = body
  if (type !== 4 || !isFields(data)) return { content: undefined, faults: ["type: the floor knows only 4"] }
  const { content, tts, flags } = data
  const faults = []
  if (!isText(content, 1, 2_000) || content.trim() === "") faults.push("content: not 1 to 2000 characters")
  if (!isAbsent(tts) && typeof tts !== "boolean") faults.push("tts: not a boolean")
  if (!isAbsent(flags) && !Number.isSafeInteger(flags)) faults.push("flags: not an integer")
  for (const field of ["embeds", "components", "attachments"]) {
    const list = data[field]
    if (!isAbsent(list) && !(Array.isArray(list) && list.length === 0)) faults.push(`${field}: the floor knows none`)
  }
  return { content: faults.length === 0 ? String(content) : undefined, faults }
}

/**
 * The values of the options, in the order sent.
 * @param {unknown} known
 * @param {unknown} sent
 */
const valuesOf = (known, sent) => {
  /** @type {Array<string>} */
  const faults = []
  /** @type {Array<Value>} */
  const values = []
  if (!Array.isArray(known) || !Array.isArray(sent) || sent.length > known.length)
    return { values, faults: ["options"] }
  for (const { name, value } of sent) {
    const option = known.find((one) => one.name === name)
    if (option === undefined || values.some((one) => one.name === name))
      faults.push(`${name}: no such option, or twice`)
    else if (!isValue(option, value)) faults.push(`${name}: not a value of this option`)
    else values.push({ name, type: option.type, value })
  }
  for (const { name, required } of known)
    if (required === true && !values.some((one) => one.name === name)) faults.push(`${name}: required`)
  return { values, faults }
}

/** @type {(option: { type: number, min_length?: number, max_length?: number, min_value?: number, max_value?: number, choices?: ReadonlyArray<{ value: unknown }> }, value: unknown) => boolean} */
const isValue = ({ type, min_length = 0, max_length = 6_000, min_value, max_value, choices }, value) => {
  if (choices !== undefined && !choices.some((choice) => choice.value === value)) return false
  if (type === STRING) return typeof value === "string" && isLong(value, min_length, max_length)
  if (type === BOOLEAN) return typeof value === "boolean"
  if (type === INTEGER || type === NUMBER) {
    if (typeof value !== "number" || (type === INTEGER && !Number.isSafeInteger(value))) return false
    return value >= (min_value ?? -(2 ** 53)) && value <= (max_value ?? 2 ** 53)
  }
  return type === USER && typeof value === "string"
}
