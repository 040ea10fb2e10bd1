/** Changes of the world through the control plane. */
import { Schema } from "effect"
import { methods, optional } from "../Vocabulary.ts"
import type { Acts } from "./Act.ts"
import { call } from "./ActWords.ts"

const WorldEdit = Schema.Struct({
  ...methods("The path, below the control plane: /guilds/Harbour/members/bob"),
  body: optional(Schema.Unknown, "Sent as JSON, in the shapes of the world file.")
}).annotate({
  identifier: "WorldEdit",
  description:
    "One of get, put, patch, delete with a path below the control plane: { patch: /users/alice, body: { locale: de } }. Names stand for ids."
})

export const worldActs = {
  world: {
    shape: WorldEdit,
    actor: "nobody",
    sentence: (value) => `the world: ${call(value)}`,
    load: "it changes the world for everybody who plays"
  }
} as const satisfies Acts
