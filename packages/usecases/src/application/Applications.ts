/** An application reads and edits itself. Source: wire-rest.md §5.1, §5.6. */

import { editApplication, uploadedPictures } from "@backlot/domain/application/ApplicationEdit"
import { peopleOf, privateApplication } from "@backlot/domain/application/ApplicationWire"
import { canonicalJson } from "@backlot/domain/base/CanonicalJson"
import { delivery } from "@backlot/domain/base/Limits"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import { pingBody } from "@backlot/domain/event/WebhookEvent"
import { selfUser } from "@backlot/domain/gateway/GatewayReady"
import { selfObject, userObject } from "@backlot/domain/guild/UserWire"
import { pingPayload } from "@backlot/domain/interaction/InteractionPayload"
import type { Application } from "@backlot/domain/record/World"
import { changedFields } from "@backlot/domain/world/element/Element"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Outbound, type OutboundResponse } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import { type Caller, valid } from "../access/Caller.ts"
import { mintInteractionToken } from "../access/InteractionToken.ts"
import { commit, committed, type NewEvent } from "../event/EventLog.ts"
import { misSign, sign } from "../outbound/SignedPost.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptPictures from "../store/KeptPictures.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"

/** Every application, by ascending id. */
export const all = inTransaction(() => Collections.applications.list([]))

/** The private application object. */
export const describe = operation(
  "Applications.describe",
  Effect.fnUntraced(function* (application: Application) {
    const { publicKey } = yield* Secrets
    return yield* transact(function* () {
      const people = yield* accounts(peopleOf(application))
      const guilds = yield* Collections.guildInstalls.by("application", application.id)
      const installs = yield* Collections.userInstalls.by("application", application.id)
      return privateApplication({
        application,
        people,
        verify_key: publicKey(application.private_key),
        guilds: guilds.length,
        user_installs: installs.length
      })
    })
  })
)

/** The bot user, or the user behind a bearer token. */
export const self = operation(
  "Applications.self",
  Effect.fnUntraced(function* (application: Application, caller: Caller) {
    if (caller.kind === "bot") return selfUser(application)
    const id = caller.user_id ?? application.owner_id
    const user = yield* inTransaction(() => existing(Collections.users.get(id), UnknownUser))
    const email = caller.scopes.includes("email")
    return selfObject(userObject(user), { flags: user.flags, locale: user.locale, email, address: user.email ?? null })
  })
)

/** The locale of the caller's setting: en-US for bots, the owner's for client credentials (decision 17). */
export const localeOf = operation(
  "Applications.localeOf",
  Effect.fnUntraced(function* (application: Application, caller: Caller) {
    if (caller.kind === "bot") return "en-US" as const
    const id = caller.user_id ?? application.owner_id
    return (yield* inTransaction(() => Collections.users.get(id)))?.locale ?? "en-US"
  })
)

/** Edits the application; a new URL must pass its probes first (wire-interactions.md §2.2, wire-rest.md §6.3). */
export const update = operation(
  "Applications.update",
  Effect.fnUntraced(function* (application: Application, body: unknown) {
    const { sha256 } = yield* Secrets
    const next = yield* Effect.fromResult(valid(editApplication(application, body, sha256)))
    const verdicts = yield* Effect.forEach(PROBED, ({ field, probe }) => {
      const url = next[field]
      if (url === null || url === application[field]) return Effect.succeed([])
      return Effect.map(probe(next, url), ({ ok }) => (ok ? [] : [fault([field], unverified(field))]))
    })
    const faults = verdicts.flat()
    if (faults.length > 0) return yield* new InvalidForm({ faults })
    const stored = yield* commit(function* () {
      const current = yield* existing(Collections.applications.get(application.id), UnknownApplication)
      const edited = yield* valid(editApplication(current, body, sha256))
      yield* Collections.applications.put(edited)
      yield* KeptPictures.keep(uploadedPictures(body, sha256))
      return { value: edited, events: [updated(edited, current)] }
    })
    return yield* describe(stored)
  })
)

const updated = (after: Application, before: Application): NewEvent => ({
  type: "application.updated",
  data: { application_id: after.id, changed: changedFields(before, after) }
})

/** `because` is one sentence for the developer; the wire only says "could not be verified". */
interface ProbeVerdict {
  readonly ok: boolean
  readonly because: string
}

/** The URL of interactions must answer with a PONG. */
export const probeEndpoint = Effect.fnUntraced(function* (application: Application, url: string) {
  return yield* probe(application, url, yield* ping(application), whyNoPong)
})

/** The URL of webhook events must answer with 204. */
export const probeEventsEndpoint = (application: Application, url: string) =>
  probe(application, url, canonicalJson(pingBody(application.id)), whyNotAcknowledged)

/** Why the answer to the signed PING is wrong; undefined when it is right. */
type Objection = (answer: OutboundResponse) => string | undefined

const probe = Effect.fnUntraced(function* (application: Application, url: string, body: string, objection: Objection) {
  const outbound = yield* Outbound
  const exchange = (request: Parameters<typeof outbound.post>[0]) =>
    outbound.post(request).pipe(Effect.match({ onFailure: (e) => e.message, onSuccess: (response) => response }))
  const pong = yield* exchange(yield* sign(application, url, body, delivery.probeMs))
  const refusal = yield* exchange(yield* misSign(application, url, body, delivery.probeMs))
  const verdict = judge(pong, refusal, objection)
  if (verdict.ok) yield* Effect.logDebug("Endpoint URL verified", { application_id: application.id })
  else yield* logRefused(application, url, verdict.because)
  return verdict
})

const ping = Effect.fnUntraced(function* (application: Application) {
  const id = yield* (yield* Ids).next
  const token = yield* mintInteractionToken(id)
  const owner = yield* inTransaction(() => Collections.users.get(application.owner_id))
  // Every world has the owners of its applications.
  if (owner === undefined) return yield* Effect.die(new Error(`application ${application.id} has no owner`))
  return canonicalJson(pingPayload({ application, id, token, user: userObject(owner) }))
})

const logRefused = Effect.fnUntraced(function* ({ id }: Application, url: string, because: string) {
  // The log leaves out the URL, which may hold a secret; the event has it.
  yield* Effect.logWarning(`Endpoint URL refused: ${because}`, { application_id: id })
  const data = { application_id: id, url, because }
  yield* committed(() => Body.succeed({ value: undefined, events: [{ type: "application.endpoint_refused", data }] }))
})

type Outcome = OutboundResponse | string

const whyNoPong: Objection = (pong) => {
  if (pong.status !== 200) return `the signed PING was answered with status ${pong.status} instead of 200`
  return isPong(pong) ? undefined : 'the signed PING was not answered with JSON {"type":1}'
}

const whyNotAcknowledged: Objection = ({ status }) =>
  status === 204 ? undefined : `the signed PING was answered with status ${status} instead of 204`

const judge = (pong: Outcome, refusal: Outcome, objection: Objection): ProbeVerdict => {
  if (typeof pong === "string") return no(`the signed PING got no answer: ${pong}`)
  const objected = objection(pong)
  if (objected !== undefined) return no(objected)
  if (typeof refusal === "string") return no(`the PING with a wrong signature got no answer: ${refusal}`)
  if (refusal.status === 401) return { ok: true, because: "signatures are checked" }
  // Widely used libraries answer another 4xx; any refusal shows that signatures are checked.
  if (refusal.status >= 400 && refusal.status < 500) {
    return { ok: true, because: `a wrong signature is refused, though with ${refusal.status} instead of 401` }
  }
  return no(`the PING with a wrong signature was answered with status ${refusal.status} instead of 401`)
}

const no = (because: string): ProbeVerdict => ({ ok: false, because })

const isPong = (response: OutboundResponse): boolean => {
  const mediaType = (response.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()
  if (mediaType !== "application/json") return false
  try {
    const body: unknown = JSON.parse(response.text ?? "")
    return typeof body === "object" && body !== null && "type" in body && body.type === 1
  } catch {
    return false
  }
}

const PROBED = [
  { field: "interactions_endpoint_url", probe: probeEndpoint },
  { field: "event_webhooks_url", probe: probeEventsEndpoint }
] as const

/** Only the first is documented; the second follows it. Our choice: docs/choices.md "OAuth2". */
const unverified = (field: string) => ({
  code: `APPLICATION_${field.toUpperCase()}_INVALID`,
  message: `The specified ${field.replaceAll("_", " ").replace("url", "URL")} could not be verified.`
})
