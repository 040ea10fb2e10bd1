/** Calls about lobbies, and their rate-limit buckets. Source: service.md "Endpoints", "Limits"; wire-rest.md §6.1. */
import type { Json } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"
import type { Bucket } from "../model/ModelWindows.ts"
import { lobbyToken, type ModelApplication } from "../model/ModelWorld.ts"
import type { LobbyOperation } from "../model/Operation.ts"
import type { Request } from "./PredictCall.ts"

/** All operations except connections, which use the control plane. */
export type Called = Exclude<LobbyOperation, { readonly kind: "connect to lobby" }>

export const lobbyRequest = (application: ModelApplication, operation: Called): Request => {
  const [method, route] = ROUTES[operation.kind]
  const fields: Json = { ...operation }
  const isClient = operation.kind === "join lobby" || operation.kind === "leave lobby"
  return {
    method,
    path: route.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name])),
    application,
    auth: isClient ? `Bearer ${lobbyToken(operation.application_id, operation.user_id)}` : "bot",
    bucket: bucketOf(application, operation),
    body: fields["body"] ?? fields["elements"]
  }
}

const ROUTES: Readonly<Record<Called["kind"], readonly [method: Request["method"], path: string]>> = {
  "create lobby": ["post", "/lobbies"],
  "get lobby": ["get", "/lobbies/{lobby_id}"],
  "edit lobby": ["patch", "/lobbies/{lobby_id}"],
  "delete lobby": ["delete", "/lobbies/{lobby_id}"],
  "put member": ["put", "/lobbies/{lobby_id}/members/{user_id}"],
  "remove member": ["delete", "/lobbies/{lobby_id}/members/{user_id}"],
  "put members in lobby": ["post", "/lobbies/{lobby_id}/members/bulk"],
  "join lobby": ["put", "/lobbies"],
  "leave lobby": ["delete", "/lobbies/{lobby_id}/members/@me"]
}

/** service.md "Limits": per application, and per user for clients. */
const bucketOf = (application: ModelApplication, operation: Called): Bucket | undefined => {
  const of = (calls: Omit<Bucket, "key">, whose = ""): Bucket => ({
    key: `${application.id} ${operation.kind} ${whose}`,
    ...calls
  })
  switch (operation.kind) {
    case "create lobby":
    case "delete lobby":
    case "get lobby":
      return of(Limits.calls.lobby)
    case "put member":
    case "remove member":
      return of(Limits.calls.member)
    case "join lobby":
      return of(Limits.calls.join, operation.user_id)
    default:
      return undefined
  }
}
