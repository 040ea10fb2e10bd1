/**
 * Names in place of ids in a path: of users and bots, applications, guilds, and the channels and roles of a guild. A name is
 * compared to the letter, or else in any case. Our choice: docs/choices.md "Control plane".
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as Body from "@backlot/ports/Body"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { transacting } from "../store/Transact.ts"
import { guildChannels } from "./ChannelObjects.ts"

export type PathParams = Readonly<Record<string, string | undefined>>

/** The parameters that can be names. The others follow from them, so they stand in the order in which they are read. */
const KINDS = {
  user_id: "user or bot",
  recipient_id: "user or bot",
  application_id: "application",
  guild_id: "guild",
  channel_id: "channel",
  role_id: "role"
} as const

type Parameter = keyof typeof KINDS

const PARAMETERS = Object.keys(KINDS).filter((name): name is Parameter => name in KINDS)

/** Whether a path has a name. */
export const hasNames = (params: PathParams): boolean =>
  PARAMETERS.some((name) => params[name] !== undefined && !isSnowflake(params[name]))

/** The parameters with ids in place of names. Fails with a fault at each name that nothing has, or several have. */
export const resolve = operation(
  "NamedPath.resolve",
  transacting(function* (params: PathParams) {
    const faults: Array<Fault> = []
    const known: Record<string, string | undefined> = { ...params }
    for (const name of PARAMETERS) {
      const said = params[name]
      if (said === undefined || isSnowflake(said)) continue
      const ids = chosen(said, yield* candidates(name, said, known))
      const [id, ...others] = ids
      if (id !== undefined && others.length === 0) known[name] = id
      else
        faults.push(
          fault([name], others.length > 0 ? ambiguous(KINDS[name], said, ids) : FormError.notNamed(KINDS[name], said))
        )
    }
    return faults.length > 0 ? yield* new InvalidForm({ faults }) : known
  })
)

interface Named {
  readonly id: Snowflake
  readonly name: string
}

/** The ids of what is called so to the letter; if there is none, of what is called so in any case. */
const chosen = (said: string, all: ReadonlyArray<Named>): ReadonlyArray<Snowflake> => {
  const exact = all.filter(({ name }) => name === said)
  const lower = said.toLowerCase()
  const found = exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase() === lower)
  return [...new Set(found.map(({ id }) => id))]
}

const candidates = function* (name: Parameter, said: string, known: PathParams) {
  switch (name) {
    case "user_id":
    case "recipient_id": {
      const users = yield* Collections.users.by("username", text(said.toLowerCase()))
      const bots = users.length > 0 ? [] : yield* Collections.applications.list([])
      return [
        ...users.map(({ id, username }) => ({ id, name: username })),
        ...bots.map(({ bot }) => ({ id: bot.id, name: bot.username }))
      ]
    }
    case "application_id":
      return yield* Collections.applications.list([])
    case "guild_id":
      return yield* Collections.guilds.list([])
    case "channel_id":
      return (yield* Body.forEach(yield* guildsOf(known), guildChannels)).flat()
    case "role_id":
      return isSnowflake(known["guild_id"]) ? yield* Collections.roles.list([known["guild_id"]]) : []
  }
}

/** The guild of the path, or those of its user. */
const guildsOf = function* ({ guild_id, user_id }: PathParams) {
  if (guild_id !== undefined) return isSnowflake(guild_id) ? [guild_id] : []
  if (!isSnowflake(user_id)) return []
  return (yield* Collections.members.by("user", user_id)).map((member) => member.guild_id)
}

const ambiguous = (what: string, said: string, ids: ReadonlyArray<Snowflake>) =>
  FormError.of(
    "AMBIGUOUS_NAME",
    `Every one of ${ids.slice(0, SHOWN).join(", ")} is a ${what} that is called "${FormError.shorten(said)}"; say which by its id.`
  )

const SHOWN = 5
