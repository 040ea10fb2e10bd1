/** The commands of apps for a message (type 3) or a person (type 2), as the viewer's client lists them. */
import { useQuery } from "@tanstack/react-query"
import { control } from "../../api/Control.ts"
import { type At, runCommand } from "../../use/Uses.ts"

export const useAppCommands = ({ user_id, channel_id }: At, type: 2 | 3) =>
  useQuery({
    // Events renew everything that begins so.
    queryKey: ["commands", user_id, channel_id, "context", type],
    queryFn: ({ signal }) => control("list_commands", { user_id, channel_id }, { signal, query: { type } })
  }).data?.commands

type AppCommand = NonNullable<ReturnType<typeof useAppCommands>>[number]

export const runOn = ({ user_id, channel_id }: At, command: AppCommand, target_id: string, target: string) =>
  runCommand({ user_id, channel_id }, `${command.name_localized} on ${target}`, {
    command_id: command.id,
    version: command.version,
    target_id
  })
