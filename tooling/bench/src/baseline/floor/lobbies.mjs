/** Lobbies and their members: create, read and delete a lobby, put and delete a member. */
import { answer, answerNothing, authenticate, count, readJson, refuse, refuseForm, routeOf } from "./http.mjs"
import { isAbsent, isFields, isId, isMetadata, isText, isWhole } from "./judge.mjs"
import { padded } from "./state.mjs"

/**
 * @typedef {{ id: string, metadata: unknown, flags: unknown, additional_name?: unknown }} Member
 * @typedef {{ id: string, application_id: string, metadata: unknown, flags: unknown, idle_timeout_seconds: number, override_event_webhooks_url?: unknown, idle_due_ms: number, members: Map<string, Member> }} Lobby
 */

const IDLE_SECONDS = 300
const MEMBERS_PER_REQUEST = 25
const MEMBERS = 1_000
const LOBBIES_PER_USER = 100
const ROUTES = {
  create: routeOf("POST /lobbies", 500),
  get: routeOf("GET /lobbies/{}", 500),
  remove: routeOf("DELETE /lobbies/{}", 500),
  put: routeOf("PUT /lobbies/{}/members/{}", 5_000),
  leave: routeOf("DELETE /lobbies/{}/members/{}", 5_000)
}

/** @param {import("./state.mjs").State} state */
export const lobbiesOf = (state) => {
  const { journal, users } = state
  /** @type {Map<string, Lobby>} */
  const lobbies = new Map()
  /** How many lobbies a user is in. @type {Map<string, number>} */
  const joined = new Map()
  /** @type {(user: string, more: number) => void} */
  const join = (user, more) => {
    joined.set(user, (joined.get(user) ?? 0) + more)
  }
  for (const { members, ...lobby } of state.world.lobbies ?? []) {
    const all = members.map(({ id, metadata = null }) => /** @type {const} */ ([id, { id, metadata, flags: 0 }]))
    const rest = { metadata: lobby.metadata ?? null, flags: 0, idle_due_ms: dueOf(lobby.idle_timeout_seconds) }
    lobbies.set(lobby.id, { ...lobby, ...rest, members: new Map(all) })
    for (const [id] of all) join(id, 1)
  }

  /** @param {Lobby} lobby */
  const storeLobby = ({ members, idle_due_ms, ...lobby }) => {
    const counted = { ...lobby, member_count: members.size, connected_count: 0, idle_due_ms }
    journal.put(`lobby/${padded(lobby.id)}`, JSON.stringify(counted))
  }
  /** @type {(lobby: Lobby, member: Member, text: string) => void} */
  const storeMember = ({ id, application_id }, member, text) =>
    journal.put(
      `lobby_member/${padded(id)}/${padded(member.id)}`,
      `${text.slice(0, -1)},"lobby_id":"${id}","application_id":"${application_id}"}`
    )
  /** @type {(lobby: Lobby, user: string) => string} */
  const byUser = ({ id, application_id }, user) =>
    `lobby_member.user/${padded(user)}/${padded(application_id)}/${padded(id)}>lobby_member/${padded(id)}/${padded(user)}`

  /** @type {(call: import("./http.mjs").Call, application: string) => void} */
  const create = (call, application) =>
    readJson(call, (body) => {
      const { faults, members } = judgeLobby(body)
      if (faults.length > 0 || !isFields(body)) return refuseForm(call, faults)
      if (members.some(({ id }) => !users.has(id))) return refuse(call, 404, 10013, "Unknown User")
      if (members.some(({ id }) => (joined.get(id) ?? 0) >= LOBBIES_PER_USER))
        return refuse(call, 400, 30061, "Too many lobbies")
      const now = Date.now()
      const { metadata = null, flags = 0, idle_timeout_seconds, override_event_webhooks_url: url } = body
      const seconds = Number(idle_timeout_seconds ?? IDLE_SECONDS)
      const id = state.mint()
      const own = { id, application_id: application, metadata, flags, idle_timeout_seconds: seconds }
      const texts = members.map((member) => JSON.stringify(member))
      const hook = isAbsent(url) || url === "" ? {} : { override_event_webhooks_url: url }
      const all = new Map(members.map((member) => [member.id, member]))
      const lobby = { ...own, ...hook, idle_due_ms: now + seconds * 1_000, members: all }
      lobbies.set(id, lobby)
      storeLobby(lobby)
      journal.put(`lobby.application/${padded(application)}>lobby/${padded(id)}`, "")
      journal.put(
        `deadline/${padded(String(lobby.idle_due_ms))}/lobby/${padded(id)}`,
        `{"kind":"lobby_idle","payload":"${id}"}`
      )
      for (const [i, member] of members.entries()) {
        storeMember(lobby, member, texts[i] ?? "")
        journal.put(byUser(lobby, member.id), "")
        join(member.id, 1)
      }
      const data = `{"application_id":"${application}","lobby_id":"${id}","lobby":${JSON.stringify(own)},"members":[${texts}]}`
      state.log([{ type: "lobby.created", data }], now)
      const text = textOf(lobby, texts)
      return journal.acknowledge(() => answer(call, 201, text))
    })

  /** @type {(call: import("./http.mjs").Call, lobby: Lobby) => void} */
  const remove = (call, lobby) => {
    lobbies.delete(lobby.id)
    journal.remove(`lobby/${padded(lobby.id)}`)
    journal.remove(`lobby.application/${padded(lobby.application_id)}>lobby/${padded(lobby.id)}`)
    journal.remove(`deadline/${padded(String(lobby.idle_due_ms))}/lobby/${padded(lobby.id)}`)
    for (const user of lobby.members.keys()) {
      journal.remove(`lobby_member/${padded(lobby.id)}/${padded(user)}`)
      journal.remove(byUser(lobby, user))
      join(user, -1)
    }
    state.log(
      [{ type: "lobby.deleted", data: `{"application_id":"${lobby.application_id}","lobby_id":"${lobby.id}"}` }],
      Date.now()
    )
    journal.acknowledge(() => answerNothing(call))
  }

  /** @type {(call: import("./http.mjs").Call, lobby: Lobby, user: string) => void} */
  const put = (call, lobby, user) =>
    readJson(call, (body) => {
      const faults = judgeMember(body)
      if (faults.length > 0 || !isFields(body)) return refuseForm(call, faults)
      if (!users.has(user)) return refuse(call, 404, 10013, "Unknown User")
      const before = lobby.members.get(user)
      if (before === undefined) {
        if (lobby.members.size >= MEMBERS) return refuse(call, 400, 30062, "The lobby is full")
        if ((joined.get(user) ?? 0) >= LOBBIES_PER_USER) return refuse(call, 400, 30061, "Too many lobbies")
      }
      const member = memberOf(user, body)
      const text = JSON.stringify(member)
      if (before !== undefined && JSON.stringify(before) === text) return answer(call, 200, text)
      lobby.members.set(user, member)
      storeMember(lobby, member, text)
      if (before === undefined) {
        storeLobby(lobby)
        journal.put(byUser(lobby, user), "")
        join(user, 1)
      }
      log(lobby, before === undefined ? "added" : "updated", user, text)
      return journal.acknowledge(() => answer(call, 200, text))
    })

  /** @type {(call: import("./http.mjs").Call, lobby: Lobby, user: string) => void} */
  const leave = (call, lobby, user) => {
    const before = lobby.members.get(user)
    if (before === undefined) return answerNothing(call)
    lobby.members.delete(user)
    storeLobby(lobby)
    journal.remove(`lobby_member/${padded(lobby.id)}/${padded(user)}`)
    journal.remove(byUser(lobby, user))
    join(user, -1)
    log(lobby, "removed", user, JSON.stringify(before))
    return journal.acknowledge(() => answerNothing(call))
  }

  /** @type {(lobby: Lobby, what: string, user: string, member: string) => void} */
  const log = ({ id, application_id }, what, user, member) => {
    const ids = `"application_id":"${application_id}","lobby_id":"${id}","user_id":"${user}"`
    state.log([{ type: `lobby_member.${what}`, data: `{${ids},"member":${member},"connected":false}` }], Date.now())
  }

  /** @param {import("./http.mjs").Call} call */
  const serve = (call) => {
    const { method } = call.request
    const [, id, members, user = ""] = call.path
    const credential = authenticate(state, call)
    if (credential === undefined) return refuse(call, 401, 0, "401: Unauthorized")
    const { application_id: application } = credential
    const ofMember = members === "members"
    const name =
      id === undefined
        ? "create"
        : ofMember
          ? method === "PUT"
            ? "put"
            : "leave"
          : method === "GET"
            ? "get"
            : "remove"
    count(call, ROUTES[name], application)
    if (credential.kind !== "bot") return refuse(call, 403, 20001, "Bots only")
    if (id === undefined) return create(call, application)
    if (!isId(id) || (ofMember && !isId(user))) return refuseForm(call, ["no snowflake"])
    const lobby = lobbies.get(id)
    if (lobby === undefined || lobby.application_id !== application) return refuse(call, 404, 10120, "Unknown Lobby")
    if (ofMember) return method === "PUT" ? put(call, lobby, user) : leave(call, lobby, user)
    if (method === "DELETE") return remove(call, lobby)
    return answer(
      call,
      200,
      textOf(
        lobby,
        [...lobby.members.values()].map((member) => JSON.stringify(member))
      )
    )
  }

  return { serve }
}

/** @param {number} seconds */
const dueOf = (seconds) => Date.now() + seconds * 1_000

/** @type {(lobby: Lobby, members: ReadonlyArray<string>) => string} */
const textOf = ({ id, application_id, metadata, flags }, members) =>
  `{"id":"${id}","application_id":"${application_id}","metadata":${JSON.stringify(metadata)},"members":[${members}],"flags":${flags}}`

/** @type {(id: string, body: import("./judge.mjs").Fields) => Member} */
const memberOf = (id, { metadata, flags, additional_name: name }) => ({
  id,
  metadata: metadata ?? null,
  flags: flags ?? 0,
  ...(isAbsent(name) ? {} : { additional_name: name })
})

/** @type {(body: unknown) => ReadonlyArray<string>} */
const judgeMember = (body) => {
  if (!isFields(body)) return ["not an object"]
  const faults = []
  if (!isMetadata(body["metadata"])) faults.push("metadata: no texts of at most 1000 characters together")
  if (!isAbsent(body["flags"]) && !isWhole(body["flags"], 0, 1)) faults.push("flags: not 0 or 1")
  if (!isAbsent(body["additional_name"]) && !isText(body["additional_name"], 1, 80))
    faults.push("additional_name: not 1 to 80")
  return faults
}

/** @param {unknown} body */
const judgeLobby = (body) => {
  if (!isFields(body)) return { faults: ["not an object"], members: [] }
  const { members: given, idle_timeout_seconds: idle, override_event_webhooks_url: url } = body
  const faults = [...judgeMember({ metadata: body["metadata"], flags: body["flags"] })]
  if (!isAbsent(idle) && !isWhole(idle, 5, 604_800)) faults.push("idle_timeout_seconds: not 5 to 604800")
  if (!isAbsent(url) && url !== "" && !(isText(url, 0, 512) && /^https?:\/\/[^\s/?#]+/i.test(url)))
    faults.push("override_event_webhooks_url: no address")
  if (!isAbsent(given) && !(Array.isArray(given) && given.length <= MEMBERS_PER_REQUEST))
    faults.push("members: not up to 25")
  const listed = Array.isArray(given) ? given : []
  const seen = new Set()
  /** @type {Array<Member>} */
  const members = []
  for (const [i, one] of listed.entries()) {
    faults.push(...judgeMember(one).map((fault) => `members.${i}.${fault}`))
    if (!isFields(one) || !isId(one["id"]) || seen.has(one["id"])) faults.push(`members.${i}.id: no id, or repeated`)
    else {
      seen.add(one["id"])
      members.push(memberOf(one["id"], one))
    }
  }
  return { faults, members }
}
