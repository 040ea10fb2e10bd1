/** Finds the route of a request. Servers share one table per list, because it is dear to build. */
import { http } from "@backlot/domain/base/Limits"
import { FindMyWay } from "effect/http"
import type { Route } from "./Route.ts"

/** The route of a request. */
export interface Found {
  /** The position in the list of routes. */
  readonly at: number
  /** Percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The first value of each query parameter. */
  readonly query: (name: string) => string | undefined
}

type Addressed = Pick<Route<never, never>, "method" | "path">

export type RouteTable = ReturnType<typeof make>

export const tableOf = (routes: ReadonlyArray<Addressed>): RouteTable => {
  const known = tables.get(routes)
  if (known !== undefined) return known
  const made = make(routes)
  tables.set(routes, made)
  return made
}

const tables = new WeakMap<ReadonlyArray<Addressed>, RouteTable>()

/** So many addresses are remembered, and none longer than this: about a megabyte. */
const SEEN = 1_000
const SEEN_LENGTH = 300

const MATCHING = {
  caseSensitive: true,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  maxParamLength: http.pathSegmentLength
}

/** The router refuses duplicates by a walk over all its routes, so each method has one, made when it is first asked for. */
const make = (routes: ReadonlyArray<Addressed>) => {
  const byMethod = Map.groupBy(routes.entries(), ([, { method }]) => method)
  const routers = new Map<string, FindMyWay.Router<number>>()
  const routerOf = (method: string) => {
    const known = routers.get(method)
    const places = byMethod.get(method)
    if (known !== undefined || places === undefined) return known
    const router = FindMyWay.make<number>(MATCHING)
    // Paths and methods come from contracts, where their types are narrower.
    for (const [at, { path }] of places) router.on(method as "GET", path as `/${string}`, at)
    routers.set(method, router)
    return router
  }
  // Clients ask for the same addresses again and again.
  const seen = new Map<string, Found>()
  const find = (method: string, url: string): Found | undefined => {
    const found = routerOf(method)?.find(method as "GET", routed(url))
    return found === undefined
      ? undefined
      : { at: found.handler, params: found.params, query: (name) => first(found.searchParams[name]) }
  }
  let paths: FindMyWay.Router<ReadonlyArray<string>> | undefined
  return {
    find: (method: string, url: string): Found | undefined => {
      const key = `${method} ${url}`
      const known = seen.get(key)
      if (known !== undefined || key.length > SEEN_LENGTH) return known ?? find(method, url)
      const found = find(method, url)
      if (found === undefined) return undefined
      if (seen.size >= SEEN) seen.clear()
      seen.set(key, found)
      return found
    },
    /** The methods of the routes at this address, in their order; undefined if there is no route. */
    allowed: (url: string) => {
      paths ??= pathsOf(routes)
      return paths.find("GET", routed(url))?.handler
    }
  }
}

const first = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

const pathsOf = (routes: ReadonlyArray<Addressed>) => {
  const paths = FindMyWay.make<ReadonlyArray<string>>(MATCHING)
  for (const alike of Map.groupBy(routes, ({ path }) => path.replace(/:\w+/g, ":")).values()) {
    const [first] = alike
    if (first === undefined) continue
    paths.on(
      "GET",
      first.path as `/${string}`,
      alike.map(({ method }) => method)
    )
  }
  return paths
}

/** Version 9 and no version are aliases of version 10 (wire-rest.md §0 (13)). Only `openapi.json` has no version. */
const ALIAS = /^\/api\/(?:v9\/|(?!v\d+(?:[/?]|$)|openapi\.json(?:[/?]|$)))/

/**
 * Rewrites an address for the router. Clients may encode `@me` (@discordjs/core does), and the router does not decode
 * reserved characters. The router also ends a path at `;` and `#`, which would send a request to a shorter path.
 */
const routed = (url: string): string => {
  const address = url.replace(ALIAS, "/api/v10/").replaceAll("%40", "@")
  if (!/[;#]/.test(address)) return address
  const [path = "", ...query] = address.split("?")
  return [path.replaceAll(";", "%3B").replaceAll("#", "%23"), ...query].join("?")
}
