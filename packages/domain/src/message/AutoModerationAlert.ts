/** What automatic moderation says about what it did. Source: the platform's documentation of gateway events and messages. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { Match } from "../moderation/AutoModerationMatch.ts"
import type { AutoModerationAction, AutoModerationRule } from "../record/AutoModeration.ts"
import { MessageType } from "./Message.ts"
import { systemMessage } from "./SystemMessage.ts"

/** The data of `auto_moderation.executed`, as the gateway sends it to those who may read messages. */
export interface Execution {
  readonly guild_id: Snowflake
  readonly action: AutoModerationAction
  readonly rule_id: Snowflake
  readonly rule_trigger_type: number
  readonly user_id: Snowflake
  readonly channel_id?: Snowflake
  /** Absent where the message was blocked. */
  readonly message_id?: Snowflake
  readonly alert_system_message_id?: Snowflake
  readonly content: string
  readonly matched_keyword: string | null
  readonly matched_content: string | null
}

/** For those who may not read messages. */
export const censoredExecution = (execution: Execution): Execution => ({
  ...execution,
  content: "",
  matched_content: execution.matched_content === null ? null : ""
})

/** The message in the channel of an alert, by whom the rule was broken. */
export const alertMessage = (
  rule: AutoModerationRule,
  { keyword, content: matched }: Match,
  about: {
    readonly id: Snowflake
    /** Where the alert goes. */
    readonly channel_id: Snowflake
    readonly author: UserObject
    readonly timestamp: string
    readonly content: string
    /** Where it was said. */
    readonly said_in: Snowflake
    /** Undefined where the message was blocked. */
    readonly flagged_id: Snowflake | undefined
  }
) => {
  const { id, channel_id, author, timestamp, content, said_in, flagged_id } = about
  const fields = {
    rule_name: rule.name,
    channel_id: said_in,
    decision_id: id,
    ...(keyword === null ? {} : { keyword }),
    ...(matched === null ? {} : { keyword_matched_content: matched }),
    ...(flagged_id === undefined ? {} : { flagged_message_id: flagged_id })
  }
  return systemMessage({
    id,
    channel_id,
    type: MessageType.AUTO_MODERATION_ACTION,
    author,
    timestamp,
    embeds: [
      {
        type: "auto_moderation_message",
        description: content,
        fields: Object.entries(fields).map(([name, value]) => ({ name, value, inline: false }))
      }
    ]
  })
}
