/** A list of overwrites, and what an edit makes of it. Source: service.md "Application command permission". */

export const ROLE = 1
export const USER = 2
export const CHANNEL = 3

export interface Overwrite {
  readonly id: string
  readonly type: number
  readonly permission: boolean
}

/** The channel of overwrites for all channels: the guild's id less one. */
export const allChannels = (guild_id: string): string => String(BigInt(guild_id) - 1n)

/** With this overwrite set, or taken away for undefined. */
export const withOverwrite = (
  all: ReadonlyArray<Overwrite>,
  { id, type }: Pick<Overwrite, "id" | "type">,
  permission: boolean | undefined
): ReadonlyArray<Overwrite> => {
  const isIt = (each: Overwrite) => each.id === id && each.type === type
  if (permission === undefined) return all.filter((each) => !isIt(each))
  const set = { id, type, permission }
  return all.some(isIt) ? all.map((each) => (isIt(each) ? set : each)) : [...all, set]
}
