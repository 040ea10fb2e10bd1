import { Counters } from "@backlot/ports/Counters"
import { counterSuite } from "@backlot/ports/conformance/CounterSuite"
import { Context, Effect, Layer } from "effect"
import { makeCounters } from "../src/Counters.ts"

class Held extends Context.Service<Held, () => number>()("test/Held") {}

const layer = () =>
  Layer.unwrap(
    Effect.sync(() => {
      const { counters, held } = makeCounters()
      return Layer.merge(Layer.succeed(Counters, counters), Layer.succeed(Held, held))
    })
  )

counterSuite(
  "counters in memory",
  layer,
  Effect.map(Held, (held) => held())
)
