/** Users buy what applications sell, and let subscriptions end. */
import * as ControlCall from "@backlot/client/session/ControlCall"
import type { Path } from "@backlot/domain/error/Fault"
import type { Step } from "@backlot/scenario/Step"
import { Effect, Result } from "effect"
import { applicationOf, outcomeOfEdit, type Playing, send, unplayable } from "../turn/Playing.ts"
import type { Act } from "../turn/Turn.ts"

type Sale = NonNullable<Step["buy"]>

export const buy: Act<Sale> = Effect.fnUntraced(function* (turn, given) {
  const sale = yield* saleOf(turn.playing, given, "buy")
  return outcomeOfEdit(yield* send(turn.playing, ControlCall.buy(yield* turn.user, sale)))
})

export const unsubscribe: Act<Sale> = Effect.fnUntraced(function* (turn, given) {
  const sale = yield* saleOf(turn.playing, given, "unsubscribe")
  return outcomeOfEdit(yield* send(turn.playing, ControlCall.unsubscribe(yield* turn.user, sale)))
})

const saleOf = Effect.fnUntraced(function* (playing: Playing, given: Sale, act: "buy" | "unsubscribe") {
  const { sku, application, guild } = typeof given === "string" ? { sku: given } : given
  const { id: application_id, skus = [] } = yield* applicationOf(playing, application, [act, "application"])
  const sku_id = yield* skuOf(skus, sku, [act, "sku"])
  if (guild === undefined) return { application_id, sku_id }
  const guild_id = yield* playing.names.find((names) => Result.map(names.guild(guild), ({ id }) => id), [act, "guild"])
  return { application_id, sku_id, guild_id }
})

interface NamedSku {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/** An id that the application does not have is the service's to refuse. */
const skuOf = (skus: ReadonlyArray<NamedSku>, text: string, at: Path) => {
  const found = skus.find(({ id, name, slug }) => [id, name, slug].includes(text))
  if (found !== undefined) return Effect.succeed(found.id)
  if (/^\d{1,20}$/.test(text)) return Effect.succeed(text)
  const known = skus.map(({ name }) => name).join(", ")
  return unplayable(at, `the application sells no ${JSON.stringify(text)}${known === "" ? "" : `; it sells ${known}`}`)
}
