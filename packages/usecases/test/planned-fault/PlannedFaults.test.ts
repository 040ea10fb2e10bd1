import { limits, type PlannedFault, type Site } from "@backlot/domain/planned-fault/PlannedFault"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { make, type PlannedFaultList, PlannedFaults } from "../../src/planned-fault/PlannedFaults.ts"

const APP = "100000000000000001"
const me: Site = { surface: "rest", application_id: APP, method: "GET", path: "/api/v10/users/@me" }
const ready: Site = { surface: "gateway", application_id: APP, event: "READY" }

/** Planned faults, with what they reported. */
const planning = (...given: ReadonlyArray<PlannedFault>) => {
  const reported: Array<unknown> = []
  const faults = make((one) => void reported.push(one))
  for (const [i, fault] of given.entries()) faults.change({ do: "plan", id: String(i + 1), planned: fault })
  return { faults, reported }
}

const taken = (faults: PlannedFaultList, site: Site, count: number) =>
  Array.from({ length: count }, () => faults.take(site)?.fault_id)

const status = (status: number, more: Partial<PlannedFault> = {}): PlannedFault => ({ match: {}, status, ...more })

describe("planned faults", () => {
  it.effect("are none by default", () =>
    Effect.gen(function* () {
      const faults = yield* PlannedFaults
      assert.isFalse(faults.isPlanned("rest"))
      assert.isUndefined(faults.take(me))
    })
  )

  it("happen until they are removed", () => {
    const { faults } = planning(status(500))
    assert.deepStrictEqual(taken(faults, me, 3), ["1", "1", "1"])
    assert.deepInclude(faults.find("1"), { hits: 3, remaining: null })
    faults.change({ do: "remove", id: "1" })
    assert.isUndefined(faults.find("1"))
    assert.deepStrictEqual(taken(faults, me, 1), [undefined])
  })

  it("happen a number of times, and stay listed with what they did", () => {
    const { faults } = planning(status(500, { times: 2 }))
    assert.deepStrictEqual(taken(faults, me, 3), ["1", "1", undefined])
    assert.isFalse(faults.isPlanned("rest"))
    assert.deepInclude(faults.all()[0], { hits: 2, remaining: 0 })
  })

  it("let the first ones pass when `after` says so", () => {
    const { faults } = planning(status(500, { after: 2, times: 1 }))
    assert.deepStrictEqual(taken(faults, me, 4), [undefined, undefined, "1", undefined])
  })

  it("follow one another in the order planned", () => {
    const { faults } = planning(status(500, { times: 2 }), status(503, { times: 1 }))
    assert.deepStrictEqual(taken(faults, me, 4), ["1", "1", "2", undefined])
  })

  it("happen to those that fit alone", () => {
    const { faults } = planning({ match: { event: "READY" }, drop: true })
    assert.isFalse(faults.isPlanned("rest"))
    assert.isTrue(faults.isPlanned("gateway"))
    assert.isUndefined(faults.take({ ...ready, event: "GUILD_CREATE" }))
    assert.deepInclude(faults.take(ready), { drop: true })
  })

  it("are reported without the path, which may hold a token", () => {
    const { faults, reported } = planning(status(500))
    faults.take({ ...me, path: "/api/v10/webhooks/1/secret" })
    faults.take(me, { surface: "rest", route: "/users/@me" })
    assert.notInclude(JSON.stringify(reported), "secret")
    assert.deepInclude(reported[1], { reported: { surface: "rest", route: "/users/@me" } })
  })

  it("are cleared", () => {
    const { faults } = planning(status(500), status(503))
    faults.change({ do: "clear" })
    assert.deepStrictEqual(faults.all(), [])
    assert.isUndefined(faults.take(me))
  })

  it("are so many and no more; those that are spent make room", () => {
    const { faults } = planning(
      status(500, { times: 1 }),
      ...Array.from({ length: limits.faults - 1 }, () => status(503))
    )
    assert.isFalse(faults.hasRoom())
    taken(faults, me, 1)
    assert.isTrue(faults.hasRoom())
    faults.change({ do: "plan", id: "x", planned: status(500) })
    assert.isUndefined(faults.find("1"))
    assert.isFalse(faults.hasRoom())
  })

  it("that are done at once are spent", () => {
    const { faults, reported } = planning()
    faults.performBy(() => 3)
    faults.change({ do: "plan", id: "1", planned: { match: {}, reconnect: true } })
    assert.deepInclude(faults.find("1"), { hits: 3, remaining: 0 })
    assert.isFalse(faults.isPlanned("gateway"))
    assert.strictEqual(reported.length, 1)
  })

  it("that others were hit by count too", () => {
    const { faults, reported } = planning(status(500, { times: 3 }))
    faults.change({ do: "hit", id: "1", hits: 2, by: "another" })
    assert.deepStrictEqual(taken(faults, me, 2), ["1", undefined])
    assert.deepInclude(faults.find("1"), { hits: 3, remaining: 0 })
    assert.lengthOf(reported, 1)
  })

  it("are shown with the hits that others say they have, each counted once", () => {
    const { faults } = planning(status(500, { times: 9 }))
    taken(faults, me, 2)
    faults.change({ do: "hit", id: "1", hits: 3, by: "one" })
    const [shown] = faults.all([
      { server: "one", said: { "1": 4 } },
      { server: "other", said: { "1": 1, "2": 7 } },
      { server: "third", said: {} }
    ])
    assert.deepInclude(shown, { hits: 7, remaining: 2 })
    assert.deepInclude(faults.find("1"), { hits: 5, remaining: 4 })
    assert.deepStrictEqual(faults.own(), { "1": 2 })
  })

  it.effect("are counted by whoever counts for all, where the request can wait", () =>
    Effect.gen(function* () {
      const counted = [3, 4, undefined]
      const faults = make(
        () => {},
        () => Effect.succeed(counted.shift())
      )
      faults.change({ do: "plan", id: "1", planned: status(500, { after: 3, times: 1 }) })
      const acts = [yield* faults.claim(me), yield* faults.claim(me), yield* faults.claim(me)]
      assert.deepStrictEqual(
        acts.map((act) => act?.fault_id),
        [undefined, "1", undefined]
      )
    })
  )

  it("happen as often as `times` says, whatever else fits", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ times: fc.integer({ min: 1, max: 4 }), after: fc.nat(3) }), { maxLength: 6 }),
        (plans) => {
          const { faults } = planning(...plans.map((plan) => status(500, plan)))
          for (let i = 0; i < 60; i++) faults.take(me)
          assert.deepStrictEqual(
            faults.all().map(({ hits }) => hits),
            plans.map(({ times }) => times)
          )
        }
      )
    ))
})
