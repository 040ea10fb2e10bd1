/** Edits of Harbour, sound and unsound, that follow each other in any order. */
import type { WorldTarget } from "@backlot/domain/WorldTarget"
import * as Play from "./Harbour.ts"

export interface Sample {
  readonly method: "put" | "patch" | "delete"
  readonly target: WorldTarget
  readonly body?: unknown
}

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, HIDDEN, MODERATOR, PET_SHOP, QUAY, THREAD, WEATHER, WEATHER_BOT } = Play

const NEW_APP = "100000000000000009"
const NEW_BOT = "100000000000000010"
const NEW_USER = "300000000000000009"
const NEW_ROLE = "200000000000000019"
const NEW_GUILD = "200000000000000009"

export const application = (application_id = PET_SHOP): WorldTarget => ({ kind: "application", application_id })
export const user = (user_id: string = ALICE): WorldTarget => ({ kind: "user", user_id })
export const guild = (guild_id = HARBOUR): WorldTarget => ({ kind: "guild", guild_id })
export const role = (role_id = MODERATOR, guild_id = HARBOUR): WorldTarget => ({ kind: "role", guild_id, role_id })
export const channel = (channel_id = GENERAL, guild_id = HARBOUR): WorldTarget => ({
  kind: "channel",
  guild_id,
  channel_id
})
export const member = (user_id: string = ALICE, guild_id = HARBOUR): WorldTarget => ({
  kind: "member",
  guild_id,
  user_id
})
export const install = (application_id = PET_SHOP, guild_id = HARBOUR): WorldTarget => ({
  kind: "guild_install",
  guild_id,
  application_id
})
export const userInstall = (application_id = PET_SHOP, user_id: string = ALICE): WorldTarget => ({
  kind: "user_install",
  user_id,
  application_id
})
export const direct = (channel_id = Play.ALICE_AND_BOB): WorldTarget => ({ kind: "direct_channel", channel_id })

const secrets = (name: string) => ({
  bot: { id: NEW_BOT, token: `${name}-bot-token` },
  client_secret: `${name}-secret`,
  private_key: "ab".repeat(32)
})

const put = (target: WorldTarget, body: unknown): Sample => ({ method: "put", target, body })
const patch = (target: WorldTarget, body: unknown): Sample => ({ method: "patch", target, body })
const remove = (target: WorldTarget): Sample => ({ method: "delete", target })

export const SAMPLES: ReadonlyArray<Sample> = [
  put(application(NEW_APP), { name: "New", owner_id: CAROL, ...secrets("new") }),
  put(application(NEW_APP), { name: "Thief", owner_id: CAROL, ...secrets("new"), client_secret: "pet-shop-secret" }),
  put(application(NEW_APP), { name: "Thief", owner_id: CAROL, ...secrets("new"), bot: { token: Play.UPDATE_TOKEN } }),
  put(application(), { name: "Pet Shop", owner_id: BOB }),
  patch(application(), { bot: { token: "another-token" }, owner_id: CAROL }),
  patch(application(), { bot: { id: WEATHER_BOT } }),
  patch(application(), { interactions_endpoint_url: "http://127.0.0.1:9/elsewhere", integration_types: [1] }),
  remove(application()),
  remove(application(WEATHER)),
  put(user(NEW_USER), { username: "dora", installs: [{ application_id: WEATHER }] }),
  put(user(NEW_USER), { username: "alice" }),
  put(user(WEATHER_BOT), { username: "eve" }),
  patch(user(), { username: "alicia", installs: [] }),
  remove(user()),
  remove(user(CAROL)),
  remove(user(BOB)),
  put(userInstall(WEATHER), {}),
  patch(userInstall(), { scopes: ["bot"] }),
  remove(userInstall()),
  put(guild(NEW_GUILD), { name: "New", owner_id: CAROL, channels: [{ id: GENERAL, name: "taken" }] }),
  put(guild(NEW_GUILD), { name: "New", owner_id: CAROL, installs: [{ application_id: PET_SHOP }] }),
  put(guild(MODERATOR), { name: "A role's namesake", owner_id: CAROL }),
  put(guild(), { name: "Harbour", owner_id: ALICE, members: [{ user_id: CAROL, roles: [MODERATOR] }] }),
  patch(guild(), { owner_id: CAROL }),
  patch(guild(), { roles: [{ id: NEW_ROLE, name: "Only" }], installs: [{ application_id: WEATHER }] }),
  patch(guild(), { channels: [{ id: GENERAL, name: "only" }] }),
  remove(guild()),
  remove(guild(QUAY)),
  put(role(NEW_ROLE), { name: "Pilot" }),
  put(role(NEW_ROLE, QUAY), { name: "Pilot" }),
  put(role(MODERATOR, QUAY), { name: "Taken" }),
  patch(role(HARBOUR), { permissions: "0" }),
  patch(role(), { permissions: ["ADMINISTRATOR"] }),
  remove(role()),
  remove(role(HARBOUR)),
  put(channel("200000000000000029"), { name: "new", permission_overwrites: [{ id: ALICE, type: 1, allow: "8" }] }),
  put(channel(Play.ALICE_AND_BOB), { name: "taken" }),
  put(channel(HIDDEN, QUAY), { name: "taken" }),
  patch(channel(), { nsfw: true, permission_overwrites: [{ id: MODERATOR, type: 0, deny: "2048" }] }),
  patch(channel(), { type: 4 }),
  patch(channel(THREAD), { archived: true, owner_id: WEATHER_BOT }),
  remove(channel()),
  remove(channel(HIDDEN)),
  put(member(CAROL), { roles: [MODERATOR], nick: "Caz" }),
  put(member(WEATHER_BOT, QUAY), { nick: "Fog" }),
  patch(member(), { roles: [], timed_out_until: "2027-01-01T00:00:00Z" }),
  remove(member()),
  remove(member(BOB)),
  remove(member(WEATHER_BOT)),
  put(install(PET_SHOP, QUAY), {}),
  put(install(NEW_APP), { permissions: "8" }),
  patch(install(WEATHER), { scopes: ["applications.commands"] }),
  remove(install()),
  remove(install(WEATHER)),
  put(direct("400000000000000009"), { type: 3, recipients: [ALICE, BOB, CAROL] }),
  put(direct("400000000000000008"), { recipients: [BOB, ALICE] }),
  put(direct(GENERAL), { recipients: [BOB, CAROL] }),
  patch(direct(), { recipients: [ALICE, CAROL] }),
  remove(direct(Play.ALICE_AND_WEATHER))
]
