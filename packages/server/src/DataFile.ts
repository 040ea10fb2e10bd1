/** Exports, imports and resets a data file without a server. Source: product.md "First minute" (`world`, `--data`). */
import { salvage } from "@backlot/adapters-file/Salvage"
import { isAbsent } from "@backlot/adapters-file/Storage"
import * as Time from "@backlot/usecases/event/Time"
import * as Layout from "@backlot/usecases/world/Layout"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Effect, Layer, Option } from "effect"
import { StartError } from "./boot/StartError.ts"
import * as Services from "./Services.ts"
import * as ExportFile from "./world/ExportFile.ts"
import * as GivenWorld from "./world/GivenWorld.ts"
import type { WorldFormat } from "./world/WorldText.ts"

/** The whole world as text. */
export const exported = (file: string, format: WorldFormat) => onWorld(file, ExportFile.textFor(file, format))

/** What can be read of a damaged data file, as the text of a world, and a sentence for each part that is lost. */
export const salvaged = (file: string, format: WorldFormat) =>
  Effect.gen(function* () {
    if (isAbsent(file)) return yield* missing(file)
    const { entries, isChecked, lost } = yield* salvage(file)
    const read = Effect.gen(function* () {
      yield* Layout.refill(entries, isChecked)
      yield* opened
      const text = yield* ExportFile.textFor(file, format)
      // A part that is lost can leave others that name it.
      const fault = yield* Effect.flip(GivenWorld.decode({ file: `export.${format}`, text })).pipe(Effect.option)
      return { text, lost: [...lost, ...Option.match(fault, { onNone: () => [], onSome: brokenBy })] }
    })
    return yield* Effect.provide(read, Services.layer({ ...SERVICES, storage: { kind: "memory" } }))
  }).pipe(
    Effect.mapError(({ message }: Failure) => new StartError({ message })),
    // Rows of an old format have no checksums, so what they hold can break any rule.
    Effect.catchDefect(() =>
      Effect.fail(new StartError({ message: `${file} is damaged so that no world can be made of it` }))
    ),
    Effect.scoped
  )

const brokenBy = ({ message }: Failure) => message.split("\n").map((line) => `\`world import\` will refuse ${line}`)

/** Creates the data file if it is missing. Keeps the stored clock mode. */
export const imported = (file: string, given: GivenWorld.GivenWorld) =>
  onFile(
    file,
    Effect.flatMap(GivenWorld.decode(given), (world) =>
      Effect.andThen(GivenWorld.warnOfUnmatched(world), Worlds.replace(world))
    )
  )

/** Like the reset of a server without `--clock`: time is real afterwards. */
export const reset = (file: string) => onWorld(file, Worlds.reset("real"))

/** Fails for a missing file and for one without a world; changes neither. */
const onWorld = <A>(file: string, body: Effect.Effect<A, Failure, Services.Services>) =>
  Effect.suspend(() => {
    if (isAbsent(file)) return missing(file)
    const nothing = new StartError({ message: `Data file ${file} holds no world yet` })
    return onFile(
      file,
      Effect.flatMap(Worlds.isEmpty, (empty): typeof body => (empty ? Effect.fail(nothing) : body))
    )
  })

const missing = (file: string) =>
  Effect.fail(new StartError({ message: `Data file ${file} is not there; \`serve --data\` makes one` }))

/** Any error with a one-line message. */
interface Failure {
  readonly message: string
}

/** The steps that a server also takes before it uses a store. */
const opened = Effect.andThen(Layout.upgrade, Time.restore)

const SERVICES = { ids: "wall", seed: undefined, limits: undefined, noPrivateEndpoints: false } as const

const onFile = <A>(file: string, body: Effect.Effect<A, Failure, Services.Services>): Effect.Effect<A, StartError> =>
  Layer.build(Services.layer({ ...SERVICES, storage: { kind: "file", file, durable: true } })).pipe(
    Effect.mapError((error) =>
      "reason" in error && error.reason === "in-use"
        ? { message: `${file} is in use by a running server; ask that one with --server URL` }
        : error
    ),
    Effect.flatMap((services) => Effect.provideContext(Effect.andThen(opened, body), services)),
    Effect.mapError(({ message }: Failure) => new StartError({ message })),
    Effect.scoped
  )
