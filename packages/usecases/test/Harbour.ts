/** A small world: the guild Harbour with two channels and a thread, two applications, alice, bob and carol. */

import type { Scope } from "@backlot/domain/ApplicationCommand"
import type { Application, World } from "@backlot/domain/World"
import { exportWorld } from "@backlot/domain/WorldExport"
import * as Collection from "@backlot/usecases/Collection"
import * as Collections from "@backlot/usecases/Collections"
import * as WorldInput from "@backlot/usecases/WorldInput"
import * as Worlds from "@backlot/usecases/Worlds"
import { Effect } from "effect"
import { transact } from "./Stores.ts"

export const PET_SHOP = "100000000000000001"
/** Its bot user has an id of its own. */
export const WEATHER = "100000000000000002"
export const WEATHER_BOT = "100000000000000003"
export const HARBOUR = "200000000000000001"
/** Weather is installed here without `applications.commands`. */
export const QUAY = "200000000000000002"
export const MODERATOR = "200000000000000011"
export const GENERAL = "200000000000000021"
export const HIDDEN = "200000000000000022"
export const THREAD = "200000000000000031"
export const HIDDEN_THREAD = "200000000000000032"
export const [ALICE, BOB, CAROL] = ["300000000000000001", "300000000000000002", "300000000000000003"] as const
export const ALICE_AND_WEATHER = "400000000000000001"
export const ALICE_AND_BOB = "400000000000000002"
export const NOBODY = "999999999999999999"

export const BOT_TOKEN = "pet-shop-bot-token"
export const UPDATE_TOKEN = "pet-shop-update"
export const IDENTIFY_TOKEN = "alice-identify"
/** Seconds. */
export const UPDATE_TOKEN_LIFE = 60

/** The world as a file; `changes` replace whole fields. */
export const harbourFile = (changes: object = {}) => ({
  applications: [
    {
      id: PET_SHOP,
      name: "Pet Shop",
      owner_id: ALICE,
      bot: { token: BOT_TOKEN },
      client_secret: "pet-shop-secret",
      tags: ["pets"]
    },
    {
      id: WEATHER,
      name: "Weather",
      owner_id: BOB,
      bot: { id: WEATHER_BOT, username: "Weather", token: "weather-bot-token" },
      integration_types: [0]
    }
  ],
  users: [
    {
      id: ALICE,
      username: "alice",
      global_name: "Alice",
      locale: "de",
      installs: [{ application_id: PET_SHOP, scopes: ["applications.commands"] }]
    },
    { id: BOB, username: "bob" },
    { id: CAROL, username: "carol" }
  ],
  guilds: [
    {
      id: HARBOUR,
      name: "Harbour",
      owner_id: BOB,
      roles: [{ id: MODERATOR, name: "Moderator", permissions: ["KICK_MEMBERS"] }],
      channels: [
        { id: GENERAL, name: "general" },
        { id: HIDDEN, name: "staff", permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }] },
        { id: THREAD, name: "questions", type: 11, parent_id: GENERAL },
        { id: HIDDEN_THREAD, name: "plans", type: 11, parent_id: HIDDEN }
      ],
      members: [{ user_id: ALICE, roles: [MODERATOR] }, { user_id: BOB }],
      installs: [
        { application_id: PET_SHOP, scopes: ["bot"], permissions: ["MANAGE_MESSAGES"] },
        { application_id: WEATHER, scopes: ["bot"] }
      ]
    },
    { id: QUAY, name: "Quay", owner_id: BOB, installs: [{ application_id: WEATHER, scopes: ["bot"] }] }
  ],
  direct_channels: [
    { id: ALICE_AND_WEATHER, type: 1, recipients: [ALICE, WEATHER_BOT] },
    { id: ALICE_AND_BOB, type: 1, recipients: [ALICE, BOB] }
  ],
  tokens: [
    {
      token: UPDATE_TOKEN,
      application_id: PET_SHOP,
      scopes: ["applications.commands.update"],
      expires_in: UPDATE_TOKEN_LIFE
    },
    { token: IDENTIFY_TOKEN, application_id: PET_SHOP, user_id: ALICE, scopes: ["identify"] }
  ],
  ...changes
})

/** Decodes a world file with fresh keys and secrets; a world that breaks a rule fails with its faults. */
export const decode = (file: unknown) => Effect.flatMap(WorldInput.decode(file), Effect.fromResult)

/** Puts Harbour in place. */
export const settle = (changes: object = {}) => Effect.flatMap(decode(harbourFile(changes)), Worlds.replace)

export const applicationOf = Effect.fnUntraced(function* (id: string) {
  const application = yield* transact(Collections.applications.get(Collection.id(id)))
  return application ?? (yield* Effect.die(new Error(`no application ${id}`)))
})

/** The commands of Pet Shop in a scope. */
export const target = Effect.fnUntraced(function* (scope: Scope = "global", id = PET_SHOP) {
  return { application: yield* applicationOf(id), scope } satisfies {
    readonly application: Application
    readonly scope: Scope
  }
})

/** A sound CHAT_INPUT body. */
export const slash = (name: string, changes: object = {}) => ({ name, description: "A command", ...changes })

/** The world in its file form and back, as an export and an import do. */
export const throughFile = (world: World) => decode(JSON.parse(JSON.stringify(exportWorld(world))))

/** Without what every reading has of its own: the moment, and that the automatic entry points were made. */
export const still = ({ now: _, automatic_launch: __, ...world }: World) => world
