/** A user's decision as a script sends it. Source: product.md "Surfaces of one server" (JSON form). */
import { Schema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { Big, Bool, decoder, field, Id, needed } from "../validation/Shape.ts"

export interface AuthorizeBody {
  readonly user_id: Snowflake
  readonly authorize: boolean
  readonly guild_id: Snowflake | undefined
  /** Decimal bit set. */
  readonly permissions: string | undefined
}

export const AuthorizeDecision = Schema.Struct({
  user_id: needed(Id),
  authorize: needed(Bool),
  guild_id: field(Id),
  permissions: field(Big)
}).annotate({
  identifier: "AuthorizeBody",
  description: "What a user decides: where, and of the bot's permissions which."
})

const decode = decoder(AuthorizeDecision)

/** The decision, or every fault of the body. */
export const authorizeBody = (
  sent: unknown
): { readonly body?: AuthorizeBody; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decode(sent)
  const { user_id, authorize, guild_id, permissions } = value
  if (user_id != null && authorize != null && faults.length === 0) {
    const body = { user_id, authorize, guild_id: guild_id ?? undefined, permissions: permissions?.toString() }
    return { body, faults }
  }
  const isNamed = (name: string) => faults.some(({ path }) => path.length === 0 || path[0] === name)
  const missing = (["user_id", "authorize"] as const).filter((name) => value[name] == null && !isNamed(name))
  return { faults: [...faults, ...missing.map((name) => fault([name], FormError.required))] }
}
