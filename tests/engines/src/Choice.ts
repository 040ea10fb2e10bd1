/** Which engines a sentence of the use cases runs on. */

export type Engine = "memory" | "file" | "postgres"

/**
 * - `memory`: memory alone, the run of the package itself
 * - `pairwise`: one engine other than memory, in turn
 * - `every`: every engine other than memory, the deep run
 */
export type Choice = "memory" | "pairwise" | "every"

/** The engines for the sentence at `index` of the block `block`, among those that the block names. */
export const enginesFor = (
  choice: Choice,
  { block, index, on }: { readonly block: string; readonly index: number; readonly on: ReadonlyArray<Engine> }
): ReadonlyArray<Engine> => {
  if (choice === "memory") return on.filter((engine) => engine === "memory")
  const others = on.filter((engine) => engine !== "memory")
  if (choice === "every") return others
  const turn = (index + [...block].length) % Math.max(others.length, 1)
  return others.slice(turn, turn + 1)
}
