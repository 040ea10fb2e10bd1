/** One step: an act and what is expected of it. Source: product.md "Scenario files". */
import { Schema } from "effect"
import type { Act as ActKind } from "./Act.ts"
import { appActs } from "./ActApp.ts"
import { componentActs } from "./ActComponent.ts"
import { guildActs } from "./ActGuild.ts"
import { installActs } from "./ActInstall.ts"
import { lobbyActs } from "./ActLobby.ts"
import { messageActs } from "./ActMessage.ts"
import { premiumActs } from "./ActPremium.ts"
import { selfActs } from "./ActSelf.ts"
import { serverActs } from "./ActServer.ts"
import { threadActs } from "./ActThread.ts"
import { useActs } from "./ActUse.ts"
import { waitActs } from "./ActWait.ts"
import { worldActs } from "./ActWorld.ts"
import { beside, common, RESTRICTED, type Restricted } from "./Beside.ts"

export { beside, common } from "./Beside.ts"

const kinds = {
  ...useActs,
  ...componentActs,
  ...messageActs,
  ...selfActs,
  ...installActs,
  ...guildActs,
  ...threadActs,
  ...premiumActs,
  ...lobbyActs,
  ...worldActs,
  ...appActs,
  ...waitActs,
  ...serverActs
}
type Kinds = typeof kinds

/** Each step has exactly one of these keys, or only `expect` and `capture`. */
export type Act = keyof Kinds

/** The restricted fields that an act takes. */
export type Takes<A extends Act> = Kinds[A] extends { readonly takes: ReadonlyArray<infer F extends Restricted> }
  ? F
  : never

/** The acts that a load plays. */
export type LoadAct = { readonly [A in Act]: Kinds[A] extends { readonly load: true } ? A : never }[Act]

/** Each act with its shape, sentence and flags, in the order of the published schema. */
export const KINDS: Readonly<Record<Act, ActKind>> = kinds

// The keys of the table are the acts.
const NAMES = Object.keys(kinds) as ReadonlyArray<Act>

export const LOAD_ACTS = NAMES.filter((act): act is LoadAct => KINDS[act].load === true)

// `fromEntries` forgets which act has which shape.
export const ACTS = Object.fromEntries(NAMES.map((act) => [act, kinds[act].shape])) as {
  readonly [A in Act]: Kinds[A]["shape"]
}

/** The published schema lists the acts of `on` in this order: components, others, modals. */
const rankOn = (act: Act): number => (act === "press" || act === "select" ? 0 : act === "submit" ? 2 : 1)

const takers = (field: Restricted): ReadonlyArray<Act> => {
  const acts = NAMES.filter((act) => KINDS[act].takes?.includes(field) === true)
  return field === "on" ? acts.toSorted((a, b) => rankOn(a) - rankOn(b)) : acts
}

/** The acts that take each restricted field. */
// `fromEntries` forgets the keys.
export const BESIDE = Object.fromEntries(RESTRICTED.map((field) => [field, takers(field)])) as {
  readonly [F in Restricted]: ReadonlyArray<Act>
}

/** The field that an act cannot do without. */
export const REQUIRED_BESIDE: Readonly<Partial<Record<Act, Restricted>>> = Object.fromEntries(
  NAMES.flatMap((act) => {
    const { requires } = KINDS[act]
    return requires === undefined ? [] : [[act, requires]]
  })
)

const acts = Object.fromEntries(Object.entries(ACTS).map(([act, schema]) => [act, Schema.optionalKey(schema)])) as {
  readonly [A in Act]: Schema.optionalKey<(typeof ACTS)[A]>
}

export const Step = Schema.Struct({ ...common, ...acts, ...beside }).annotate({ identifier: "Step" })
export type Step = typeof Step.Type

/** The act of a step; undefined for a step that only expects. A decoded step has at most one. */
export const actOf = (step: Step): Act | undefined => NAMES.find((act) => step[act] !== undefined)
