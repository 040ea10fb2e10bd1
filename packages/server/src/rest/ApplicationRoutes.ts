/** Routes of the application that calls, the address of the gateway, users, the guilds of the caller, and an application by its id. */
import { gateway, guild } from "@backlot/domain/base/Limits"
import type { Application } from "@backlot/domain/record/World"
import * as Contract from "@backlot/protocol/rest/Applications"
import * as Access from "@backlot/usecases/access/Access"
import { personOf, requireBot, requireIds, requirePerson, requireScope } from "@backlot/usecases/access/Caller"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import * as Applications from "@backlot/usecases/application/Applications"
import * as Emojis from "@backlot/usecases/expression/ApplicationEmojis"
import * as Guilds from "@backlot/usecases/guild/Guilds"
import * as Users from "@backlot/usecases/guild/Users"
import * as ActivityInstances from "@backlot/usecases/interaction/ActivityInstances"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import { IdentifyLimit } from "../gateway/IdentifyLimit.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forAnyone, forApplication, forKept } from "./Admission.ts"
import { asBot, inGuild, withBody } from "./BotCall.ts"

/** The application of a bot; it is looked up before the kind of the token is judged. */
const applicationOfBot = ({ caller }: Access.Authenticated) =>
  Effect.tap(Access.identify(caller), () => requireBot(caller))

const forBot = <R>(step: (application: Application, call: Call) => Answering<R>) =>
  forApplication((found, call) => Effect.flatMap(applicationOfBot(found), (application) => step(application, call)))

const described = forKept((found) => Effect.flatMap(applicationOfBot(found), Applications.describe))

// The update waits for the probe of a new endpoint.
const update = withBody((application: Application, body) =>
  Effect.interruptible(Applications.update(application, body))
)

const self = Effect.fnUntraced(function* ({ caller }: Access.Authenticated) {
  const application = yield* Access.identify(caller)
  yield* requireScope(caller, "identify")
  return yield* Applications.self(application, caller)
})

/** wire-interactions.md §3.2. */
const botGateway = Effect.fnUntraced(function* (application: Application) {
  const { gateway_url } = yield* Addresses
  const { read } = yield* IdentifyLimit
  const mode = (yield* RateLimitMode).current()
  const { approximate_guild_count } = yield* Applications.describe(application)
  return {
    url: gateway_url,
    shards: Math.max(Math.ceil(approximate_guild_count / gateway.guildsPerRecommendedShard), 1),
    session_start_limit: yield* read(application.id, mode)
  }
})

export const applicationRoutes = admittedRoutes(Contract.Applications, {
  get_my_application: described,
  update_my_application: forBot(update),
  get_my_oauth2_application: described,
  get_my_user: forKept(self),
  get_gateway: forAnyone(() => Effect.map(Addresses, ({ gateway_url }) => ({ url: gateway_url }))),
  get_bot_gateway: forBot(botGateway)
})

const listGuilds = Effect.fnUntraced(function* ({ caller }: Access.Authenticated, call: Call) {
  const application = yield* Access.identify(caller)
  const person = caller.kind === "bot" ? undefined : yield* requirePerson(caller, "guilds")
  const page = yield* Query.page(call, { max: guild.guildsPage, usual: guild.guildsPage })
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

const connections = Effect.fnUntraced(function* ({ caller }: Access.Authenticated) {
  const application = yield* Access.identify(caller)
  return yield* Users.connections(personOf(yield* requirePerson(caller, "connections"), application))
})

const applicationOf = (found: Access.Authenticated) =>
  Effect.andThen(requireBot(found.caller), Access.enter(found, "identify"))

export const userRoutes = admittedRoutes(Contract.Users, {
  get_user: asBot((_, call) => Users.get(param(call, "user_id"))),
  update_my_user: asBot(withBody(Users.editSelf)),
  list_my_guilds: forKept(listGuilds),
  get_my_guild_member: forApplication(ownMember),
  list_my_connections: forApplication(connections),
  leave_guild: inGuild(Guilds.leave),
  get_application: forKept((found) => Effect.flatMap(applicationOf(found), Applications.describe)),
  update_application: forApplication((found, call) =>
    Effect.flatMap(applicationOf(found), (application) => update(application, call))
  )
})

/** For the application of the path. */
const forOwn = <R>(step: (application: Application, call: Call) => Answering<R>) =>
  forApplication((found, call) =>
    Effect.flatMap(
      Effect.tap(applicationOf(found), () => requireIds(call.params)),
      (application) => step(application, call)
    )
  )

export const applicationEmojiRoutes = admittedRoutes(Contract.ApplicationEmojis, {
  list_application_emojis: forOwn(Emojis.list),
  create_application_emoji: forOwn(withBody(Emojis.create)),
  get_application_emoji: forOwn((application, call) => Emojis.get(application, param(call, "emoji_id"))),
  update_application_emoji: forOwn(
    withBody((application, body, call) => Emojis.edit(application, param(call, "emoji_id"), body))
  ),
  delete_application_emoji: forOwn((application, call) => Emojis.remove(application, param(call, "emoji_id")))
})

/** For a bot, or anybody with a token of the application of the path. */
const upload = Effect.fnUntraced(function* (found: Access.Authenticated, call: Call) {
  const application = yield* Effect.fromResult(found.entry)
  const { files } = yield* Body.onlyForm(call)
  return yield* ActivityInstances.upload(application, files[0])
})

export const activityRoutes = admittedRoutes(Contract.Activities, {
  applications_get_activity_instance: forOwn((application, call) =>
    ActivityInstances.get(application, param(call, "instance"))
  ),
  upload_application_attachment: forApplication(upload)
})
