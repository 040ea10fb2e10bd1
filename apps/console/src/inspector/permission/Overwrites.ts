/** Reads and edits the overwrites of commands in a guild. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { queries } from "../../api/Queries.ts"
import type { Overwrite } from "./OverwriteList.ts"

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
