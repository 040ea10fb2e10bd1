/** The addresses of pictures that users, guilds and others name by hash. */
import * as Play from "../Harbour.ts"
import { EVENT } from "./EventSamples.ts"
import { type Sample, sample } from "./Sample.ts"

export const HASH = "0123456789abcdef0123456789abcdef"
export const TEAM = "960000000000000001"

/** By name: the address, and the id of what has the picture. */
const PICTURES: Readonly<Record<string, readonly [path: string, id: string]>> = {
  avatar_picture: ["/avatars/:id/:file", Play.ALICE],
  banner_picture: ["/banners/:id/:file", Play.GUILD],
  guild_icon_picture: ["/icons/:id/:file", Play.GUILD],
  guild_splash_picture: ["/splashes/:id/:file", Play.GUILD],
  discovery_splash_picture: ["/discovery-splashes/:id/:file", Play.GUILD],
  home_header_picture: ["/home-headers/:id/:file", Play.GUILD],
  member_avatar_picture: ["/guilds/:guild_id/users/:id/avatars/:file", Play.ALICE],
  member_banner_picture: ["/guilds/:guild_id/users/:id/banners/:file", Play.ALICE],
  role_icon_picture: ["/role-icons/:id/:file", Play.MODERATOR],
  app_icon_picture: ["/app-icons/:id/:file", Play.APP],
  app_asset_picture: ["/app-assets/:id/:file", Play.APP],
  team_icon_picture: ["/team-icons/:id/:file", TEAM],
  event_cover_picture: ["/guild-events/:id/:file", EVENT.id]
}

export const PICTURE_ENDPOINTS = Object.entries(PICTURES).map(([name, [path]]) => ({
  ...{ name, method: "GET", path },
  surface: "rest" as const
}))

export const PICTURE_SAMPLES: Readonly<Record<string, () => Sample>> = Object.fromEntries(
  Object.entries(PICTURES).map(([name, [path, id]]) => {
    const guild = path.includes(":guild_id") ? { guild_id: Play.GUILD } : {}
    return [name, () => sample({ params: { ...guild, id, file: `${HASH}.png` }, query: { size: "64" } })]
  })
)

/** What has these pictures, by the path of the control plane that edits it. */
export const PICTURED: Readonly<Record<string, object>> = {
  [`/users/${Play.ALICE}`]: { avatar: HASH },
  [`/guilds/${Play.GUILD}`]: { icon: HASH, banner: HASH, splash: HASH, discovery_splash: HASH, home_header: HASH },
  [`/guilds/${Play.GUILD}/members/${Play.ALICE}`]: { avatar: HASH, banner: HASH },
  [`/guilds/${Play.GUILD}/roles/${Play.MODERATOR}`]: { icon: HASH },
  [`/guilds/${Play.GUILD}/scheduled_events/${EVENT.id}`]: { image: HASH },
  [`/applications/${Play.APP}`]: { icon: HASH, team: { id: TEAM, name: "Pets", icon: HASH, owner_user_id: Play.ALICE } }
}
