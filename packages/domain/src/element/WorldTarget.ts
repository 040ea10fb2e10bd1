/** Names one element of a world, like a path of the control plane. Source: product.md "Control plane", "World file". */
import { Predicate } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { PARAMETERS, type Parameter, type TargetKind } from "../record/Kind.ts"

export type { TargetKind }

export type WorldTarget = { readonly [K in TargetKind]: TargetOf<K> }[TargetKind]

type TargetOf<K extends TargetKind> = { readonly [F in "kind" | Parameter<K>]: F extends "kind" ? K : Snowflake }

/** The target of one kind. */
export type Target<K extends TargetKind> = Extract<WorldTarget, { readonly kind: K }>

/** What a target names, in the order of its path: the holder first. */
export const idsOf = (target: WorldTarget): ReadonlyArray<Snowflake> => {
  const ids: Array<Snowflake> = []
  // Every edit asks this several times.
  for (const name of PARAMETERS[target.kind]) ids.push(String(Reflect.get(target, name)))
  return ids
}

/** An element in the shape of the world file. */
export type FileElement = Readonly<Record<string, unknown>>

/** The elements of a list of a file or of one of its elements. */
export const elementsOf = (around: unknown, list: string): ReadonlyArray<FileElement> => {
  const held = isElement(around) ? around[list] : undefined
  return Array.isArray(held) ? held.filter(isElement) : []
}

export const isElement: (value: unknown) => value is FileElement = Predicate.isReadonlyObject
