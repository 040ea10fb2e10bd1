/** Explains scopes to people. Source: wire-rest.md §5.3, §5.5. Our choice: docs/choices.md "OAuth2". */
import type { Scope } from "@backlot/domain/record/Scope"

export const SCOPE_TEXT: Readonly<Record<Scope, string>> = {
  "activities.invites.write": "Send invites to activities in your name",
  "activities.read": "See what you are playing or listening to",
  "activities.write": "Show what you are doing as your activity",
  "application_identities.write": "Link your account to an identity in the application",
  "applications.commands": "Add its commands, for you to use",
  "applications.commands.permissions.update": "Change who may use its commands, in servers that you manage",
  "applications.commands.update": "Register and change its own commands",
  bot: "Add its bot to a server",
  connections: "See the accounts of other services that you linked",
  "dm_channels.messages.read": "Read your direct messages",
  "dm_channels.messages.write": "Send direct messages in your name",
  "dm_channels.read": "See with whom you have direct messages",
  email: "See your email address",
  "gateway.connect": "Stay connected for you and hear what happens",
  guilds: "Know which servers you are in",
  "guilds.channels.read": "See the channels of your servers",
  "guilds.members.read": "See your nickname, roles and time-outs in your servers",
  identify: "See your username, avatar and language",
  "identify.premium": "See whether you have a subscription",
  "lobbies.write": "Join, leave and talk in its lobbies in your name",
  openid: "Confirm who you are by a signed statement",
  "relationships.read": "See your friends and whom you blocked",
  "relationships.write": "Send and answer friend requests in your name",
  "role_connections.write": "Tell servers what it knows of you, so that roles can hang on it",
  "sdk.social_layer": "Be your social client: friends, direct messages, servers and lobbies",
  "sdk.social_layer_presence": "Be your social client: friends, presence and activities",
  "webhook.incoming": "Post messages to one channel that you choose"
}
