/**
 * The limits that clients meet on routes of the platform, for worlds with `rate_limits.routes: platform`. The platform
 * publishes none of them; these are what libraries and their authors have measured. Our choice: docs/choices.md "Rate limits".
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Requests in a window, by method and path with `{}` for each parameter. */
export const PLATFORM_LIMITS: Readonly<Record<string, readonly [limit: number, windowMs: number]>> = {
  "POST /channels/{}/messages": [5, 5 * SECOND],
  "GET /channels/{}/messages": [5, 5 * SECOND],
  "PATCH /channels/{}/messages/{}": [5, 5 * SECOND],
  "DELETE /channels/{}/messages/{}": [5, SECOND],
  "POST /channels/{}/messages/bulk-delete": [1, SECOND],
  "POST /channels/{}/messages/{}/crosspost": [10, 60 * MINUTE],
  "PUT /channels/{}/messages/{}/reactions/{}/@me": [1, SECOND / 4],
  "DELETE /channels/{}/messages/{}/reactions/{}/@me": [1, SECOND / 4],
  "DELETE /channels/{}/messages/{}/reactions/{}/{}": [1, SECOND / 4],
  "DELETE /channels/{}/messages/{}/reactions": [1, SECOND / 4],
  "POST /channels/{}/typing": [5, 5 * SECOND],
  "PUT /channels/{}/messages/pins/{}": [5, 4 * SECOND],
  "DELETE /channels/{}/messages/pins/{}": [5, 4 * SECOND],
  // Renaming a channel and setting its topic are rarer still.
  "PATCH /channels/{}": [5, 15 * SECOND],
  "PUT /channels/{}/permissions/{}": [10, 15 * SECOND],
  "POST /channels/{}/invites": [5, 15 * SECOND],
  "POST /channels/{}/webhooks": [10, 5 * MINUTE],
  "POST /channels/{}/threads": [50, 5 * MINUTE],
  "POST /webhooks/{}/{}": [5, 2 * SECOND],
  "PATCH /webhooks/{}/{}/messages/{}": [5, 2 * SECOND],
  "DELETE /webhooks/{}/{}/messages/{}": [5, 2 * SECOND],
  "PATCH /guilds/{}": [5, 10 * SECOND],
  "POST /guilds/{}/channels": [50, 15 * MINUTE],
  "POST /guilds/{}/roles": [250, 48 * 60 * MINUTE],
  "PATCH /guilds/{}/roles/{}": [1_000, 24 * 60 * MINUTE],
  "PATCH /guilds/{}/members/{}": [10, 10 * SECOND],
  "PATCH /guilds/{}/members/@me": [5, 10 * SECOND],
  "PUT /guilds/{}/members/{}/roles/{}": [10, 10 * SECOND],
  "DELETE /guilds/{}/members/{}/roles/{}": [10, 10 * SECOND],
  "DELETE /guilds/{}/members/{}": [5, SECOND],
  "PUT /guilds/{}/bans/{}": [5, SECOND],
  "DELETE /guilds/{}/bans/{}": [5, SECOND],
  "GET /guilds/{}/members": [10, 10 * SECOND],
  "GET /guilds/{}/members/{}": [5, SECOND],
  "GET /guilds/{}/members/search": [10, 10 * SECOND],
  "POST /guilds/{}/emojis": [50, 60 * MINUTE],
  "POST /users/@me/channels": [10, 10 * SECOND],
  "PATCH /users/@me": [2, 60 * MINUTE],
  "POST /applications/{}/commands": [5, 20 * SECOND],
  "PATCH /applications/{}/commands/{}": [5, 20 * SECOND],
  "PUT /applications/{}/commands": [2, MINUTE],
  "POST /applications/{}/guilds/{}/commands": [5, 20 * SECOND],
  "PATCH /applications/{}/guilds/{}/commands/{}": [5, 20 * SECOND],
  "PUT /applications/{}/guilds/{}/commands": [2, MINUTE]
}
