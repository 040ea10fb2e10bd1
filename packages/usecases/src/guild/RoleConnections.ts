/** Linked roles over REST: the metadata records of an application, and what it says of a user. Source: official OpenAPI document. */

import { connectionBody, connectionObject, limits, metadataBody } from "@backlot/domain/application/RoleConnection"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { badLength } from "@backlot/domain/error/FormError"
import { InvalidForm, UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import type { Application, RoleConnection, User } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

export const metadata = operation("RoleConnections.metadata", ({ id }: Application) =>
  inTransaction(() => recordsOf(id))
)

/** Replaces all records. */
export const setMetadata = operation("RoleConnections.setMetadata", ({ id }: Application, sent: unknown) =>
  WorldEdits.carryOut(
    () =>
      Body.succeed([
        {
          method: "patch" as const,
          target: { kind: "application" as const, application_id: id },
          ...metadataBody(sent)
        }
      ]),
    () => recordsOf(id)
  )
)

const recordsOf = (id: Snowflake) =>
  Body.map(
    existing(Collections.applications.get(id), UnknownApplication),
    ({ role_connections_metadata = [] }) => role_connections_metadata
  )

export const get = operation("RoleConnections.get", ({ id }: Application, userId: Snowflake) =>
  inTransaction(() => connectionOf(id, userId))
)

/** Replaces what the application says of the user. */
export const set = operation("RoleConnections.set", ({ id }: Application, userId: Snowflake, sent: unknown) =>
  WorldEdits.carryOut(
    function* () {
      const user: User = yield* existing(Collections.users.get(userId), UnknownUser)
      const { said, faults } = connectionBody(sent, yield* recordsOf(id))
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const others = othersOf(user, id)
      if (others.length >= limits.perUser) {
        return yield* new InvalidForm({ faults: [fault([], badLength(0, limits.perUser))] })
      }
      return [wishOf(userId, [...others, { application_id: id, ...said }])]
    },
    () => connectionOf(id, userId)
  )
)

/** Nothing happens where there is none. */
export const remove = operation("RoleConnections.remove", ({ id }: Application, userId: Snowflake) =>
  WorldEdits.carryOut(
    function* () {
      const user: User = yield* existing(Collections.users.get(userId), UnknownUser)
      return [wishOf(userId, othersOf(user, id))]
    },
    () => Body.void
  )
)

const othersOf = ({ role_connections = [] }: User, id: Snowflake): ReadonlyArray<RoleConnection> =>
  role_connections.filter(({ application_id }) => application_id !== id)

const wishOf = (user_id: Snowflake, role_connections: ReadonlyArray<RoleConnection>) => ({
  method: "patch" as const,
  target: { kind: "user" as const, user_id },
  body: { role_connections }
})

const connectionOf = (id: Snowflake, userId: Snowflake) =>
  Body.map(existing(Collections.users.get(userId), UnknownUser), ({ role_connections = [] }: User) =>
    connectionObject(role_connections.find(({ application_id }) => application_id === id))
  )
