/** Routes of invites. */
import { isElement } from "@backlot/domain/element/WorldTarget"
import { TARGETS_FILE } from "@backlot/domain/guild/InviteBody"
import type { Application } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Contract from "@backlot/protocol/rest/Invites"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import * as Invites from "@backlot/usecases/guild/Invites"
import * as InviteTargets from "@backlot/usecases/guild/InviteTargets"
import * as VanityUrls from "@backlot/usecases/guild/VanityUrls"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forApplication, forApplicationOrNobody } from "./Admission.ts"
import { byBot, inChannel, inGuild, withMessage } from "./BotCall.ts"

/** A route with the code of an invite. */
const ofInvite = <R>(step: (application: Application, code: string, call: Call) => Answering<R>) =>
  forApplication(({ caller }, call) =>
    Effect.flatMap(BotEntry.enter(caller), (application) =>
      byBot(application, call, step(application, param(call, "code"), call))
    )
  )

/** The users of a form: a file, or a field without a file name. */
const targetsOf = (body: unknown, [file]: ReadonlyArray<FormFile>) => {
  if (file !== undefined) return Buffer.from(file.base64, "base64").toString("utf8")
  const text = isElement(body) ? body[TARGETS_FILE] : undefined
  return typeof text === "string" ? text : undefined
}

const resolve = Effect.fnUntraced(function* (call: Call) {
  const event_id = yield* Query.id(call, "guild_scheduled_event_id")
  return yield* Invites.resolve(param(call, "code"), yield* Query.flag(call, "with_counts"), event_id)
})

const replaceTargets = Effect.fnUntraced(function* (application: Application, code: string, call: Call) {
  const { body, files } = yield* Body.message(call)
  return yield* InviteTargets.replace(application, code, targetsOf(body, files))
})

export const inviteRoutes = admittedRoutes(Contract.Invites, {
  list_channel_invites: inChannel(Invites.listOfChannel),
  create_channel_invite: inChannel(
    withMessage((address, body, files) => Invites.create(address, body, targetsOf(body, files)))
  ),
  list_guild_invites: inGuild(Invites.listOfGuild),
  get_guild_vanity_url: inGuild(VanityUrls.get),
  invite_resolve: forApplicationOrNobody(resolve),
  invite_revoke: ofInvite(Invites.revoke),
  get_invite_target_users: ofInvite((application, code) =>
    Effect.map(InviteTargets.read(application, code), (text) => Answer.of(200, "text/csv; charset=utf-8", text))
  ),
  update_invite_target_users: ofInvite(replaceTargets),
  get_invite_target_users_job_status: ofInvite(InviteTargets.status)
})
