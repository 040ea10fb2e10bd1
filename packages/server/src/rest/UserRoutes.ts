/** Routes of users, of the guilds of the caller, and of an application by its id. */
import { guild as limits } from "@backlot/domain/base/Limits"
import * as Contract from "@backlot/protocol/rest/Users"
import * as Access from "@backlot/usecases/access/Access"
import { personOf, requireBot, requireIds, requirePerson } from "@backlot/usecases/access/Caller"
import * as Applications from "@backlot/usecases/application/Applications"
import * as Guilds from "@backlot/usecases/guild/Guilds"
import * as Users from "@backlot/usecases/guild/Users"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"
import { asBot, inGuild, withBody } from "./BotCall.ts"

const listGuilds = Effect.fnUntraced(function* ({ caller }: Access.Authenticated, call: Call) {
  const application = yield* Access.identify(caller)
  const person = caller.kind === "bot" ? undefined : yield* requirePerson(caller, "guilds")
  const page = yield* Query.page(call, { max: limits.guildsPage, usual: limits.guildsPage })
  const counted = yield* Query.flag(call, "with_counts")
  return person === undefined
    ? yield* Guilds.listOfBot(application, page, counted)
    : yield* Guilds.listOfUser(personOf(person, application), page, counted)
})

const ownMember = Effect.fnUntraced(function* ({ caller }: Access.Authenticated, call: Call) {
  const application = yield* Access.identify(caller)
  const person = yield* requirePerson(caller, "guilds.members.read")
  yield* requireIds(call.params)
  return yield* Guilds.memberOfUser(personOf(person, application), param(call, "guild_id"))
})

const applicationOf = (found: Access.Authenticated) =>
  Effect.andThen(requireBot(found.caller), Access.enter(found, "identify"))

export const userRoutes = admittedRoutes(Contract.Users, {
  get_user: asBot((_, call) => Users.get(param(call, "user_id"))),
  update_my_user: asBot(withBody(Users.editSelf)),
  list_my_guilds: forApplication(listGuilds),
  get_my_guild_member: forApplication(ownMember),
  leave_guild: inGuild(Guilds.leave),
  get_application: forApplication((found) => Effect.flatMap(applicationOf(found), Applications.describe)),
  // An application of a world has no emoji.
  list_application_emojis: forApplication((found) => Effect.as(applicationOf(found), { items: [] }))
})
