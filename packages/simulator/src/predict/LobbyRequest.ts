/** Calls about lobbies, and their rate-limit buckets. Source: service.md "Endpoints", "Limits"; wire-rest.md §6.1. */
import * as Limits from "../model/ModelLimits.ts"
import type { Bucket } from "../model/ModelWindows.ts"
import { lobbyToken, type ModelApplication } from "../model/ModelWorld.ts"
import type { LobbyOperation } from "../model/Operation.ts"
import type { Request } from "./PredictCall.ts"

/** All operations except connections, which use the control plane. */
export type Called = Exclude<LobbyOperation, { readonly kind: "connect to lobby" }>

export const lobbyRequest = (application: ModelApplication, operation: Called): Request => {
  const bot = { auth: "bot", application } as const
  const bucket = bucketOf(application, operation)
  switch (operation.kind) {
    case "create lobby":
      return { ...bot, bucket, method: "post", path: "/lobbies", body: operation.body }
    case "get lobby":
      return { ...bot, bucket, method: "get", path: `/lobbies/${operation.lobby_id}` }
    case "edit lobby":
      return { ...bot, bucket, method: "patch", path: `/lobbies/${operation.lobby_id}`, body: operation.body }
    case "delete lobby":
      return { ...bot, bucket, method: "delete", path: `/lobbies/${operation.lobby_id}` }
    case "put member": {
      const path = `/lobbies/${operation.lobby_id}/members/${operation.user_id}`
      return { ...bot, bucket, method: "put", path, body: operation.body }
    }
    case "remove member":
      return { ...bot, bucket, method: "delete", path: `/lobbies/${operation.lobby_id}/members/${operation.user_id}` }
    case "put members in lobby":
      return {
        ...bot,
        bucket,
        method: "post",
        path: `/lobbies/${operation.lobby_id}/members/bulk`,
        body: operation.elements
      }
    case "join lobby":
      return { application, bucket, method: "put", path: "/lobbies", auth: bearer(operation), body: operation.body }
    case "leave lobby": {
      const path = `/lobbies/${operation.lobby_id}/members/@me`
      return { application, bucket, method: "delete", path, auth: bearer(operation) }
    }
  }
}

const bearer = ({ application_id, user_id }: { readonly application_id: string; readonly user_id: string }) =>
  `Bearer ${lobbyToken(application_id, user_id)}`

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
