/** A bearer or refresh token. Fixtures hold it in clear, tokens that the service issued as a hash (decision 44). */
import { Schema } from "effect"
import { formatTime } from "../../base/IsoTime.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { Token } from "../../record/World.ts"
import { Any, field, Id, Int, list, Text } from "../../validation/Shape.ts"
import { between, distinct, each, oneOf, type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { oneOfFields, without } from "../rule/Relation.ts"
import { by, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import type { Building, Element, Rooted } from "./Element.ts"
import { withOwner } from "./Gone.ts"

const shape = Schema.Struct({
  kind: field(Text),
  token: field(Text),
  token_hash: field(Text),
  application_id: field(Id),
  user_id: field(Id),
  scopes: field(list(Any)),
  expires_in: field(Int),
  expires_at: field(Text),
  family: field(Text)
}).annotate({ identifier: "token" })

export type Draft = typeof shape.Type

const places = (own: ReadonlyArray<Place<Draft>>) => ({ token: own })

const rules = {
  token: {
    kind: [oneOf(["refresh"])],
    token: [oneOfFields("token", "token_hash"), Value.secret],
    token_hash: [Value.hex64],
    application_id: [required, Value.application],
    user_id: [Value.user],
    scopes: [required, each(oneOf(SCOPES)), distinct],
    expires_in: [between(0, 2 ** 31), without("expires_in", "expires_at")],
    expires_at: [Value.time],
    family: [Value.hex64]
  } satisfies Rules<Draft>
}

/** Bot tokens and these: each alone identifies a caller. */
export const uniqueTokens: UniqueRule<{
  readonly bot: ReadonlyArray<Place<{ readonly token?: string | null }>>
  readonly token?: ReadonlyArray<Place<Draft>>
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
  kind: "token",
  shape,
  places,
  rules,
  unique: [uniqueTokens],
  build,
  toFile,
  collections: ["credential"],
  key: (t) => [t.token_hash],
  belongsTo: ["user", "application"],
  without: withOwner
} satisfies Element<Token, Draft> & Rooted<Token, Draft>
