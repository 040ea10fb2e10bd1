/** The routes of all surfaces. */
import type { StorageError } from "@backlot/ports/Storage"
import { Control } from "@backlot/protocol/control/Control"
import { Rest } from "@backlot/protocol/rest/Rest"
import { Effect } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { authorizeRoutes, pageRoutes } from "./authorize/AuthorizeRoutes.ts"
import type { Addresses, Closing, ServerSettings } from "./boot/ServerContext.ts"
import { download } from "./control/AttachedFile.ts"
import * as ControlAnswer from "./control/ControlAnswer.ts"
import { controlRoutes } from "./control/ControlRoutes.ts"
import { recordedRest } from "./control/RecordedCall.ts"
import type { Recording } from "./control/Recording.ts"
import * as Answer from "./http/Answer.ts"
import { answering, below, type Route } from "./http/Route.ts"
import { reporting } from "./http/Strict.ts"
import { applicationRoutes } from "./rest/ApplicationRoutes.ts"
import { channelRoutes } from "./rest/ChannelRoutes.ts"
import { commandRoutes } from "./rest/CommandRoutes.ts"
import { discovery } from "./rest/Discovery.ts"
import { guildRoutes } from "./rest/GuildRoutes.ts"
import { interactionRoutes } from "./rest/InteractionRoutes.ts"
import { landing } from "./rest/Landing.ts"
import { lobbyClientRoutes, lobbyRoutes } from "./rest/LobbyRoutes.ts"
import { memberRoutes } from "./rest/MemberRoutes.ts"
import { messageRoutes, reactionRoutes } from "./rest/MessageRoutes.ts"
import { oauthInfoRoutes, oauthRoutes } from "./rest/OAuthRoutes.ts"
import { permissionRoutes } from "./rest/PermissionRoutes.ts"
import { roleRoutes } from "./rest/RoleRoutes.ts"
import { missingRoutes, type Unserved } from "./rest/Unserved.ts"
import { userRoutes } from "./rest/UserRoutes.ts"
import type { Services } from "./Services.ts"

/** The services that handlers may use. */
export type Environment = Services | Addresses | ServerSettings | Closing | Unserved | Recording

type Routes<E> = ReadonlyArray<Route<E | StorageError, Environment>>

/** The admission of these routes answers every failure. */
const admitted: ReadonlyArray<Route<never, Environment>> = [
  ...commandRoutes,
  ...permissionRoutes,
  ...applicationRoutes,
  ...oauthRoutes,
  ...oauthInfoRoutes,
  ...authorizeRoutes,
  ...interactionRoutes,
  ...guildRoutes,
  ...roleRoutes,
  ...memberRoutes,
  ...userRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...reactionRoutes,
  ...lobbyRoutes,
  ...lobbyClientRoutes
]

const rest: ReadonlyArray<Route<never, Environment>> = recordedRest(admitted)

const control: Routes<ControlAnswer.ControlError> = controlRoutes

/** The generated OpenAPI document of the REST surface. */
const openApi = () => Effect.sync(() => Answer.json(200, OpenApi.fromApi(Rest)))

const documents: Routes<never> = [
  { method: "GET", path: "/api/openapi.json", name: "openapi", handler: openApi },
  { method: "GET", path: "/attachments/:channel_id/:attachment_id/:filename", name: "attachment", handler: download },
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    name: "oauth_discovery",
    handler: discovery("oauth")
  },
  { method: "GET", path: "/.well-known/openid-configuration", name: "openid_discovery", handler: discovery("openid") },
  { method: "GET", path: "/", name: "landing", handler: landing }
]

/** The prefix of the REST surface; the route table knows its aliases. */
const BASE = "/api/v10"

export const routes: ReadonlyArray<Route<never, Environment>> = [
  ...reporting(Rest, below(BASE, rest)),
  ...below(BASE, missingRoutes(rest)),
  ...recordedRest(pageRoutes),
  ...reporting(Control, answering("/control/v1", control, ControlAnswer.failure)),
  ...answering("", documents, (error: never) => error)
]
