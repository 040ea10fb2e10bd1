/** Properties of the official document that no answer here has, each with its reason. */

interface Never {
  /** Of `Schema.property`. */
  readonly at: RegExp
  readonly because: string
}

const PEOPLE = "shown to people alone, never to a bot"
const SOLD = "guilds sell no products and no subscriptions here"
const LINKED = "guilds are linked to no channel of another service here"
const GAMES = "games have no parties, calls and clips here"
const UNKNOWN = "undocumented: only the official document names it"

export const NEVER_ANSWERED: ReadonlyArray<Never> = [
  { at: /\.(?:user_rsvp|is_contact|friends_count|is_nickname_changeable)$/, because: PEOPLE },
  { at: /^FriendInviteResponse\./, because: "invites of friends: bots have none" },
  { at: /^GuildInviteResponse\.(?:liveliness|target_channel_id|target_message_id)$/, because: UNKNOWN },
  { at: /^GuildLivelinessResponse\./, because: UNKNOWN },
  { at: /^ThreadsResponse\.first_messages$/, because: UNKNOWN },
  { at: /\.(?:placeholder_version|restriction_count|banner_asset_id)$/, because: UNKNOWN },
  { at: /^(?:GuildProductPurchase|PurchaseNotification|MessageRoleSubscriptionData)Response\./, because: SOLD },
  { at: /\.(?:purchase_notification|role_subscription_data|primary_sku_id)$/, because: SOLD },
  { at: /^GuildRoleTagsResponse\.(?:subscription_listing_id|available_for_purchase)$/, because: SOLD },
  { at: /^(?:Partial)?GuildSubscriptionIntegrationResponse\./, because: SOLD },
  { at: /^GuildRoleTagsResponse\.guild_connections$/, because: "no role demands a connection: docs/choices.md" },
  { at: /^GuildRoleTagsResponse\.integration_id$/, because: LINKED },
  { at: /^(?:Partial)?ExternalConnectionIntegrationResponse\./, because: LINKED },
  { at: /^ConnectedAccount(?:Guild|Integration)Response\./, because: LINKED },
  { at: /\.clip_(?:created_at|participants)$/, because: GAMES },
  { at: /^(?:Basic|Search)?MessageResponse\.(?:activity|call)$/, because: GAMES },
  { at: /^Message(?:Activity|Call)Response\./, because: GAMES },
  { at: /\.rpc_origins$/, because: "of programs that talk to a person's own client" },
  { at: /FormFieldResponse\./, because: "the questions to who joins are not kept: docs/choices.md, Join requests" },
  { at: /\.last_pin_timestamp$/, because: "not kept yet: CHANNEL_PINS_UPDATE and the list of pins tell it" },
  { at: /\.mention_channels$/, because: "not kept yet: only crossposted messages have it" },
  { at: /^MessageMentionChannelResponse\./, because: "not kept yet: only crossposted messages have it" },
  { at: /\.premium_progress_bar_enabled_user_updated_at$/, because: "not kept yet" },
  { at: /^ProvisionalTokenResponse\.expires_at_s$/, because: UNKNOWN }
]

const isListed = (property: string): boolean => NEVER_ANSWERED.some(({ at }) => at.test(property))

/** Those that are on the list. */
export const listedIn = (properties: Iterable<string>): ReadonlyArray<string> => [...properties].filter(isListed)

/** Those that are documented, and neither answered nor on the list. */
export const surprising = (documented: ReadonlySet<string>, answered: ReadonlySet<string>): ReadonlyArray<string> =>
  [...documented].filter((property) => !answered.has(property) && !isListed(property)).sort()
