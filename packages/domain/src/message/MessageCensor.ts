/** What an application without MESSAGE_CONTENT may not read of messages. Source: wire-interactions.md §3.9. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { Application } from "../record/World.ts"
import { censoredSnapshots } from "./Forward.ts"
import type { MessageObject } from "./Message.ts"

/** True if the application may read the message without privileges: its own, a direct one, or one that mentions it. */
export const isOpenTo = (
  message: {
    readonly author: Pick<UserObject, "id">
    readonly mentions: ReadonlyArray<Pick<UserObject, "id">>
    readonly application_id?: Snowflake
  },
  { id, bot }: Pick<Application, "id"> & { readonly bot: Pick<Application["bot"], "id"> },
  guildId: Snowflake | null
): boolean =>
  guildId === null ||
  message.author.id === bot.id ||
  message.application_id === id ||
  message.mentions.some((user) => user.id === bot.id)

/** Whether the application has the privilege, limited or not. */
export const readsContent = ({ flags }: Pick<Application, "flags">): boolean =>
  flags.includes("GATEWAY_MESSAGE_CONTENT") || flags.includes("GATEWAY_MESSAGE_CONTENT_LIMITED")

export const censored = <M extends MessageObject>(message: M): Omit<M, "poll"> => {
  const { poll: _, ...rest } = message
  return { ...rest, content: "", embeds: [], attachments: [], components: [], ...censoredSnapshots(message) }
}
