/** Every stored kind of a world: one row each, by its list in `World`. */
import type { Target, TargetKind, WorldTarget } from "../../element/WorldTarget.ts"
import type { World } from "../../record/World.ts"
import * as Application from "./ApplicationElement.ts"
import * as Channel from "./ChannelElement.ts"
import * as Command from "./CommandElement.ts"
import * as CommandPermissions from "./CommandPermissionsElement.ts"
import * as DirectChannel from "./DirectChannelElement.ts"
import type { Editable, Stored } from "./Element.ts"
import * as Guild from "./GuildElement.ts"
import * as GuildInstall from "./GuildInstallElement.ts"
import * as Lobby from "./LobbyElement.ts"
import * as Member from "./MemberElement.ts"
import * as Message from "./MessageElement.ts"
import * as RateLimit from "./RateLimitElement.ts"
import * as Role from "./RoleElement.ts"
import * as Token from "./TokenElement.ts"
import * as User from "./UserElement.ts"
import * as UserInstall from "./UserInstallElement.ts"

/** The lists of a world. */
export type Listed = Exclude<keyof World, "now" | "automatic_launch">

export const ELEMENTS = {
  applications: Application.element,
  users: User.element,
  user_installs: UserInstall.element,
  guilds: Guild.element,
  roles: Role.element,
  channels: Channel.element,
  members: Member.element,
  guild_installs: GuildInstall.element,
  direct_channels: DirectChannel.element,
  tokens: Token.element,
  rate_limits: RateLimit.element,
  commands: Command.element,
  command_permissions: CommandPermissions.element,
  lobbies: Lobby.element,
  messages: Message.element
}

/** The lists of a world, each of the records of its element. */
export type Lists = { readonly [L in Listed]: ReadonlyArray<World[L][number]> }

/** `ELEMENTS`, as what all rows have in common. */
export const STORED: { readonly [L in Listed]: Stored<World[L][number]> } = ELEMENTS

const EDITABLE: { readonly [K in TargetKind]: Editable<Target<K>> } = {
  application: ELEMENTS.applications,
  user: ELEMENTS.users,
  user_install: ELEMENTS.user_installs,
  guild: ELEMENTS.guilds,
  role: ELEMENTS.roles,
  channel: ELEMENTS.channels,
  member: ELEMENTS.members,
  guild_install: ELEMENTS.guild_installs,
  direct_channel: ELEMENTS.direct_channels
}

/** The kind that a target names. Only give it that target: each kind takes its own. */
export const editable = ({ kind }: WorldTarget): Editable<WorldTarget> => EDITABLE[kind]
