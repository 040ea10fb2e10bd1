/** Routes of users, of the guilds of the caller, and of an application by its id. */
import { guild as limits } from "@backlot/domain/base/Limits"
import * as Contract from "@backlot/protocol/rest/Users"
import * as Access from "@backlot/usecases/access/Access"
import * as BotEntry from "@backlot/usecases/access/BotEntry"
import { type Caller, personOf, requireBot, requireIds, requirePerson } from "@backlot/usecases/access/Caller"
import * as Applications from "@backlot/usecases/application/Applications"
import * as Guilds from "@backlot/usecases/guild/Guilds"
import * as Users from "@backlot/usecases/guild/Users"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forApplication } from "./Admission.ts"
import { flag, inGuild, page } from "./BotCall.ts"

const get = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  yield* BotEntry.enter(caller, call.params)
  return Answer.json(200, yield* Users.get(param(call, "user_id")))
})

const editSelf = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* BotEntry.enter(caller)
  return Answer.json(200, yield* Users.editSelf(application, yield* Body.json(call)))
})

const listGuilds = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* Access.identify(caller)
  const person = caller.kind === "bot" ? undefined : yield* requirePerson(caller, "guilds")
  const asked = yield* page(call, { max: limits.guildsPage, usual: limits.guildsPage })
  const counted = yield* flag(call, "with_counts")
  const guilds =
    person === undefined
      ? yield* Guilds.listOfBot(application, asked, counted)
      : yield* Guilds.listOfUser(personOf(person, application), asked, counted)
  return Answer.json(200, guilds)
})

const ownMember = Effect.fnUntraced(function* (caller: Caller, call: Call) {
  const application = yield* Access.identify(caller)
  const person = yield* requirePerson(caller, "guilds.members.read")
  yield* requireIds(call.params)
  return Answer.json(200, yield* Guilds.memberOfUser(personOf(person, application), param(call, "guild_id")))
})

const applicationOf = (authenticated: Access.Authenticated) =>
  Effect.andThen(requireBot(authenticated.caller), Access.enter(authenticated, "identify"))

const describe = (_: Caller, __: Call, authenticated: Access.Authenticated) =>
  Effect.flatMap(applicationOf(authenticated), (application) =>
    Effect.map(Applications.describe(application), (described) => Answer.json(200, described))
  )

/** An application of a world has no emoji. */
const emojis = (_: Caller, __: Call, authenticated: Access.Authenticated) =>
  Effect.as(applicationOf(authenticated), Answer.json(200, { items: [] }))

export const userRoutes = admittedRoutes(Contract.Users, {
  get_user: forApplication(get),
  update_my_user: forApplication(editSelf),
  list_my_guilds: forApplication(listGuilds),
  get_my_guild_member: forApplication(ownMember),
  leave_guild: inGuild(204, Guilds.leave),
  get_application: forApplication(describe),
  list_application_emojis: forApplication(emojis)
})
