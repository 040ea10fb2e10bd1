/**
 * What each owner must give up so that all together hold no more than `most`: those who hold most give first, down to a
 * common level, and whoever holds less gives nothing. Owners that give nothing are not in the answer.
 */
export const excess = (held: ReadonlyMap<string, number>, most: number): ReadonlyMap<string, number> => {
  const level = levelOf([...held.values()], most)
  return new Map([...held].flatMap(([owner, amount]) => (amount > level ? [[owner, amount - level]] : [])))
}

/** The largest level at which the amounts, cut off there, sum up to no more than `most`. */
const levelOf = (amounts: ReadonlyArray<number>, most: number): number => {
  let left = most
  let others = amounts.length
  for (const amount of amounts.toSorted((a, b) => a - b)) {
    if (amount * others > left) return Math.floor(left / others)
    left -= amount
    others--
  }
  return Number.POSITIVE_INFINITY
}
