/** Client credentials tokens, kept as hashes, and what `GET /oauth2/@me` says of them. */
import { randomBytes, timingSafeEqual } from "node:crypto"
import { answer, authenticate, count, refuse, routeOf } from "./http.mjs"
import { hashOf, padded } from "./state.mjs"
import { userOf } from "./wire.mjs"

const LIFETIME_MS = 7 * 86_400_000
const ROUTE = routeOf("GET /oauth2/@me")

/** @param {import("./state.mjs").State} state */
export const tokensOf = (state) => {
  const { journal, applications, credentials, users } = state
  for (const [key, text] of state.rows)
    if (key.startsWith("credential/")) credentials.set(key.slice("credential/".length), JSON.parse(text))

  /** `POST /oauth2/token` with the id and the secret in the header. @param {import("./http.mjs").Call} call */
  const issue = (call) => {
    const [id = "", secret = ""] = Buffer.from((call.request.headers.authorization ?? "").slice(6), "base64")
      .toString()
      .split(":")
    const application = applications.get(id)
    const [sent, known] = [hashOf(secret), hashOf(application?.client_secret ?? "")].map((text) => Buffer.from(text))
    if (application === undefined || sent === undefined || known === undefined || !timingSafeEqual(sent, known))
      return refuse(call, 401, 0, "invalid_client")
    const token = randomBytes(24).toString("base64url")
    const key = hashOf(token)
    const scopes = ["identify"]
    const expires_at = Date.now() + LIFETIME_MS
    const row = { kind: /** @type {const} */ ("bearer"), token_hash: key, application_id: id, scopes, expires_at }
    credentials.set(key, row)
    journal.put(`credential/${key}`, JSON.stringify(row))
    journal.put(`credential.application/${padded(id)}>credential/${key}`, "")
    journal.put(`credential.issued/${padded(id)}/${padded(String(expires_at))}>credential/${key}`, "")
    const text = `{"access_token":"${token}","token_type":"Bearer","expires_in":${LIFETIME_MS / 1_000},"scope":"identify"}`
    return journal.acknowledge(() => answer(call, 200, text))
  }

  /** @param {import("./http.mjs").Call} call */
  const check = (call) => {
    const credential = authenticate(state, call)
    const application = credential === undefined ? undefined : applications.get(credential.application_id)
    if (credential?.expires_at === undefined || credential.expires_at === null || application === undefined)
      return refuse(call, 401, 0, "401: Unauthorized")
    count(call, ROUTE, application.id)
    const owner = users.get(application.owner_id)
    const shown = {
      ...{ id: application.id, name: application.name, icon: null, description: "", summary: "", type: null },
      bot: userOf({ id: application.id, username: application.name }, true),
      ...{ bot_public: true, bot_require_code_grant: false, verify_key: application.publicKey },
      ...{ flags: 0, flags_new: "0", tags: [] }
    }
    const user = credential.scopes.includes("identify") && owner !== undefined ? { user: userOf(owner, false) } : {}
    const expires = new Date(credential.expires_at).toISOString()
    return answer(call, 200, JSON.stringify({ application: shown, scopes: credential.scopes, expires, ...user }))
  }

  return { issue, check }
}
