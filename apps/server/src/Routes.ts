/** Every route of every surface, each with the errors of its surface. */
import { Rest } from "@backlot/protocol/Rest"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import * as Answer from "./http/Answer.ts"
import { download } from "./control/Uploaded.ts"
import { controlRoutes } from "./control/ControlRoutes.ts"
import { applicationRoutes } from "./rest/ApplicationRoutes.ts"
import { commandRoutes } from "./rest/CommandRoutes.ts"
import { interactionRoutes } from "./rest/InteractionRoutes.ts"
import { oauthRoutes } from "./rest/OAuthRoutes.ts"
import { landing } from "./Landing.ts"

/** wire-rest.md §0 (13): version 9 and no version are aliases. */
const PREFIXES = ["/api/v10", "/api/v9", "/api"]

const rest = [...commandRoutes, ...applicationRoutes, ...oauthRoutes, ...interactionRoutes]

/** REST errors come from the one table; a storage failure is the platform's 500. */
const answered = PREFIXES.flatMap((prefix) =>
  rest.map((route) => ({
    ...route,
    path: `${prefix}${route.path}`,
    handler: (call: Parameters<typeof route.handler>[0]) =>
      route.handler(call).pipe(
        Effect.catch((error) =>
          error._tag === "StorageError"
            ? Effect.as(Effect.logError("Storage failed", error), Answer.internal)
            : Effect.succeed(Answer.failure(error))
        )
      )
  }))
)

/** The generated OpenAPI document of the REST surface. */
const openApi = Answer.json(200, OpenApi.fromApi(Rest))

const documents = [
  { method: "GET", path: "/api/openapi.json", name: "openapi", handler: () => Effect.succeed(openApi) },
  { method: "GET", path: "/attachments/:channel_id/:attachment_id/:filename", name: "attachment", handler: download },
  { method: "GET", path: "/", name: "landing", handler: landing }
]

export const routes = [...answered, ...controlRoutes, ...documents]

