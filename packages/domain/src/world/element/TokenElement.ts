/** A bearer or refresh token. Fixtures hold it in clear, tokens that the service issued as a hash (decision 44). */
import { formatTime } from "../../base/IsoTime.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { Token } from "../../record/World.ts"
import { Any, Id, Int, list, Text } from "../../validation/Shape.ts"
import { between, distinct, each, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import type { Placed } from "../rule/Placed.ts"
import { oneOfFields, without } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Building, Element, Rooted } from "./Element.ts"

const own = fieldsOf("token", {
  kind: [Text, oneOf(["refresh"])],
  token: [Text, oneOfFields("token", "token_hash"), Value.secret],
  token_hash: [Text, Value.hex64],
  application_id: [Id, required, Value.application],
  user_id: [Id, Value.user],
  scopes: [list(Any), required, each(oneOf(SCOPES)), distinct],
  expires_in: [Int, between(0, 2 ** 31), without("expires_in", "expires_at")],
  expires_at: [Text, Value.time],
  family: [Text, Value.hex64]
})

export type Draft = typeof own.shape.Type

/** Bot tokens and these: each alone identifies a caller. */
export const uniqueTokens: UniqueRule<{
  readonly bot: ReadonlyArray<Placed<{ readonly token?: string | null }>>
  readonly token?: ReadonlyArray<Placed<Draft>>
}> = {
  entries: (p, sha256) => [
    ...by(p.bot, "token", ({ token }) => (token ? sha256(token) : undefined)),
    ...by(p.token ?? [], "token", ({ token, token_hash }) => (token ? sha256(token) : token_hash?.toLowerCase()))
  ],
  problem: WorldError.duplicateSecret
}

/** `now`: milliseconds; `expires_in` counts from it. */
const build = (draft: Draft, { mint, now }: Building): Token => ({
  ...(draft.kind === "refresh" ? { kind: draft.kind } : {}),
  ...(draft.token ? { token: draft.token } : {}),
  token_hash: draft.token ? mint.sha256(draft.token) : (draft.token_hash ?? "").toLowerCase(),
  application_id: draft.application_id ?? "",
  ...(draft.user_id ? { user_id: draft.user_id } : {}),
  scopes: Value.texts(draft.scopes),
  expires_at: typeof draft.expires_in === "number" ? now + draft.expires_in * 1000 : Value.timeOr(draft.expires_at),
  ...(draft.family ? { family: draft.family.toLowerCase() } : {})
})

const toFile = ({ token: text, token_hash, expires_at, ...rest }: Token) => ({
  ...(text === undefined ? { token_hash } : { token: text }),
  ...rest,
  expires_at: expires_at === null ? null : formatTime(expires_at)
})

export const element = {
  list: "tokens",
  ...own,
  unique: [uniqueTokens],
  build,
  toFile,
  collections: ["credential"],
  key: (t) => [t.token_hash],
  belongsTo: ["user", "application"]
} satisfies Element<Token, Draft> & Rooted<Token, Draft>
