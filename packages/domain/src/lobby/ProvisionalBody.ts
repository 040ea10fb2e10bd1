/** The bodies of calls about provisional accounts, which are judged and then refused. Source: official OpenAPI document. */
import { Schema } from "effect"
import { judgeLimits } from "../validation/Limit.ts"
import { decoder, field, Id, needed, Text } from "../validation/Shape.ts"
import { oneOf, text } from "../validation/ShapeLimits.ts"
import { judged } from "./LobbyRules.ts"

/** Who vouches for the player. */
const PROVIDERS = [
  "OIDC",
  "EPIC_ONLINE_SERVICES_ACCESS_TOKEN",
  "EPIC_ONLINE_SERVICES_ID_TOKEN",
  "STEAM_SESSION_TICKET",
  "UNITY_SERVICES_ID_TOKEN",
  "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
  "APPLE_ID_TOKEN",
  "PLAYSTATION_NETWORK_ID_TOKEN"
]

const max = { secret: 1_024, token: 10_240, user: 1_024, name: 32 }

/** By a token of another service. */
export const ExternalShape = Schema.Struct({
  client_id: needed(Id),
  client_secret: field(text(0, max.secret)),
  external_auth_token: needed(text(1, max.token)),
  external_auth_type: needed(oneOf(Text, PROVIDERS))
}).annotate({ identifier: "ProvisionalAccountBody" })

const external_user_id = needed(text(1, max.user))

/** By the bot, which knows its players. */
export const BotTokenShape = Schema.Struct({
  provisional_user_id: field(Id),
  external_user_id,
  preferred_global_name: field(text(1, max.name))
}).annotate({ identifier: "BotProvisionalAccountBody" })

export const BotUnmergeShape = Schema.Struct({ external_user_id }).annotate({
  identifier: "BotProvisionalAccountUnmerge"
})

const reader = <A extends object>(
  shape: Schema.ConstraintDecoder<A, never> & { readonly fields: Schema.Struct.Fields }
) => {
  const decode = decoder(shape)
  const judge = judgeLimits(shape)
  return (sent: unknown) => {
    const decoded = decode(sent)
    return judged(decoded, judge(decoded.value), (draft) => draft)
  }
}

export const readExternal = reader(ExternalShape)
export const readBotToken = reader(BotTokenShape)
export const readBotUnmerge = reader(BotUnmergeShape)
