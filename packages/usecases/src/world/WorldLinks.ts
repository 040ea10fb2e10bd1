/** Edits the embeds of links in the running world. Our choice: docs/choices.md "Embeds of links". */
import { isElement } from "@backlot/domain/element/WorldTarget"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { limits } from "@backlot/domain/record/LinkEmbed"
import { Effect, Result } from "effect"
import * as KeptLinks from "../store/KeptLinks.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import * as Worlds from "./Worlds.ts"

/** All in the shape of a world file. */
export const read = Effect.map(
  inTransaction(() => KeptLinks.all),
  (all) => ({ links: Object.fromEntries(all.map(({ address, embed }) => [address, embed])) })
)

/** Puts the given embeds; null takes one away. The rules are those of a world file. */
export const edit = operation(
  "WorldLinks.edit",
  Effect.fnUntraced(function* (body: unknown) {
    const sent = isElement(body) ? body["links"] : undefined
    if (!isElement(sent)) return yield* new InvalidForm({ faults: [fault(["links"], FormError.notDict)] })
    const given = Object.entries(sent)
    const decoded = yield* Worlds.decode({ links: Object.fromEntries(given.filter(([, embed]) => embed !== null)) })
    if (Result.isFailure(decoded)) return yield* new InvalidForm({ faults: decoded.failure })
    yield* inTransaction(function* () {
      for (const [address, embed] of given) if (embed === null) yield* KeptLinks.remove({ address })
      for (const link of decoded.success.links) yield* KeptLinks.put(link)
      if ((yield* KeptLinks.all).length <= limits.links) return
      return yield* new InvalidForm({ faults: [fault(["links"], FormError.badLength(0, limits.links))] })
    })
    return yield* read
  })
)
