/** The world of a data file that no server has open. Source: product.md "First minute" (`world`, `--data`). */
import { salvage } from "@backlot/adapters-file/Salvage"
import { isAbsent } from "@backlot/adapters-file/Storage"
import * as Layout from "@backlot/usecases/world/Layout"
import { Effect, Option } from "effect"
import { StartError } from "./boot/StartError.ts"
import * as OfflineWorld from "./OfflineWorld.ts"
import * as Services from "./Services.ts"
import * as ExportFile from "./world/ExportFile.ts"
import * as GivenWorld from "./world/GivenWorld.ts"
import type { WorldFormat } from "./world/WorldText.ts"

const storeOf = (file: string): OfflineWorld.OfflineStore => ({
  storage: { kind: "file", file, durable: true },
  isAbsent: Effect.sync(() => isAbsent(file)),
  messages: {
    absent: missing(file),
    empty: `Data file ${file} holds no world yet`,
    inUse: `${file} is in use by a running server; ask that one with --server URL`
  }
})

const missing = (file: string) => `Data file ${file} is not there; \`serve --data\` makes one`

/** The whole world as text. */
export const exported = (file: string, format: WorldFormat) => OfflineWorld.exported(storeOf(file), format)

/** Creates the data file if it is missing. Keeps the stored clock mode. */
export const imported = (file: string, given: GivenWorld.GivenWorld) => OfflineWorld.imported(storeOf(file), given)

/** Like the reset of a server without `--clock`: time is real afterwards. */
export const reset = (file: string) => OfflineWorld.reset(storeOf(file))

/** What can be read of a damaged data file, as the text of a world, and a sentence for each part that is lost. */
export const salvaged = (file: string, format: WorldFormat) =>
  Effect.gen(function* () {
    if (isAbsent(file)) return yield* new StartError({ message: missing(file) })
    const { entries, isChecked, lost } = yield* salvage(file)
    const read = Effect.gen(function* () {
      yield* Layout.refill(entries, isChecked)
      yield* OfflineWorld.opened
      const text = yield* ExportFile.textFor(file, format)
      // A part that is lost can leave others that name it.
      const fault = yield* Effect.flip(GivenWorld.decode({ file: `export.${format}`, text })).pipe(Effect.option)
      return { text, lost: [...lost, ...Option.match(fault, { onNone: () => [], onSome: brokenBy })] }
    })
    return yield* Effect.provide(read, Services.layer({ ...OfflineWorld.SERVICES, storage: { kind: "memory" } }))
  }).pipe(
    Effect.mapError(OfflineWorld.startError),
    // Rows of an old format have no checksums, so what they hold can break any rule.
    Effect.catchDefect(() =>
      Effect.fail(new StartError({ message: `${file} is damaged so that no world can be made of it` }))
    ),
    Effect.scoped
  )

const brokenBy = ({ message }: OfflineWorld.Failure) =>
  message.split("\n").map((line) => `\`world import\` will refuse ${line}`)
