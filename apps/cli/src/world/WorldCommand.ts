/** `backlot world`: the whole state as one readable file. Source: product.md "First minute" (other commands). */

import { StartError } from "@backlot/server/boot/StartError"
import * as DataFile from "@backlot/server/DataFile"
import * as StoredDatabase from "@backlot/server/StoredDatabase"
import * as ExportFile from "@backlot/server/world/ExportFile"
import type { GivenWorld } from "@backlot/server/world/GivenWorld"
import { formatOf, type WorldFormat } from "@backlot/server/world/WorldText"
import { Console, Effect, Stdio, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { distinct } from "../given/DistinctFiles.ts"
import { file, fileArgument, oneOf } from "../given/FlagKinds.ts"
import { badUsage, flagsOf, type Variables } from "../given/Given.ts"
import { readWorld } from "../given/GivenText.ts"
import { shownPath } from "../given/ShownPath.ts"
import * as ServerWorld from "./ServerWorld.ts"
import { PLACE_FLAGS, type WorldPlace, worldPlace } from "./WorldPlace.ts"

/** `edit`: the command of that name, which is not for files. */
export const worldCommand = <Edit extends Command.Command.Any>(variables: Variables, edit: Edit) =>
  Command.make("world").pipe(
    Command.withDescription(
      "Export, import or reset the whole world of a server, a data file or a database, or edit an element of a server's"
    ),
    Command.withExamples([{ command: "backlot world export --out world.yaml" }]),
    Command.withSubcommands([exportCommand(variables), importCommand(variables), resetCommand(variables), edit])
  )

const exportCommand = (variables: Variables) =>
  Command.make(
    "export",
    flagsOf(variables, {
      ...PLACE_FLAGS,
      salvage: [Flag.Boolean, "Write what can be read of a damaged data file, and say on stderr what is lost"],
      out: [file, "File to write, whole or not at all (default: stdout)"],
      format: [oneOf("json", "yaml"), "json or yaml (default: by the name of the file, else json)", "FORMAT"]
    }),
    Effect.fnUntraced(function* ({ out, format, salvage, ...flags }) {
      const place = yield* worldPlace(flags)
      const salvaging = salvage?.value === true
      if (salvaging && place.kind !== "data")
        return yield* badUsage("--salvage reads a data file; name it with --data FILE")
      if (place.kind === "data" && out !== undefined) {
        yield* distinct([
          { flag: "data", path: place.file, by: flags.data?.by ?? "flag" },
          { flag: "out", path: out.value, by: out.by }
        ])
      }
      const path = out === undefined ? undefined : shownPath(out.value)
      const chosen = format?.value ?? formatOf(path ?? "")
      const text = yield* salvaging && place.kind === "data" ? salvaged(place.file, chosen) : exported(place, chosen)
      if (path === undefined) return yield* Stream.run(Stream.succeed(text), (yield* Stdio.Stdio).stdout())
      yield* ExportFile.prepare(path).pipe(
        Effect.flatMap((target) => ExportFile.write(target, text)),
        Effect.mapError(({ message }) => new StartError({ message }))
      )
      yield* Console.log(`Wrote the world of ${named(place)} to ${path}`)
    })
  ).pipe(
    Command.withDescription(
      "Write the whole state as one file that `world import` and `serve --import` read. The file holds secrets; with the real clock its `now` is the time of the export"
    ),
    Command.withExamples([
      { command: "backlot world export --out world.yaml", description: "From the server on this machine" },
      { command: "backlot world export --data .backlot/backlot.db > world.json", description: "From a data file" },
      {
        command: "backlot world export --data .backlot/backlot.db --salvage --out saved.yaml",
        description: "From a damaged data file"
      }
    ])
  )

const exported = (place: WorldPlace, format: WorldFormat) => {
  if (place.kind === "server") return ServerWorld.exported(place, format)
  return place.kind === "data" ? DataFile.exported(place.file, format) : StoredDatabase.exported(place.url, format)
}

const salvaged = Effect.fnUntraced(function* (file: string, format: WorldFormat) {
  const { text, lost } = yield* DataFile.salvaged(file, format)
  for (const what of lost) yield* Console.error(`${file}: ${what}`)
  return text
})

const importCommand = (variables: Variables) =>
  Command.make(
    "import",
    {
      ...flagsOf(variables, PLACE_FLAGS),
      file: fileArgument("FILE").pipe(Argument.withDescription("World file, YAML or JSON; - reads stdin"))
    },
    Effect.fnUntraced(function* ({ file: path, ...flags }) {
      const place = yield* worldPlace(flags)
      const world = yield* readWorld(path, "world import")
      yield* imported(place, world)
      yield* Console.log(`${world.file} is now the world of ${named(place)}`)
    })
  ).pipe(
    Command.withDescription("Replace everything with a world file, or change nothing if the file breaks a rule"),
    Command.withExamples([
      { command: "backlot world import world.yaml", description: "Into the server on this machine" },
      {
        command: "backlot world import - --data ci.db < world.json",
        description: "Into a data file, made when missing"
      }
    ])
  )

const imported = (place: WorldPlace, world: GivenWorld) => {
  if (place.kind === "server") return ServerWorld.imported(place, world)
  return place.kind === "data" ? DataFile.imported(place.file, world) : StoredDatabase.imported(place.url, world)
}

const resetCommand = (variables: Variables) =>
  Command.make(
    "reset",
    flagsOf(variables, PLACE_FLAGS),
    Effect.fnUntraced(function* (flags) {
      const place = yield* worldPlace(flags)
      yield* reset(place)
      yield* Console.log(`${named(place)} has the world again that it was started with or last given`)
    })
  ).pipe(
    Command.withDescription("Restore the world that a server, data file or database was started with or last given"),
    Command.withExamples([{ command: "backlot world reset --server http://127.0.0.1:7000" }])
  )

const reset = (place: WorldPlace) => {
  if (place.kind === "server") return ServerWorld.reset(place)
  return place.kind === "data" ? DataFile.reset(place.file) : StoredDatabase.reset(place.url)
}

const named = (place: WorldPlace): string => {
  if (place.kind === "server") return place.url
  return place.kind === "data" ? place.file : StoredDatabase.shownAddress(place.url)
}
