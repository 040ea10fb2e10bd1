/** Overwrites of commands in a guild: what an edit makes of them, and what they mean. Source: service.md "Application command permission". */
import { useMutation, useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"

export const ROLE = 1
export const USER = 2
export const CHANNEL = 3

export interface Overwrite {
  readonly id: string
  readonly type: number
  readonly permission: boolean
}

/** All overwrites of a command, or of an application under its own id. */
export interface Entry {
  readonly id: string
  readonly application_id: string
  readonly guild_id: string
  readonly permissions: ReadonlyArray<Overwrite>
}

export interface WorldCommand {
  readonly id: string
  readonly application_id: string
  readonly guild_id?: string
  readonly type?: number
  readonly name: string
  readonly default_member_permissions?: string | null
}

interface Rights {
  readonly commands: ReadonlyArray<WorldCommand>
  readonly command_permissions: ReadonlyArray<Entry>
}

/** Commands and overwrites of the whole world. */
export const useRights = () =>
  useQuery({
    queryKey: ["commands", "rights"],
    queryFn: ({ signal }) =>
      control("get_world", {}, { signal, query: { parts: "commands,command_permissions" } }) as Promise<Rights>
  })

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

export interface Edited {
  readonly user_id: string
  readonly guild_id: string
  readonly application_id: string
  readonly command_id: string
  readonly permissions: ReadonlyArray<Overwrite>
}

export const useEdit = () =>
  useMutation({
    mutationFn: ({ permissions, ...params }: Edited) =>
      control("set_command_permissions", params, { body: { permissions: [...permissions] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["commands"] })
  })
