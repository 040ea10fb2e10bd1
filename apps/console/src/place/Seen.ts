/** What the client of a person sees, as the control plane answers it. */
import type { AnswerOf } from "../api/Control.ts"

export type View = AnswerOf<"get_view">
export type SeenGuild = View["guilds"][number]
export type SeenChannel = SeenGuild["channels"][number]
export type DirectChannel = View["direct_channels"][number]
export type SeenUser = DirectChannel["recipients"][number]
