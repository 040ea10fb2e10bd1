/** Finds the route of a request. Servers share one table per list: building it is most of the cost of a start. */
import { http } from "@backlot/domain/base/Limits"
import { FindMyWay } from "effect/http"
import type { Route } from "./Route.ts"

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

const MATCHING = {
  caseSensitive: true,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  maxParamLength: http.pathSegmentLength
}

const make = (routes: ReadonlyArray<Addressed>) => {
  const router = FindMyWay.make<number>(MATCHING)
  const paths = FindMyWay.make<ReadonlyArray<string>>(MATCHING)
  const methods = new Map<string, Array<string>>()
  for (const [at, { method, path }] of routes.entries()) {
    // Paths and methods come from contracts, where their types are narrower.
    router.on(method as "GET", path as `/${string}`, at)
    const shape = path.replace(/:\w+/g, ":")
    const allowed = methods.get(shape) ?? []
    // Later routes of the same shape add their methods to this list.
    if (allowed.length === 0) paths.on("GET", path as `/${string}`, allowed)
    allowed.push(method)
    methods.set(shape, allowed)
  }
  return {
    /** The `handler` is the position in the list of routes; `params` are percent-decoded. */
    find: (method: string, url: string) => router.find(method as "GET", routed(url)),
    /** The methods of the routes at this address, in their order; undefined if there is no route. */
    allowed: (url: string) => paths.find("GET", routed(url))?.handler
  }
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
