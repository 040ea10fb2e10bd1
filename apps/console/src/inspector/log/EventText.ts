/** Events of the log, as lines that people read. */
import type { LiveEvent } from "../../live/Stream.ts"
import type { Tone } from "../part/Bits.tsx"
import type { Names } from "../part/Names.tsx"

/** `interaction.created` belongs to `interaction`. */
export const familyOf = (type: string): string => type.slice(0, type.indexOf("."))

export const toneOf = (type: string): Tone =>
  /failed|refused|timed_out|dropped|unknown_route|not_implemented/.test(type)
    ? "bad"
    : /deleted|removed|ended|revoked|fault/.test(type)
      ? "warn"
      : /responded|granted|began|delivered|launched/.test(type)
        ? "good"
        : "plain"

type Data = Readonly<Record<string, unknown>>

export const dataOf = ({ data }: LiveEvent): Data => (typeof data === "object" && data !== null ? (data as Data) : {})

const recordOf = (data: Data): Data =>
  typeof data["record"] === "object" && data["record"] !== null ? (data["record"] as Data) : {}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** Who, where and what, in a few words. */
export const summaryOf = (event: LiveEvent, names: Names): string => {
  const data = dataOf(event)
  const record = recordOf(data)
  const of = (name: string) => text(data[name]) || text(record[name])
  const command = data["command"] as { readonly name?: string } | null | undefined
  const message = record["message"] as
    | { readonly content?: string; readonly author?: { readonly id: string } }
    | undefined
  const parts = [
    command?.name === undefined ? "" : `/${command.name}`,
    of("custom_id"),
    of("name"),
    message?.author === undefined ? "" : names.user(message.author.id),
    message?.content === undefined ? "" : message.content.slice(0, 120),
    of("user_id") === "" ? "" : names.user(of("user_id")),
    of("application_id") === "" || command?.name !== undefined ? "" : names.application(of("application_id")),
    of("role_id") === "" ? "" : names.role(of("role_id")),
    of("channel_id") === "" ? "" : names.channel(of("channel_id")),
    of("channel_id") === "" && of("guild_id") !== "" ? names.guild(of("guild_id")) : "",
    of("because")
  ]
  return [...new Set(parts.filter((part) => part !== ""))].join(" · ")
}

/** Links from an event: addresses of the inspector with what they show. */
export const linksOf = (event: LiveEvent): ReadonlyArray<readonly [to: string, name: string]> => {
  const data = dataOf(event)
  const record = recordOf(data)
  const links: Array<readonly [string, string]> = []
  const interaction = text(data["interaction_id"])
  if (interaction !== "") links.push([`interaction/${interaction}`, "The interaction"])
  if (event.type === "interaction.refused") links.push([`refused/${event.seq}`, "Why it was refused"])
  const lobby = text(data["lobby_id"]) || (event.type.startsWith("lobby.") ? text(record["id"]) : "")
  if (lobby !== "") links.push([`lobbies/${lobby}`, "The lobby"])
  if (event.type.startsWith("gateway_session.")) links.push([`gateway/${text(data["session_id"])}`, "The session"])
  if (event.type.startsWith("clock.")) links.push(["clock", "The clock"])
  if (event.type.startsWith("fault.")) links.push(["faults", "Planned faults"])
  if (event.type.startsWith("command_permissions."))
    links.push([
      `permissions/${text(data["guild_id"]) || text(record["guild_id"])}/${text(data["application_id"]) || text(record["application_id"])}`,
      "The permissions"
    ])
  return links
}

export const channelOf = (event: LiveEvent): string | undefined => {
  const data = dataOf(event)
  return text(data["channel_id"]) || text(recordOf(data)["channel_id"]) || undefined
}
