/**
 * How anything is found by what people call it: by its id, then by its name as it is written, then by the only name that
 * is the same in another case. What nobody has, or several have, is told with the names that there are. Ours.
 */
import { nearest } from "@backlot/domain/typing/Nearest"
import { Result } from "effect"

/** What a name means, or the sentence why it means nothing. */
export type Found<A> = Result.Result<A, string>

export interface Identified {
  readonly id: string
}

type NamesOf<A> = (one: A) => ReadonlyArray<string>

export const finder = <A extends Identified>(kind: string, all: ReadonlyArray<A>, namesOf: NamesOf<A>) => {
  const byId = new Map(all.map((one) => [one.id, one]))
  const exact = indexed(all, namesOf, (name) => name)
  const folded = indexed(all, namesOf, fold)
  return (text: string): Found<A> => {
    const known = byId.get(text)
    if (known !== undefined) return Result.succeed(known)
    const named = exact.get(text) ?? folded.get(fold(text)) ?? []
    return only(kind, text, named, () => all.flatMap(namesOf))
  }
}

/** Where none is named, the first is meant. */
export const applicationFinder = <A extends Identified & { readonly name: string }>(all: ReadonlyArray<A>) => {
  const find = finder("application", all, ({ name }) => [name])
  return (text: string | undefined): Found<A> => {
    if (text !== undefined) return find(text)
    const [first] = all
    return first === undefined ? Result.fail("the world has no application") : Result.succeed(first)
  }
}

/** The one that was found; none and several are told. */
export const only = <A extends Identified>(
  kind: string,
  text: string,
  found: ReadonlyArray<A>,
  names: () => ReadonlyArray<string>
): Found<A> => {
  const [first, ...more] = found
  if (first === undefined) return Result.fail(`there is no ${kind} ${JSON.stringify(text)}${hint(text, names())}`)
  if (more.length === 0) return Result.succeed(first)
  const ids = found.map(({ id }) => id).join(", ")
  return Result.fail(`${JSON.stringify(text)} is the name of ${found.length} ${kind}s (${ids}): give the id`)
}

/** Which names would do. */
export const hint = (text: string, names: ReadonlyArray<string>): string => {
  // A display name often differs from a username in nothing but case.
  const near = [
    ...new Map(
      nearest(text, names)
        .toReversed()
        .map((name) => [fold(name), name])
    ).values()
  ].toReversed()
  if (near.length > 0) return `; did you mean ${near.map((name) => JSON.stringify(name)).join(" or ")}?`
  const some = [...new Set(names)]
  if (some.length === 0) return ""
  const rest = some.length > SHOWN ? ` and ${some.length - SHOWN} more` : ""
  return `; there are ${some
    .slice(0, SHOWN)
    .map((name) => JSON.stringify(name))
    .join(", ")}${rest}`
}

const SHOWN = 8

export const indexed = <A>(all: ReadonlyArray<A>, namesOf: NamesOf<A>, key: (name: string) => string) => {
  const index = new Map<string, Array<A>>()
  for (const one of all) {
    for (const name of new Set(namesOf(one).map(key))) {
      const there = index.get(name)
      if (there === undefined) index.set(name, [one])
      else there.push(one)
    }
  }
  return index
}

/** What of a name does not hang on its case. */
export const fold = (text: string): string => text.toLowerCase()
