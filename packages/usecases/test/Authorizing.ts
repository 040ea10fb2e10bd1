/** Authorizing Pet Shop in Harbour, as a page of consent does. */
import type { Parameters } from "@backlot/domain/AuthorizeRequest"
import * as Authorizations from "@backlot/usecases/Authorizations"
import * as Collection from "@backlot/usecases/Collection"
import * as Collections from "@backlot/usecases/Collections"
import { Effect } from "effect"
import { ALICE, harbourFile, PET_SHOP, settle } from "./Harbour.ts"
import { transact } from "./Stores.ts"

export const SITE = "https://pets.example/callback"
export const ISSUER = "http://127.0.0.1:6780"
export const settings = { issuer: ISSUER, service_prefix: "discord" }

/** Harbour, with an address of Pet Shop and the changes. */
export const open = (changes: object = {}) => {
  const [petShop, weather] = harbourFile().applications
  return settle({ applications: [{ ...petShop, redirect_uris: [SITE] }, weather], ...changes })
}

export type Given = Readonly<Record<string, string | undefined>>

export const query = (given: Given): Parameters =>
  Object.entries({ client_id: PET_SHOP, response_type: "code", scope: "identify", state: "s", ...given }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const])
  )

export const decide = (given: Given = {}, decision: Partial<Authorizations.Decision> = {}) =>
  Authorizations.decide(query(given), { user_id: ALICE, authorize: true, ...decision }, settings)

/** Where the browser went, and what with: of the query, or of the fragment. */
export const parse = (location: string) => {
  const url = new URL(location)
  const parameters = url.hash === "" ? url.searchParams : new URLSearchParams(url.hash.slice(1))
  return { to: `${url.origin}${url.pathname}`, ...Object.fromEntries(parameters) } as Readonly<
    // Tests read a parameter by its name, which may be absent.
    Record<string, string | undefined>
  >
}

export const decided = (given: Given = {}, decision: Partial<Authorizations.Decision> = {}) =>
  Effect.map(decide(given, decision), ({ location }) => parse(location))

/** Null is nobody. */
export const look = (given: Given = {}, userId: string | null = ALICE) =>
  Authorizations.look(query(given), userId ?? undefined, settings)

export const pass = (given: Given = {}, userId: string = ALICE) =>
  Authorizations.pass(query({ prompt: "none", ...given }), userId, settings)

export const codes = transact(Collections.authorizationCodes.list([]))

export const installIn = (guildId: string, applicationId = PET_SHOP) =>
  transact(Collections.guildInstalls.get(Collection.id(guildId), Collection.id(applicationId)))

export const installOn = (userId: string, applicationId = PET_SHOP) =>
  transact(Collections.userInstalls.get(Collection.id(userId), Collection.id(applicationId)))
