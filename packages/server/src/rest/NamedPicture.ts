/**
 * The pictures of users, guilds and others at the addresses that libraries make of their hashes. Source: the platform's
 * documentation of image formatting. Our choice: docs/choices.md "Pictures".
 */
import { bytesOf, pictureOf } from "@backlot/domain/base/Picture"
import { NotFound } from "@backlot/domain/error/ServiceError"
import * as NamedPictures from "@backlot/usecases/expression/NamedPictures"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { type Call, param, routeAt } from "../http/Route.ts"
import { generated } from "./GeneratedPicture.ts"

const FILE = /^((?:a_)?[0-9a-f]{32})(?:\.(png|jpe?g|webp|gif|avif))?$/

/** Pixels. */
const USUAL = 128
const SIZES: ReadonlySet<string> = new Set([16, 32, 64, 128, 256, 512, 1024, 2048, 4096].map(String))

const picture = (of: NamedPictures.Address["of"]) =>
  Effect.fnUntraced(
    function* (call: Call) {
      const size = call.query("size") ?? String(USUAL)
      if (!SIZES.has(size)) return Answer.refused(400, "The size of a picture is a power of two from 16 to 4096.")
      const [, hash, ending] = FILE.exec(param(call, "file")) ?? []
      if (hash === undefined) return yield* new NotFound()
      const place = { id: param(call, "id"), guild_id: call.params["guild_id"] }
      const uri = yield* NamedPictures.get({ of, ...place, hash })
      if (ending === "gif" && !hash.startsWith("a_")) return Answer.refused(415, "This picture does not move.")
      const kept = uri === null ? undefined : bytesOf(uri)
      const shown = kept && pictureOf(kept)
      const { type, bytes } = shown ?? { type: "image/png", bytes: generated(hash, Number(size)) }
      return Answer.of(200, type, bytes, { "x-content-type-options": "nosniff" })
    },
    Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
  )

/** GET of each address. */
export const pictureRoutes = [
  routeAt("GET", "/avatars/:id/:file", "avatar_picture", picture("avatar")),
  routeAt("GET", "/banners/:id/:file", "banner_picture", picture("banner")),
  routeAt("GET", "/icons/:id/:file", "guild_icon_picture", picture("guild_icon")),
  routeAt("GET", "/splashes/:id/:file", "guild_splash_picture", picture("guild_splash")),
  routeAt("GET", "/discovery-splashes/:id/:file", "discovery_splash_picture", picture("discovery_splash")),
  routeAt("GET", "/home-headers/:id/:file", "home_header_picture", picture("home_header")),
  routeAt("GET", "/guilds/:guild_id/users/:id/avatars/:file", "member_avatar_picture", picture("member_avatar")),
  routeAt("GET", "/guilds/:guild_id/users/:id/banners/:file", "member_banner_picture", picture("member_banner")),
  routeAt("GET", "/role-icons/:id/:file", "role_icon_picture", picture("role_icon")),
  routeAt("GET", "/app-icons/:id/:file", "app_icon_picture", picture("application")),
  routeAt("GET", "/app-assets/:id/:file", "app_asset_picture", picture("application")),
  routeAt("GET", "/channel-icons/:id/:file", "group_icon_picture", picture("group_icon")),
  routeAt("GET", "/team-icons/:id/:file", "team_icon_picture", picture("team_icon")),
  routeAt("GET", "/guild-events/:id/:file", "event_cover_picture", picture("event_cover"))
]
