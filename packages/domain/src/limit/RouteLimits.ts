/** Routes with a bucket of their own, as `<method> <shape>`: service.md "Limits"; decision 27. */
export const routeLimits: Readonly<Record<string, RouteLimit>> = {
  "POST /lobbies": { limit: 500, windowMs: 10_000, per: "application" },
  "DELETE /lobbies/{}": { limit: 500, windowMs: 10_000, per: "application" },
  "GET /lobbies/{}": { limit: 500, windowMs: 10_000, per: "application" },
  "PUT /lobbies/{}/members/{}": { limit: 5_000, windowMs: 10_000, per: "application" },
  "DELETE /lobbies/{}/members/{}": { limit: 5_000, windowMs: 10_000, per: "application" },
  "POST /lobbies/{}/messages": { limit: 3_000, windowMs: 2 * 60 * 60_000, per: "user" },
  "PUT /lobbies": { limit: 10, windowMs: 60_000, per: "user" }
}

export interface RouteLimit {
  readonly limit: number
  readonly windowMs: number
  /** The sender whose requests are counted together, over all targets. */
  readonly per: "application" | "user"
}
