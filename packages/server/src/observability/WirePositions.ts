/** Where a watcher of the wire stands on each of several servers, as one id: `tag~id` of each, with commas. */

/** More servers than share a store. */
const MOST = 64

/** What no other server has in its name, and no earlier one at its address. */
export const tagOf = (server: string): string => server.slice(server.indexOf("#") + 1)

export const textOf = (positions: ReadonlyMap<string, string>): string =>
  [...positions].map(([tag, id]) => `${tag}~${id}`).join(",")

/** By tag. */
export const positionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(",", MOST).flatMap((part) => {
      const [tag, id] = part.split("~", 2)
      return tag === undefined || id === undefined ? [] : [[tag, id] as const]
    })
  )
