/** What bots use beside commands and messages, and whether it is here: operations and events, by use. */
import type { Sources } from "./Sources.ts"

interface Use {
  readonly use: string
  /** Of 83 open-source bots, how many per cent need it. */
  readonly bots: string
  /** Names of operations. */
  readonly operations: RegExp
  /** Names of events. */
  readonly events: RegExp
  /** What is not here although every operation and event is. */
  readonly lacks?: string
}

const NOTHING = /^$/

/** Most used first. */
const USES: ReadonlyArray<Use> = [
  {
    use: "voice: who is where, connecting, muting, moving, stages",
    bots: "52 %",
    operations: /voice_state|voice_regions|voice_channel_status/,
    events: /^VOICE_(?:STATE|SERVER)_UPDATE$/,
    lacks: "sound"
  },
  { use: "bans", bots: "49 %", operations: /_bans?(?:_|$)/, events: /^GUILD_BAN_/ },
  { use: "emojis of guilds", bots: "37 %", operations: /guild_emoji/, events: /^GUILD_EMOJIS_UPDATE$/ },
  {
    use: "webhooks of channels",
    bots: "34 %",
    operations: /webhook|follow_channel|crosspost/,
    events: /^WEBHOOKS_UPDATE$/
  },
  { use: "invites", bots: "29 %", operations: /invite/, events: /^INVITE_/ },
  { use: "audit log", bots: "27 %", operations: /audit_log/, events: /^GUILD_AUDIT_LOG_ENTRY_CREATE$/ },
  { use: "presence", bots: "25 %", operations: NOTHING, events: /^PRESENCE_UPDATE$/ },
  { use: "stickers", bots: "23 %", operations: /sticker/, events: /^GUILD_STICKERS_UPDATE$/ },
  { use: "threads: members, lists, search", bots: "14 %", operations: /thread/, events: /^THREAD_/ },
  { use: "emojis of applications", bots: "11 %", operations: /application_emoji/, events: NOTHING },
  { use: "scheduled events", bots: "4 to 7 %", operations: /scheduled_event/, events: /^GUILD_SCHEDULED_EVENT_/ },
  { use: "automatic moderation", bots: "4 to 7 %", operations: /auto_moderation/, events: /^AUTO_MODERATION_/ },
  { use: "welcome screen, widget, vanity URL", bots: "4 to 7 %", operations: /welcome|widget|vanity/, events: NOTHING },
  {
    use: "entitlements, SKUs, subscriptions",
    bots: "4 to 7 %",
    operations: /entitlement|sku/,
    events: /^(?:ENTITLEMENT|SUBSCRIPTION)_/
  },
  { use: "ends and votes of polls", bots: "≤ 2 %", operations: /poll|answer_voters/, events: /^MESSAGE_POLL_/ },
  { use: "integrations", bots: "≤ 2 %", operations: /integration/, events: /INTEGRATION/ },
  { use: "linked roles", bots: "≤ 2 %", operations: /role_connection/, events: NOTHING },
  { use: "stage instances", bots: "≤ 2 %", operations: /stage_instance/, events: /^STAGE_INSTANCE_/ },
  {
    use: "soundboard",
    bots: "≤ 2 %",
    operations: /soundboard/,
    events: /SOUNDBOARD|^VOICE_CHANNEL_EFFECT_SEND$/,
    lacks: "sound, but for the files"
  },
  { use: "onboarding, prune, templates", bots: "≤ 2 %", operations: /onboarding|prune|template/, events: NOTHING }
]

const MOST_NAMED = 4

/** The table of uses. */
export const usesTable = ({ operations, events }: Sources): string => {
  const rows = USES.map((use) => {
    const parts = [
      ...operations
        .filter(({ id }) => use.operations.test(id))
        .map(({ id, implemented }) => [id, implemented] as const),
      ...events.filter(({ name }) => use.events.test(name)).map(({ name, dispatched }) => [name, dispatched] as const)
    ]
    const here = parts.filter(([, is]) => is)
    const missing = parts.flatMap(([name, is]) => (is ? [] : [`\`${name}\``]))
    return `| ${use.use} | ${use.bots} | ${here.length} of ${parts.length} | ${lacking(missing, use.lacks)} |`
  })
  return ["| use | bots that need it | here | lacks |", "|---|---|---|---|", ...rows].join("\n")
}

const lacking = (missing: ReadonlyArray<string>, more: string | undefined): string => {
  const named = missing.slice(0, MOST_NAMED)
  const others = missing.length > MOST_NAMED ? [`and ${missing.length - MOST_NAMED} more`] : []
  return [...named, ...others, ...(more === undefined ? [] : [more])].join(", ")
}
