import { secretsSuite } from "@backlot/ports/conformance/SecretsSuite"
import { Secrets } from "@backlot/ports/Secrets"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer, layerSeeded } from "../src/Secrets.ts"

secretsSuite("cryptographic secrets", () => layer)
secretsSuite("secrets from a seed", () => layerSeeded(7))

const draw = Effect.flatMap(Secrets, (secrets) => Effect.all([secrets.alphanumeric(24), secrets.hex(32)]))

it.effect("however many are drawn, of whatever length, no secret comes twice", () =>
  Effect.gen(function* () {
    const { alphanumeric, hex } = yield* Secrets
    const drawn = new Set<string>()
    for (let i = 0; i < 1_000; i++) {
      drawn.add(yield* hex(16))
      drawn.add(yield* alphanumeric(20 + (i % 7)))
    }
    drawn.add(yield* hex(5_000))
    assert.strictEqual(drawn.size, 2_001)
    assert.strictEqual([...drawn].at(-1)?.length, 10_000)
  }).pipe(Effect.provide(layer))
)

it.effect("the same seed gives the same secrets in the same order on every machine", () =>
  Effect.gen(function* () {
    const drawn = yield* Effect.provide(draw, layerSeeded(1))
    assert.deepStrictEqual(drawn, yield* Effect.provide(draw, layerSeeded(1)))
    assert.notDeepEqual(drawn, yield* Effect.provide(draw, layerSeeded(2)))
    assert.deepStrictEqual(drawn, [
      "YcnQIsxzlZAQUh5VSDRDmMSO",
      "253d950f11ebdbeb4c2d54c57803deb69869b832a2e03010620d462a85d15290"
    ])
  })
)
