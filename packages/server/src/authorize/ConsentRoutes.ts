/** Shows the consent page and takes its answer. Sources: wire-rest.md §5.1, §5.2; product.md "Surfaces of one server". */
import { oauth } from "@backlot/domain/base/Limits"
import * as Authorizations from "@backlot/usecases/oauth/Authorizations"
import * as Consents from "@backlot/usecases/oauth/Consents"
import * as SignIns from "@backlot/usecases/oauth/SignIns"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { checkedPermissions, consentPage } from "./ConsentPage.ts"
import * as Cookie from "./Cookie.ts"
import { isOwnPage } from "./OwnPage.ts"
import * as Page from "./Page.ts"
import { FOREIGN, refusedPage } from "./PlainPages.ts"
import { onward, pageOf, parametersOf, queryOf, settings } from "./Request.ts"
import { askWho } from "./SignInRoutes.ts"

/** Shows the consent page, after sign-in. With `prompt=none`, skips it if everything was granted before. */
export const show = Effect.fnUntraced(function* (call: Call) {
  const cookie = Cookie.read(call)
  const signedIn = yield* SignIns.find(cookie)
  const own = yield* settings
  const view = yield* Authorizations.look(parametersOf(call), signedIn?.id, own)
  if (cookie === undefined || view.user === null) return yield* askWho(call, view)
  const { request, application, user, guilds } = view
  const passed = view.is_silent ? yield* Authorizations.pass(parametersOf(call), user.id, own) : undefined
  if (passed !== undefined) return Page.redirect(302, yield* onward(passed.location))
  const query = queryOf(call)
  return consentPage({
    application,
    user,
    scopes: request.asked,
    install: INSTALLS[request.integration_type ?? "none"],
    guilds,
    guild_id: request.guild_id,
    guild_fixed: request.disable_guild_select,
    permissions: request.permissions,
    redirect_uri: request.redirect_uri,
    query,
    nonce: yield* Consents.offer({ cookie, query })
  })
})

const INSTALLS = { 0: "guild", 1: "user", none: null } as const

/** Takes the answer of a page that was shown. Refuses any other form without effect. */
export const answer = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  const fields = (yield* Body.form(call, oauth.formBytes)) ?? new URLSearchParams()
  const cookie = Cookie.read(call)
  const user = yield* SignIns.find(cookie)
  const again = { href: pageOf(call), text: "Look at the request again" }
  const nonce = fields.get("nonce") ?? undefined
  // A script without JSON has neither; its refusal mentions the JSON form.
  if (nonce === undefined) return refusedPage(403, FORGED.missing, again)
  if (cookie === undefined || user === undefined) return refusedPage(403, NOBODY, again)
  const forged = yield* Consents.redeem({ cookie, query: queryOf(call), nonce }).pipe(
    Effect.as(undefined),
    Effect.catchTag("ConsentForged", ({ reason }) => Effect.succeed(reason))
  )
  if (forged !== undefined) return refusedPage(403, FORGED[forged], again)
  const guildId = fields.get("guild_id")
  const decision = {
    user_id: user.id,
    authorize: fields.get("authorize") === "true",
    permissions: checkedPermissions(fields),
    ...(guildId === null || guildId === "" ? {} : { guild_id: guildId })
  }
  // The form does not name the user, so the recording gets the JSON form of the decision.
  call.note?.(decision)
  const { location } = yield* Authorizations.decide(parametersOf(call), decision, yield* settings)
  return Page.redirect(303, yield* onward(location))
})

const NOBODY = "Nobody is signed in in this browser any more."

const FORGED: Readonly<Record<Consents.ForgedReason, string>> = {
  missing:
    "This answer does not come from the page that asks. A script sends JSON instead, with the content type application/json.",
  unknown: "This page was answered already, or never shown.",
  "other sign-in": "This page was shown to somebody else, or before you signed in anew.",
  "other request": "This page was shown for another request than the one that it now answers.",
  expired: "This page was shown more than fifteen minutes ago."
}
