/** The commands of an application in one scope: list, create or replace one, replace all. */
import { readCommand } from "./command.mjs"
import { answer, authenticate, count, readJson, refuse, refuseForm, routeOf } from "./http.mjs"
import { isId } from "./judge.mjs"
import { padded } from "./state.mjs"

/**
 * A stored command. `content` is its text after the ids, so that an identical write is seen by one comparison.
 * @typedef {{ id: string, version: string, name: string, content: string, record: import("./judge.mjs").Fields, text: string }} Command
 * @typedef {{ key: string, commands: Map<string, Command>, listed: string | undefined, created: number }} Scope
 */

const PER_TYPE = 100
const BULK = 131
const COLLECTION = "/applications/{}/commands"
const IN_GUILD = "/applications/{}/guilds/{}/commands"

/** @param {import("./state.mjs").State} state */
export const commandsOf = (state) => {
  /** @type {Map<string, Scope>} */
  const scopes = new Map()
  /** @type {Map<string, Command>} */
  const byId = new Map()
  const routes = new Map(
    ["GET", "POST", "PUT"].flatMap((method) =>
      [COLLECTION, IN_GUILD].map((shape) => /** @type {const} */ ([method + shape, routeOf(`${method} ${shape}`)]))
    )
  )

  /** @type {(application: string, scope: string) => Scope} */
  const scopeOf = (application, scope) => {
    const key = `${padded(application)}/${scope === "global" ? "-global" : padded(scope)}`
    const known = scopes.get(key) ?? { key, commands: new Map(), listed: undefined, created: 0 }
    scopes.set(key, known)
    return known
  }
  for (const [key, text] of state.rows) {
    const [kind, application = "", scope = ""] = key.split("/")
    if (kind === "command") keep(byId, scopeOf(application, scope === "-global" ? "global" : scope), storedOf(text))
  }

  /**
   * Writes one command into a scope. Gives the command and its event, if anything changed.
   * @param {Scope} scope
   * @param {string} application
   * @param {import("./judge.mjs").Fields} record
   */
  const write = (scope, application, record) => {
    const name = nameOf(record)
    const before = scope.commands.get(name)
    const content = JSON.stringify(record)
    if (before?.content === content) return { command: before, event: undefined }
    const id = before?.id ?? state.mint()
    const version = state.mint()
    const text = `{"id":"${id}","application_id":"${application}","version":"${version}",${content.slice(1)}`
    const command = { id, version, name, content, record, text }
    const key = `command/${scope.key}/${padded(id)}`
    if (before === undefined) {
      state.journal.put(`command.id/${padded(id)}>${key}`, "")
      state.journal.put(`command.name/${scope.key}/${name}>${key}`, "")
      scope.created += 1
      state.journal.put(`daily_creates/${scope.key}`, `{"created":${scope.created},"at_ms":${Date.now()}}`)
    }
    state.journal.put(key, text)
    keep(byId, scope, command)
    return { command, event: { type: before === undefined ? "command.created" : "command.updated", data: text } }
  }

  /** @type {(call: import("./http.mjs").Call, scope: Scope, application: string, body: unknown, name: string) => void} */
  const upsert = (call, scope, application, body, name) => {
    const { content, faults } = readCommand(body, name)
    if (content === undefined || faults.length > 0) return refuseForm(call, faults)
    const isNew = !scope.commands.has(nameOf(content))
    if (isNew && ofType(scope.commands.values(), content.type) >= PER_TYPE)
      return refuse(call, 400, 30032, "Maximum number of application commands reached (100).")
    const { command, event } = write(scope, application, content)
    if (event !== undefined) state.log([event], Date.now())
    return state.journal.acknowledge(() => answer(call, isNew ? 201 : 200, command.text))
  }

  /** @type {(call: import("./http.mjs").Call, scope: Scope, application: string, body: unknown, name: string) => void} */
  const overwrite = (call, scope, application, body, name) => {
    if (!Array.isArray(body) || body.length > BULK) return refuseForm(call, [`not a list of up to ${BULK}`])
    const read = body.map((one) => readCommand(one, name))
    const faults = read.flatMap((one, i) => one.faults.map((fault) => `${i}.${fault}`))
    const contents = read.flatMap(({ content }) => content ?? [])
    const names = new Set(contents.map(nameOf))
    if (names.size < contents.length) faults.push("a name is taken")
    if (faults.length > 0) return refuseForm(call, faults)
    if ([1, 2, 3].some((type) => contents.filter((one) => one.type === type).length > PER_TYPE))
      return refuse(call, 400, 30032, "Maximum number of application commands reached (100).")
    const events = []
    for (const gone of [...scope.commands.values()].filter((one) => !names.has(one.name))) {
      state.journal.remove(`command/${scope.key}/${padded(gone.id)}`)
      state.journal.remove(`command.id/${padded(gone.id)}>command/${scope.key}/${padded(gone.id)}`)
      state.journal.remove(`command.name/${scope.key}/${gone.name}>command/${scope.key}/${padded(gone.id)}`)
      scope.commands.delete(gone.name)
      byId.delete(gone.id)
      events.push({ type: "command.deleted", data: gone.text })
    }
    const written = contents.map((content) => write(scope, application, content))
    scope.listed = undefined
    events.push(...written.flatMap(({ event }) => event ?? []))
    if (events.length > 0) state.log(events, Date.now())
    const sorted = written.map(({ command }) => command).sort((a, b) => (padded(a.id) < padded(b.id) ? -1 : 1))
    const text = `[${sorted.map((command) => command.text).join(",")}]`
    return state.journal.acknowledge(() => answer(call, 200, text))
  }

  /** @param {import("./http.mjs").Call} call */
  const serve = (call) => {
    const { method = "" } = call.request
    const [, application = "", ...rest] = call.path
    const guild = rest[0] === "guilds" ? (rest[1] ?? "") : undefined
    const credential = authenticate(state, call)
    if (credential === undefined) return refuse(call, 401, 0, "401: Unauthorized")
    const route = routes.get(method + (guild === undefined ? COLLECTION : IN_GUILD))
    if (route === undefined) return refuse(call, 405, 0, "405: Method Not Allowed")
    count(call, route, credential.application_id)
    if (!isId(application) || (guild !== undefined && !isId(guild))) return refuseForm(call, ["no snowflake"])
    if (credential.application_id !== application) return refuse(call, 403, 20012, "You are not authorized")
    if (guild !== undefined) {
      const known = state.guilds.get(guild)
      if (known === undefined) return refuse(call, 404, 10004, "Unknown Guild")
      if (!known.installs.some((one) => one.application_id === application))
        return refuse(call, 403, 50001, "Missing Access")
    }
    const name = guild ?? "global"
    const scope = scopeOf(application, name)
    if (method === "GET") {
      scope.listed ??= listOf(scope)
      return answer(call, 200, scope.listed)
    }
    const act = method === "POST" ? upsert : overwrite
    return readJson(call, (body) => act(call, scope, application, body, name))
  }

  return { serve, byId }
}

/** Unique within a scope: each type has a name only once. @type {(record: { type?: unknown, name?: unknown }) => string} */
const nameOf = ({ type, name }) => `${type}/${name}`

/** @type {(commands: Iterable<Command>, type: unknown) => number} */
const ofType = (commands, type) => {
  let found = 0
  for (const { record } of commands) if (record["type"] === type) found++
  return found
}

/** @type {(byId: Map<string, Command>, scope: Scope, command: Command) => void} */
const keep = (byId, scope, command) => {
  scope.commands.set(command.name, command)
  scope.listed = undefined
  byId.set(command.id, command)
}

/** @type {(text: string) => Command} */
const storedOf = (text) => {
  const { id, version, application_id: _, ...record } = JSON.parse(text)
  return { id, version, name: nameOf(record), content: JSON.stringify(record), record, text }
}

/** Lists have no dictionaries. @type {(scope: Scope) => string} */
const listOf = ({ commands }) =>
  `[${[...commands.values()].map(({ text }) => text.replaceAll(/,"(?:name|description)_localizations":null/g, "")).join(",")}]`
