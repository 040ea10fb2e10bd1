/** The accounts on other services that a user has connected. */
import { type Connection, limits, PROVIDERS } from "../../record/Connection.ts"
import { Bool, Text } from "../../validation/Shape.ts"
import { length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"

export const Connections = fieldsOf("connection", {
  type: [Text, required, oneOf(PROVIDERS)],
  id: [Text, required, length(1, limits.id)],
  name: [Text, required, length(1, limits.name)],
  verified: [Bool],
  visible: [Bool],
  revoked: [Bool]
})

export const defaults = { connection: { verified: true, visible: true, revoked: false } }

export const build = (draft: typeof Connections.shape.Type): Connection => ({
  type: draft.type ?? "",
  id: draft.id ?? "",
  name: draft.name ?? "",
  verified: draft.verified ?? defaults.connection.verified,
  visible: draft.visible ?? defaults.connection.visible,
  revoked: draft.revoked ?? defaults.connection.revoked
})
