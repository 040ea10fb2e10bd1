/** Streams what goes over the wire. Our choice: docs/choices.md "Control plane". */
import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { choices } from "@backlot/domain/error/FormError"
import { Servers } from "@backlot/ports/Servers"
import { Effect, Stream } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { watchAll } from "../observability/SharedWire.ts"
import { SURFACES, type Surface, type Taken, WireTap } from "../observability/WireTap.ts"
import { beginning, sentEvents } from "./SentEvents.ts"

export const wireRoutes = {
  watch_wire: Effect.fnUntraced(function* (call: Call) {
    const surfaces = yield* surfacesOf(call)
    const tap = yield* WireTap
    if (tap.isFull()) return yield* Query.invalid("surfaces", TOO_MANY)
    const last = call.request.headers["last-event-id"] || call.query("after")
    const { isAlone } = yield* Servers
    const watching = isAlone ? tap.watch(surfaces, last) : watchAll(tap, surfaces, last)
    const frames = Effect.map(watching, ({ id, take }) =>
      Stream.concat(beginning(id), Stream.filter(Stream.map(Stream.fromEffectRepeat(take), textOf), isSome))
    )
    return yield* sentEvents(Stream.unwrap(frames))
  })
}

const surfacesOf = Effect.fnUntraced(function* (call: Call) {
  const asked = (call.query("surfaces") ?? "").split(",").filter((name) => name !== "")
  const known = SURFACES.filter((surface) => asked.length === 0 || asked.includes(surface))
  const isKnown = asked.every((name) => known.some((surface) => surface === name))
  return isKnown ? new Set<Surface>(known) : yield* Query.invalid("surfaces", choices(SURFACES))
})

const textOf = ({ lost, entries }: Taken): string =>
  (lost === 0 ? "" : `event: dropped\ndata: ${JSON.stringify({ count: lost })}\n\n`) +
  entries.map(({ id, text }) => `id: ${id}\n${text}`).join("")

/** Entries may still wait for others. */
const isSome = (text: string): boolean => text !== ""

const TOO_MANY = { code: "TOO_MANY_WATCHERS", message: `At most ${limits.watchers} watch the wire at a time.` }
