/** Lobbies that users join, leave and connect to. */
import { Schema } from "effect"
import { textOf } from "../Fields.ts"
import { Name, optional, or, Text } from "../Vocabulary.ts"
import { type Acts, plain } from "./Act.ts"

const Join = Schema.Struct({
  secret: optional(Text, "Joins the lobby with this secret, and creates it if it does not exist."),
  application: optional(Name, "The lobby's application. Default: the scenario's application."),
  lobby_metadata: optional(Schema.Record(Schema.String, Text), "Metadata of the lobby."),
  member_metadata: optional(Schema.Record(Schema.String, Text), "Metadata of this member."),
  idle_timeout_seconds: optional(Schema.Finite, "The lobby ends when nobody was connected for this long.")
}).annotate({ identifier: "Join" })

const describeLobby = (value: unknown): string => (value === "last" ? "the last lobby" : `the lobby ${plain(value)}`)

export const lobbyActs = {
  join: {
    shape: or(Join).annotate({ description: "The user joins a lobby by its secret, which creates it if needed." }),
    actor: "user",
    sentence: (value) =>
      `joins the lobby ${typeof value === "string" ? value : (textOf(value, "secret") ?? "")}`.trimEnd()
  },
  leave: {
    shape: Text.annotate({ description: "The user leaves a lobby: its id, or `last`." }),
    actor: "user",
    sentence: (value) => `leaves ${describeLobby(value)}`
  },
  connect: {
    shape: Text.annotate({ description: "The user's client connects to a lobby: its id, or `last`." }),
    actor: "user",
    sentence: (value) => `connects to ${describeLobby(value)}`
  },
  disconnect: {
    shape: Text.annotate({ description: "The user's client disconnects from a lobby: its id, or `last`." }),
    actor: "user",
    sentence: (value) => `disconnects from ${describeLobby(value)}`
  }
} as const satisfies Acts
