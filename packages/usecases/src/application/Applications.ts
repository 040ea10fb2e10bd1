/** An application reads and edits itself. Source: wire-rest.md §5.1, §5.6. */

import { editApplication } from "@backlot/domain/application/ApplicationEdit"
import { privateApplication } from "@backlot/domain/application/ApplicationWire"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import { botObject, selfObject, userObject } from "@backlot/domain/guild/UserWire"
import type { Application } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Result } from "effect"
import type { Caller } from "../access/Caller.ts"
import { commit } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import { probeEndpoint, probeEventsEndpoint } from "./EndpointProbe.ts"

/** Every application, by ascending id. */
export const all = Effect.flatMap(Storage, (storage) => storage.transaction(Collections.applications.list([])))

/** The private application object. */
export const describe = Effect.fn("Applications.describe")(function* (application: Application) {
  const { publicKey } = yield* Secrets
  const key = application.id
  return yield* transact(function* () {
    const owner = yield* Collections.users.get(application.owner_id)
    const guilds = yield* Collections.guildInstalls.by("application", key)
    const installs = yield* Collections.userInstalls.by("application", key)
    return privateApplication({
      application,
      owner,
      verify_key: publicKey(application.private_key),
      guilds: guilds.length,
      user_installs: installs.length
    })
  })
})

/** The bot user, or the user behind a bearer token. */
export const self = Effect.fn("Applications.self")(function* (application: Application, caller: Caller) {
  if (caller.kind === "bot") return selfObject(botObject(application), { locale: "en-US", email: true })
  const id = caller.user_id ?? application.owner_id
  const user = yield* existing(inTransaction(Collections.users.get(id)), UnknownUser)
  const email = caller.scopes.includes("email")
  return selfObject(userObject(user), { locale: user.locale, email, address: user.email ?? null })
})

/** The locale of the caller's setting: en-US for bots, the owner's for client credentials (decision 17). */
export const localeOf = Effect.fn("Applications.localeOf")(function* (application: Application, caller: Caller) {
  if (caller.kind === "bot") return "en-US" as const
  const id = caller.user_id ?? application.owner_id
  return (yield* inTransaction(Collections.users.get(id)))?.locale ?? "en-US"
})

/** Edits the application; a new URL must pass its probes first (wire-interactions.md §2.2, wire-rest.md §6.3). */
export const update = Effect.fn("Applications.update")(function* (application: Application, body: unknown) {
  const next = yield* edit(application, body)
  const verdicts = yield* Effect.forEach(PROBED, ({ field, probe, unverified }) => {
    const url = next[field]
    if (url === null || url === application[field]) return Effect.succeed([])
    return Effect.map(probe(next, url), ({ ok }) => (ok ? [] : [fault([field], unverified)]))
  })
  const faults = verdicts.flat()
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  const stored = yield* commit(function* () {
    const current = yield* existing(Collections.applications.get(application.id), UnknownApplication)
    const edited = yield* edit(current, body)
    yield* Collections.applications.put(edited)
    return { value: edited, events: [{ type: "application.updated", data: { application_id: edited.id } }] }
  })
  return yield* describe(stored)
})

const edit = (application: Application, body: unknown): Effect.Effect<Application, InvalidForm> => {
  const edited = editApplication(application, body)
  return Result.isSuccess(edited)
    ? Effect.succeed(edited.success)
    : Effect.fail(new InvalidForm({ faults: edited.failure }))
}

/**
 * The second code and text follow the first: the platform's are not documented. Our choice: docs/choices.md "OAuth2".
 */
const PROBED = [
  {
    field: "interactions_endpoint_url",
    probe: probeEndpoint,
    unverified: {
      code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
      message: "The specified interactions endpoint URL could not be verified."
    }
  },
  {
    field: "event_webhooks_url",
    probe: probeEventsEndpoint,
    unverified: {
      code: "APPLICATION_EVENT_WEBHOOKS_URL_INVALID",
      message: "The specified event webhooks URL could not be verified."
    }
  }
] as const
