/** A world, a scripted app in the process of the test, and a player. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import * as Player from "@backlot/player/Player"
import type { PlayerOptions } from "@backlot/player/PlayerOpen"
import type { StageRequest } from "@backlot/player/stage/Stage"
import type { Step } from "@backlot/scenario/Step"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { openStage } from "./run/EmbeddedStages.ts"

/** The fields of payloads that scripts read. */
export interface Payload {
  readonly id: string
  readonly type: number
  readonly token: string
  readonly application_id: string
  readonly locale: string
  readonly data: {
    readonly name: string
    readonly custom_id: string
    readonly target_id?: string
    readonly values?: ReadonlyArray<string>
    readonly components?: ReadonlyArray<unknown>
    readonly options?: ReadonlyArray<{ readonly name: string; readonly value: unknown; readonly options?: unknown }>
    readonly resolved?: { readonly attachments?: Readonly<Record<string, { readonly filename: string }>> }
  }
}

/** Gives the callback; undefined: accepted, and answered later by a call. */
export type Script = (payload: Payload) => object | undefined | Promise<object>

export const SHOP = "100000000000000001"
export const RIVAL = "100000000000000002"
export const GUILD = "200000000000000001"
export const ALICE = "300000000000000001"
export const BOB = "300000000000000002"

const command = (id: number, name: string, more: object = {}) => ({
  id: `50000000000000000${id}`,
  // Fixed, because the service draws ids by the wall clock when it reads a world.
  version: `51000000000000000${id}`,
  application_id: SHOP,
  name,
  description: `The ${name} command`,
  ...more
})

const animal = {
  type: 3,
  name: "animal",
  description: "Which",
  required: true,
  autocomplete: true
}

export const world = (endpoint: string | null) => ({
  now: "2026-01-01T00:00:00Z",
  applications: [
    {
      id: SHOP,
      name: "Pet Shop",
      owner_id: ALICE,
      bot: { token: "shop-bot-token" },
      client_secret: "shop-secret",
      interactions_endpoint_url: endpoint,
      integration_types: [0, 1],
      flags: ["GATEWAY_MESSAGE_CONTENT_LIMITED"]
    },
    { id: RIVAL, name: "Rival", owner_id: BOB, bot: { token: "rival-bot-token" }, integration_types: [0, 1] }
  ],
  users: [
    { id: ALICE, username: "alice", global_name: "Alice", locale: "en-US", adult: true },
    { id: BOB, username: "bob", global_name: "Bob", locale: "de" },
    { id: "300000000000000003", username: "carol", global_name: "Carol" },
    { id: "300000000000000004", username: "zoe" }
  ],
  guilds: [
    {
      id: GUILD,
      name: "Harbour",
      owner_id: ALICE,
      roles: [{ id: "200000000000000011", name: "Moderator", permissions: ["BAN_MEMBERS"], position: 1 }],
      channels: [
        { id: "200000000000000021", name: "general" },
        {
          id: "200000000000000022",
          name: "staff",
          permission_overwrites: [
            { id: GUILD, type: 0, deny: ["VIEW_CHANNEL"] },
            { id: "200000000000000011", type: 0, allow: ["VIEW_CHANNEL"] }
          ]
        }
      ],
      members: [{ user_id: ALICE }, { user_id: BOB }, { user_id: "300000000000000003" }],
      installs: [
        {
          application_id: SHOP,
          scopes: ["bot", "applications.commands"],
          permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"]
        }
      ]
    },
    {
      id: "200000000000000002",
      name: "Island",
      owner_id: "300000000000000004",
      channels: [
        { id: "200000000000000031", name: "general" },
        { id: "200000000000000032", name: "beach" }
      ],
      members: [{ user_id: "300000000000000003" }]
    }
  ],
  commands: [
    command(1, "adopt", {
      options: [
        animal,
        { type: 3, name: "name", description: "Its name" },
        { type: 6, name: "owner", description: "Whose" },
        { type: 11, name: "picture", description: "Of it" }
      ]
    }),
    command(2, "ban", { default_member_permissions: "4" }),
    command(3, "care", {
      options: [
        {
          type: 2,
          name: "feed",
          description: "Food",
          options: [
            {
              type: 1,
              name: "give",
              description: "Gives",
              options: [
                {
                  type: 4,
                  name: "meals",
                  description: "How many",
                  choices: [
                    { name: "One", value: 1 },
                    { name: "Two", value: 2 }
                  ]
                }
              ]
            }
          ]
        }
      ]
    }),
    command(4, "Praise", { type: 2, description: "" }),
    command(5, "Report", { type: 3, description: "" })
  ]
})

/** Messages of the app. */
export const saying = (content: string, more: object = {}): object => ({ type: 4, data: { content, ...more } })
export const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })
export const button = (custom_id: string, label: string) => ({ type: 2, style: 1, custom_id, label })

const listen = (script: () => Script) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(async (request, response) => {
        // A delivery that the end of a server cuts off is none.
        const sent = await json(request).catch(() => undefined)
        if (sent === undefined) return void response.destroy()
        // The service sends interactions.
        const answer = await script()(sent as Payload)
        if (answer === undefined) response.writeHead(202).end()
        else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    }),
    (server) =>
      Effect.promise(() => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        return closed
      })
  )

/** For an app's first answer, in real time: the longest that the service waits for, less what a player adds. */
const PATIENT_MS = 9_400

export interface PlayingOptions extends Partial<Omit<PlayerOptions, "stage">> {
  readonly request?: Partial<StageRequest>
  /** False: the app has no endpoint. */
  readonly endpoint?: boolean
}

export const playing = Effect.fnUntraced(function* (
  script: Script,
  { request, endpoint = true, ...options }: PlayingOptions = {}
) {
  const received: Array<Payload> = []
  let answer = script
  const server = yield* listen(() => (payload) => {
    received.push(payload)
    return answer(payload)
  })
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo
  const open = yield* openStage({
    world: world(endpoint ? `http://127.0.0.1:${port}/` : null),
    clock: "frozen",
    storage: "memory",
    ids: "clock",
    ...request
  })
  const player = yield* Player.make({
    stage: open.stage,
    restart: open.restart,
    answers_within_ms: PATIENT_MS,
    ...options
  })
  return {
    ...open,
    player,
    perform: player.perform,
    /** Plays all steps; returns the last outcome. */
    play: Effect.fnUntraced(function* (...steps: ReadonlyArray<Step>) {
      let last = yield* player.perform(steps[0] ?? {})
      for (const step of steps.slice(1)) last = yield* player.perform(step)
      return last
    }),
    /** The failure of a step that must not hold. */
    failing: (step: Step) =>
      Effect.map(Effect.result(player.perform(step)), (result) =>
        Result.isFailure(result) ? result.failure : assert.fail(`it held: ${JSON.stringify(result.success)}`)
      ),
    received,
    answerWith: (next: Script) => {
      answer = next
    }
  }
})

/** The user and the channel of the first step. */
export const ALICE_HERE = { as: "alice", in: "general" } as const
