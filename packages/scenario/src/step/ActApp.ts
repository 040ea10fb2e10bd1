/** REST calls as an application. */
import { Schema } from "effect"
import { textOf } from "../Fields.ts"
import { methods, Name, optional, Text } from "../Vocabulary.ts"
import { type Acts, call } from "./Act.ts"
import { File } from "./Beside.ts"

export const AppCall = Schema.Struct({
  ...methods("The path, below the REST base: /channels/{channel:general}/messages"),
  application: optional(Name, "Default: the application of the last interaction, else the scenario's."),
  body: optional(Schema.Unknown, "Sent as JSON."),
  query: optional(Schema.Record(Schema.String, Schema.Unknown), "Query parameters."),
  headers: optional(Schema.Record(Schema.String, Text), "More headers."),
  auth: optional(Text, "bot (default), client, none, or a whole Authorization value such as `Bearer ${token}`."),
  files: optional(Schema.Array(File), "Sent as multipart, as files[0], files[1] …")
}).annotate({
  identifier: "AppCall",
  description:
    "A method with a path below the REST base. {application}, {token} and {interaction} come from the last interaction; a name gives an id: /guilds/{guild:Harbour}/members/{user:bob}."
})

export const appActs = {
  app: {
    shape: AppCall,
    actor: "nobody",
    sentence: (value) => `${textOf(value, "application") ?? "the app"} calls ${call(value)}`,
    files: "files",
    load: true
  }
} as const satisfies Acts
