/**
 * Latency of what a bot and a user do in a guild of 10,000 channels and members, with 20,000 conversations beside it,
 * compared with a guild of 10. Nothing that is asked of one element may cost by the number of the others.
 */
import { encode } from "../Connection.ts"
import { alternate, type Target } from "../Load.ts"
import { type Benchmark, latency, loadOf } from "../Scene.ts"
import { ALICE, APP, botOf, GENERAL, guildId, idAfter, worldOf } from "../World.ts"

const SIZES = { large: 10_000, small: 10 }
const MESSAGES = 100

const [USER, CHANNEL, DIRECT, MESSAGE, COMMAND] = [
  "310000000000000001",
  "410000000000000001",
  "420000000000000001",
  "430000000000000001",
  "440000000000000001"
]

export const guild: Benchmark = async (scene) => {
  const large = await scene.backlot(grown(SIZES.large), { data: `${scene.folder}/large.db` })
  const small = await scene.backlot(grown(SIZES.small), { data: `${scene.folder}/small.db` })
  const options = loadOf(scene, 1)
  const figures = []
  for (const [name, requestOf] of CALLS) {
    const measured = await alternate(
      { ...large, next: counting(requestOf) },
      { ...small, next: counting(requestOf) },
      options
    )
    figures.push(latency(`${name} among 10,000 channels and members`, 1.5, "among 10", measured))
  }
  return figures
}

const counting = (requestOf: (turn: number) => Buffer): Target["next"] => {
  let turn = 0
  return () => requestOf(turn++)
}

/** The bot is an administrator; every member has a conversation with alice and one with the bot. */
const grown = (size: number) => {
  const { applications, users, guilds } = worldOf({ applications: 1, guilds: 1 })
  const more = Array.from({ length: size }, (_, i) => ({ id: idAfter(USER, i), username: `user-${i}` }))
  return {
    applications,
    users: [...users, ...more],
    guilds: guilds.map((one) => ({
      ...one,
      channels: [
        ...one.channels,
        ...more.map((_, i) => ({ id: idAfter(CHANNEL, i), name: `channel-${i}`, type: i % 2 === 0 ? 0 : 4 }))
      ],
      members: [...one.members, ...more.map(({ id }) => ({ user_id: id }))],
      installs: [{ application_id: APP, permissions: ["ADMINISTRATOR"] }]
    })),
    direct_channels: more.flatMap(({ id }, i) => [
      { id: idAfter(DIRECT, 2 * i), recipients: [id, ALICE] },
      { id: idAfter(DIRECT, 2 * i + 1), recipients: [id, APP] }
    ]),
    messages: Array.from({ length: MESSAGES }, (_, i) => ({
      id: idAfter(MESSAGE, i),
      channel_id: GENERAL,
      content: "A thread begins here",
      author: { id: ALICE }
    })),
    commands: [{ id: COMMAND, application_id: APP, name: "pet", description: "Pets somebody", options: OPTIONS }]
  }
}

const OPTIONS = [
  { type: 6, name: "who", description: "Whom", required: true },
  { type: 7, name: "where", description: "Where" }
]

const asBot = (method: string, path: string, body?: object): Buffer =>
  encode({
    method,
    path: `/api/v10${path}`,
    headers: botOf(APP),
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

/** A thread that begins at a message has its id, so that it can be removed by the next request. */
const thread = (turn: number): Buffer => {
  const id = idAfter(MESSAGE, Math.floor(turn / 2) % MESSAGES)
  return turn % 2 === 0
    ? asBot("POST", `/channels/${GENERAL}/messages/${id}/threads`, { name: "A thread" })
    : asBot("DELETE", `/channels/${id}`)
}

const use = (): Buffer =>
  encode({
    method: "POST",
    path: `/control/v1/users/${ALICE}/channels/${GENERAL}/interactions?wait=false`,
    body: JSON.stringify({
      command_id: COMMAND,
      options: [
        { name: "who", value: USER },
        { name: "where", value: CHANNEL }
      ]
    })
  })

const CALLS: ReadonlyArray<readonly [call: string, requestOf: (turn: number) => Buffer]> = [
  ["a message", () => asBot("POST", `/channels/${GENERAL}/messages`, { content: "Hello" })],
  ["a thread, opened and removed", thread],
  ["an edited channel", (turn) => asBot("PATCH", `/channels/${GENERAL}`, { topic: `Topic ${turn % 2}` })],
  ["a read channel", () => asBot("GET", `/channels/${GENERAL}`)],
  ["a nickname", (turn) => asBot("PATCH", `/guilds/${guildId(0)}/members/${USER}`, { nick: `Nick ${turn % 2}` })],
  ["a conversation", () => asBot("POST", "/users/@me/channels", { recipient_id: USER })],
  ["a search of members", () => asBot("GET", `/guilds/${guildId(0)}/members/search?query=user-7&limit=1`)],
  ["a used command", use]
]
