/** The routes of all surfaces. */
import type { StorageError } from "@backlot/ports/Storage"
import { Rest } from "@backlot/protocol/rest/Rest"
import { Effect } from "effect"
import { authorizeRoutes, pageRoutes } from "./authorize/AuthorizeRoutes.ts"
import type { Addresses, Closing, ServerSettings } from "./boot/ServerContext.ts"
import { consoleRoutes } from "./console/ConsoleFiles.ts"
import { download } from "./control/AttachedFile.ts"
import type { ClockFollowers } from "./control/ClockFollowers.ts"
import { controlRoutes } from "./control/ControlRoutes.ts"
import { recordedRest } from "./control/RecordedCall.ts"
import type { Recording } from "./control/Recording.ts"
import { noted, type RefusedCalls } from "./control/RefusedCalls.ts"
import type { Fronts } from "./front/Fronts.ts"
import * as Answer from "./http/Answer.ts"
import { answering, below, type Route, routeAt } from "./http/Route.ts"
import { reporting } from "./http/Strict.ts"
import type { WireTap } from "./observability/WireTap.ts"
import { activityRoutes, applicationEmojiRoutes, applicationRoutes, userRoutes } from "./rest/ApplicationRoutes.ts"
import { autoModerationRoutes } from "./rest/AutoModerationRoutes.ts"
import { channelRoutes, messageRoutes, pollRoutes, reactionRoutes } from "./rest/ChannelRoutes.ts"
import { commandRoutes, permissionRoutes } from "./rest/CommandRoutes.ts"
import { defaultAvatar } from "./rest/DefaultAvatar.ts"
import { discovery } from "./rest/Discovery.ts"
import { emojiPicture, soundFile, stickerPicture } from "./rest/ExpressionPicture.ts"
import {
  banRoutes,
  emojiRoutes,
  guildRoutes,
  integrationRoutes,
  memberRoutes,
  roleRoutes,
  soundRoutes,
  stickerRoutes,
  voiceStateRoutes
} from "./rest/GuildRoutes.ts"
import { guildScreenRoutes } from "./rest/GuildScreenRoutes.ts"
import { interactionRoutes } from "./rest/InteractionRoutes.ts"
import { inviteRoutes } from "./rest/InviteRoutes.ts"
import { lobbyClientRoutes, lobbyRoutes, partnerSdkRoutes } from "./rest/LobbyRoutes.ts"
import { pictureRoutes } from "./rest/NamedPicture.ts"
import { oauthInfoRoutes, oauthRoutes } from "./rest/OAuthRoutes.ts"
import { premiumRoutes, roleConnectionRoutes } from "./rest/PremiumRoutes.ts"
import { scheduledEventRoutes, stageInstanceRoutes } from "./rest/ScheduledEventRoutes.ts"
import { threadRoutes } from "./rest/ThreadRoutes.ts"
import { missingRoutes, type Unserved } from "./rest/Unserved.ts"
import { webhookRoutes } from "./rest/WebhookRoutes.ts"
import type { Services } from "./Services.ts"

/** The services that handlers may use. */
export type Environment =
  | Services
  | Addresses
  | Fronts
  | ServerSettings
  | Closing
  | Unserved
  | Recording
  | RefusedCalls
  | WireTap
  | ClockFollowers

/** The routes of the API. Their admission answers every failure. */
const rest: ReadonlyArray<Route<never, Environment>> = recordedRest<Environment>([
  ...commandRoutes,
  ...permissionRoutes,
  ...applicationRoutes,
  ...oauthRoutes,
  ...oauthInfoRoutes,
  ...authorizeRoutes,
  ...interactionRoutes,
  ...guildRoutes,
  ...banRoutes,
  ...voiceStateRoutes,
  ...emojiRoutes,
  ...applicationEmojiRoutes,
  ...activityRoutes,
  ...inviteRoutes,
  ...webhookRoutes,
  ...scheduledEventRoutes,
  ...stageInstanceRoutes,
  ...autoModerationRoutes,
  ...roleRoutes,
  ...memberRoutes,
  ...userRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...threadRoutes,
  ...reactionRoutes,
  ...lobbyRoutes,
  ...lobbyClientRoutes,
  ...premiumRoutes,
  ...pollRoutes,
  ...roleConnectionRoutes,
  ...stickerRoutes,
  ...soundRoutes,
  ...guildScreenRoutes,
  ...integrationRoutes,
  ...partnerSdkRoutes
])

/** The generated OpenAPI document of the REST surface. */
const openApi = () => Effect.sync(() => Answer.json(200, Rest.document()))

const documents: ReadonlyArray<Route<StorageError, Environment>> = [
  routeAt("GET", "/api/openapi.json", "openapi", openApi),
  routeAt("GET", "/attachments/:channel_id/:attachment_id/:filename", "attachment", download),
  routeAt("GET", "/embed/avatars/:file", "default_avatar", defaultAvatar),
  routeAt("GET", "/emojis/:file", "emoji_picture", emojiPicture),
  routeAt("GET", "/stickers/:file", "sticker_picture", stickerPicture),
  routeAt("GET", "/soundboard-sounds/:file", "sound_file", soundFile),
  ...pictureRoutes,
  routeAt("GET", "/.well-known/oauth-authorization-server", "oauth_discovery", discovery("oauth")),
  routeAt("GET", "/.well-known/openid-configuration", "openid_discovery", discovery("openid"))
]

/** The prefix of the REST surface; the route table knows its aliases. */
const BASE = "/api/v10"

/** What programs find under the platform's names. */
export const platformRoutes: ReadonlyArray<Route<never, Environment>> = [
  ...reporting(below(BASE, noted(rest))),
  ...below(BASE, missingRoutes(rest)),
  ...recordedRest(pageRoutes),
  ...answering("", documents, (error: never) => error)
]

export const routes: ReadonlyArray<Route<never, Environment>> = [
  ...platformRoutes,
  ...reporting(controlRoutes),
  ...answering("", consoleRoutes, (error: never) => error)
]
