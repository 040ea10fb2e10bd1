/** Traces show use cases by name. */
import { assert, it } from "@effect/vitest"
import { Effect, Tracer } from "effect"
import * as Access from "../../src/access/Access.ts"
import * as CommandChoice from "../../src/command/CommandChoice.ts"
import * as Commands from "../../src/command/Commands.ts"
import { ALICE, BOT_TOKEN, GENERAL, settle, slash, target } from "../fixture/Harbour.ts"
import { STORES, services } from "../fixture/Stores.ts"

const spansOf = <A, E, R>(body: Effect.Effect<A, E, R>) => {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  return Effect.as(Effect.exit(Effect.provideService(body, Tracer.Tracer, tracer)), names)
}

it.effect("an exported use case is a span of its name, however it ends", () =>
  Effect.gen(function* () {
    yield* settle()
    const where = yield* target()
    assert.deepStrictEqual(yield* spansOf(Access.authenticate(`Bot ${BOT_TOKEN}`)), ["Access.authenticate"])
    assert.deepStrictEqual(yield* spansOf(Commands.create(where, slash("feed"))), ["Commands.create"])
    assert.deepStrictEqual(yield* spansOf(Commands.create(where, {})), ["Commands.create"])
    assert.deepStrictEqual(yield* spansOf(Commands.listText(where, "whole")), ["Commands.listText"])
    assert.deepStrictEqual(yield* spansOf(CommandChoice.list(ALICE, GENERAL)), ["CommandChoice.list"])
  }).pipe(Effect.provide(services(STORES.memory)), Effect.scoped)
)
