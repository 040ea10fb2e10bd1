/** Guilds that users join and leave. */
import { Name, Text } from "../Vocabulary.ts"
import { type Acts, verb } from "./Act.ts"

export const guildActs = {
  accept_invite: {
    shape: Text.annotate({
      description: "The user joins a guild by the code of an invite; the outcome has the invite, with new_member."
    }),
    actor: "user",
    sentence: verb("accepts the invite")
  },
  leave_guild: {
    shape: Name.annotate({ description: "The user leaves a guild, by its name or id." }),
    actor: "user",
    sentence: verb("leaves the guild")
  }
} as const satisfies Acts
