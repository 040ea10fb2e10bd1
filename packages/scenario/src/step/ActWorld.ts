/** Changes through the control plane: the world, its clock, planned faults. */
import { Schema } from "effect"
import { Duration } from "../Duration.ts"
import { methods, optional, Text } from "../Vocabulary.ts"
import { type Acts, call, plain, short } from "./Act.ts"

const WorldEdit = Schema.Struct({
  ...methods("The path, below the control plane: /guilds/Harbour/members/bob"),
  body: optional(Schema.Unknown, "Sent as JSON, in the shapes of the world file.")
}).annotate({
  identifier: "WorldEdit",
  description:
    "A method with a path below the control plane, with names or ids: { patch: /users/alice, body: { locale: de } }."
})

const Clock = Schema.Struct({
  now: optional(Text, "An ISO 8601 time, not before the present one."),
  mode: optional(Schema.Literals(["real", "frozen"]), "real: it runs. frozen: it stops.")
}).annotate({ identifier: "Clock" })

export const worldActs = {
  world: {
    shape: WorldEdit,
    actor: "nobody",
    sentence: (value) => `the world: ${call(value)}`,
    load: "it changes the world for everybody who plays"
  },
  advance: {
    shape: Duration.annotate({ description: "Moves the service clock forward; what is due happens." }),
    actor: "nobody",
    sentence: (value) => `${plain(value)} go by`,
    load: "it moves the clock for everybody who plays; under load the clock is real"
  },
  clock: {
    shape: Clock.annotate({ description: "Sets the service clock." }),
    actor: "nobody",
    sentence: (value) => `the clock is set: ${short(value)}`,
    load: "it sets the clock for everybody who plays; under load the clock is real"
  },
  fault: {
    shape: Schema.Record(Schema.String, Schema.Unknown).annotate({
      description: "Plans a fault, in the shape of POST /control/v1/faults; match.application may be a name."
    }),
    actor: "nobody",
    sentence: (value) => `a fault is planned: ${short(value)}`,
    load: "it plans faults for everybody who plays; plan them over the control plane while the load runs"
  },
  clear_faults: {
    shape: Schema.Literal(true).annotate({ description: "Removes all planned faults." }),
    actor: "nobody",
    sentence: () => "planned faults are removed",
    load: "it removes the faults of everybody who plays"
  }
} as const satisfies Acts
