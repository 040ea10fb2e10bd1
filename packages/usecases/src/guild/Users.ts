/** Users for any bot, and a bot's own user. Source: official OpenAPI document, `get_user`, `update_my_user`. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import { selfUser } from "@backlot/domain/gateway/GatewayReady"
import { selfBody } from "@backlot/domain/guild/NameBody"
import { connectionObject } from "@backlot/domain/record/Connection"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** Any user or bot, whether the calling bot shares a guild with them or not. */
export const get = operation(
  "Users.get",
  Effect.fnUntraced(function* (userId: Snowflake) {
    const found = yield* inTransaction(() => accounts([userId]))
    return found.get(userId) ?? (yield* new UnknownUser())
  })
)

/** The accounts on other services that a user has connected. */
export const connections = operation("Users.connections", (userId: Snowflake) =>
  inTransaction(() =>
    Body.map(existing(Collections.users.get(userId), UnknownUser), ({ connections: all = [] }) =>
      all.map(connectionObject)
    )
  )
)

/** Edits the name and pictures of the bot's own user. */
export const editSelf = operation(
  "Users.editSelf",
  Effect.fnUntraced(function* (application: Application, sent: unknown) {
    const target = { kind: "application" as const, application_id: application.id }
    const { sha256 } = yield* Secrets
    const wish = () => Body.succeed([{ method: "patch" as const, target, ...selfBody(sent, sha256) }])
    return yield* WorldEdits.carryOut(wish, () =>
      Body.map(existing(Collections.applications.get(application.id), UnknownApplication), selfUser)
    )
  })
)
