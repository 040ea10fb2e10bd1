/** The worlds and the bodies that the benchmarks use. */
import { encode, type RequestParts } from "./Connection.ts"

export const APP = "100000000000000001"
export const ALICE = "300000000000000001"
export const GENERAL = "400000000000000001"

/** Hexadecimal Ed25519 seed of every application, so that the bare signed POST can sign like the program. */
export const PRIVATE_KEY = "1f".repeat(32)

/** The i-th id after a first one. */
export const idAfter = (first: string, i: number): string => String(BigInt(first) + BigInt(i))

const FIRST_GUILD = "200000000000000001"
export const guildId = (i: number): string => idAfter(FIRST_GUILD, i)

export const tokenOf = (applicationId: string): string => `token-${applicationId}`

/** `Authorization` of the bot of an application. */
export const botOf = (applicationId: string) => ({ authorization: `Bot ${tokenOf(applicationId)}` })

/** The i-th channel of the first guild. */
export const channelId = (i: number): string => idAfter(GENERAL, i)

interface Size {
  readonly applications: number
  readonly guilds: number
  /** Of the first guild; 1 if omitted. */
  readonly channels?: number
}

/** A world with this many applications, each installed in this many guilds. Alice is in the first guild. */
export const worldOf = ({ applications, guilds, channels = 1 }: Size) => {
  const ids = Array.from({ length: applications }, (_, i) => idAfter(APP, i))
  return {
    applications: ids.map((id) => ({
      id,
      name: `App ${id}`,
      owner_id: ALICE,
      bot: { token: tokenOf(id) },
      private_key: PRIVATE_KEY
    })),
    users: [{ id: ALICE, username: "alice" }],
    guilds: Array.from({ length: guilds }, (_, i) => ({
      id: guildId(i),
      name: `Guild ${i}`,
      owner_id: ALICE,
      channels: Array.from({ length: i === 0 ? channels : 0 }, (_, at) => ({
        id: channelId(at),
        name: at === 0 ? "general" : `general-${at}`,
        type: 0
      })),
      members: [{ user_id: ALICE }],
      installs: ids.map((application_id) => ({ application_id }))
    }))
  }
}

const pathOf = (application: string, guild: string | undefined) =>
  `/api/v10/applications/${application}${guild === undefined ? "" : `/guilds/${guild}`}/commands`

interface About {
  readonly application?: string
  readonly guild?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request for the commands of an application, global or in a guild. */
export const aboutCommands = (
  method: RequestParts["method"],
  body?: unknown,
  { application = APP, guild, headers }: About = {}
): Buffer =>
  encode({
    method,
    path: pathOf(application, guild),
    headers: { ...botOf(application), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

/** A slash command with this many options of the usual kinds; `words` make two bodies with the same name differ. */
export const commandBody = (name: string, options: number, words: string) => ({
  name,
  description: `What ${name} does, ${words}`,
  options: Array.from({ length: options }, (_, i) => optionBody(i, words))
})

const optionBody = (i: number, words: string) => {
  const base = { name: `option-${i}`, description: `What option ${i} means, ${words}`, required: i === 0 }
  switch (i % 4) {
    case 0:
      return { ...base, type: 3, min_length: 1, max_length: 100 }
    case 1:
      return { ...base, type: 4, min_value: 0, max_value: 1000 }
    case 2:
      return { ...base, type: 6 }
    default:
      return { ...base, type: 3, choices: ["red", "green", "blue"].map((value) => ({ name: value, value })) }
  }
}
