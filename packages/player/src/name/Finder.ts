/**
 * Finds an element by what people call it: by id, then by exact name, then by the only name that differs in case alone.
 * If no element or several elements match, the failure lists the names. Our choice: docs/choices.md "Scenarios".
 */
import { nearest } from "@backlot/domain/typing/Nearest"
import { Array as Arr, Result } from "effect"

/** What a name means, or a sentence that explains why it means nothing. */
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

/** Without a name, the first application. */
export const applicationFinder = <A extends Identified & { readonly name: string }>(all: ReadonlyArray<A>) => {
  const find = finder("application", all, ({ name }) => [name])
  return (text: string | undefined): Found<A> => {
    if (text !== undefined) return find(text)
    const [first] = all
    return first === undefined ? Result.fail("the world has no application") : Result.succeed(first)
  }
}

/** The only element that was found; fails for none and for several. */
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
  return Result.fail(`${JSON.stringify(text)} is the name of ${found.length} ${kind}s (${ids}): use the id`)
}

export const hint = (text: string, names: ReadonlyArray<string>): string => {
  // A display name often differs from a username in case alone.
  const near = Arr.dedupeWith(nearest(text, names), (a, b) => fold(a) === fold(b))
  if (near.length > 0) return `; did you mean ${near.map((name) => JSON.stringify(name)).join(" or ")}?`
  const some = Arr.dedupe(names).map((name) => JSON.stringify(name))
  if (some.length === 0) return ""
  const rest = some.length > SHOWN ? ` and ${some.length - SHOWN} more` : ""
  return `; there are ${some.slice(0, SHOWN).join(", ")}${rest}`
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

export const fold = (text: string): string => text.toLowerCase()
