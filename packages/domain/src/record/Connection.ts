/** Accounts on other services that a user has connected. Source: official OpenAPI document, `ConnectedAccountResponse`. */

/** Source: official OpenAPI document, `ConnectedAccountProviders`. */
export const PROVIDERS: ReadonlyArray<string> =
  `battlenet bluesky bungie ebay epicgames facebook github instagram mastodon leagueoflegends paypal playstation reddit riotgames
   roblox skype spotify steam tiktok twitch twitter xbox youtube domain`.split(/\s+/)

/** Our choice: docs/choices.md "OAuth2". */
export const limits = { perUser: 50, id: 100, name: 100 } as const

export interface Connection {
  readonly type: string
  /** Of the account at the service. */
  readonly id: string
  readonly name: string
  readonly verified: boolean
  /** Whether everybody sees it. */
  readonly visible: boolean
  readonly revoked: boolean
}

/** A connection as the user's applications read it. */
export const connectionObject = ({ type, id, name, verified, visible, revoked }: Connection) => ({
  id,
  name,
  type,
  friend_sync: false,
  integrations: [],
  show_activity: false,
  two_way_link: false,
  verified,
  visibility: visible ? 1 : 0,
  revoked
})
