/** A conformance suite is a table of named cases that run against any adapter's layer. */
import { describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"

/** One rule for every adapter, and an effect that fails if the adapter breaks it. */
export interface Case<R> {
  readonly name: string
  readonly run: Effect.Effect<void, unknown, R>
}

/** The scope of a rule ends with it. */
export const rule = <Eff extends Effect.Effect<unknown, unknown, unknown>>(
  name: string,
  run: () => Generator<Eff, void, never>
) => ({ name, run: Effect.scoped(Effect.gen(run)) })

export interface Selection<Name extends string> {
  /** Only these sections; all if absent. */
  readonly only?: ReadonlyArray<Name>
}

/**
 * Registers one test per case, each with a fresh layer, on the live clock or on the TestClock. Throws if nothing is
 * selected, so that an adapter cannot pass without a test.
 */
export const registerSuite = <Name extends string, R, E>(
  name: string,
  layer: () => Layer.Layer<R, E>,
  sections: Readonly<Record<Name, ReadonlyArray<Case<R>>>>,
  { clock = "live", ...selection }: Selection<Name> & { readonly clock?: "live" | "test" } = {}
): void => {
  const chosen = select(name, sections, selection)
  const test = clock === "live" ? it.live : it.effect
  describe(name, () => {
    for (const [section, cases] of chosen) {
      describe(section, () => {
        for (const { name, run } of cases) test(name, () => Effect.provide(run, layer()))
      })
    }
  })
}

/** The suite of these sections: `registerSuite` for any adapter's layer. */
export const suite =
  <Name extends string, R>(sections: Readonly<Record<Name, ReadonlyArray<Case<R>>>>, clock: "live" | "test" = "live") =>
  <E>(name: string, layer: () => Layer.Layer<R, E>, selection?: Selection<Name>): void =>
    registerSuite(name, layer, sections, { ...selection, clock })

/** The chosen sections with their cases. Throws for an empty or unknown selection. */
export const select = <Name extends string, A>(
  name: string,
  sections: Readonly<Record<Name, ReadonlyArray<A>>>,
  selection?: Selection<Name>
): ReadonlyArray<readonly [string, ReadonlyArray<A>]> => {
  const all = Object.entries<ReadonlyArray<A>>(sections)
  const only: ReadonlyArray<string> | undefined = selection?.only
  const unknown = only?.filter((section) => !(section in sections)) ?? []
  if (unknown.length > 0) throw new Error(`${name}: no section ${unknown.join(", ")}`)
  const chosen = all.filter(([section]) => only === undefined || only.includes(section))
  if (chosen.length === 0 || chosen.some(([, cases]) => cases.length === 0)) {
    throw new Error(`${name}: the selection holds no test`)
  }
  return chosen
}
