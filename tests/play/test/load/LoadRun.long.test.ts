import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import { decoded, percentile } from "@backlot/simulator/load/Histograms"
import { LoadLost, LoadRefused } from "@backlot/simulator/load/LoadFault"
import type { LoadFlags } from "@backlot/simulator/load/LoadFlags"
import type { LoadProgress } from "@backlot/simulator/load/LoadJob"
import { exitCodeOf, type LoadReport } from "@backlot/simulator/load/LoadReport"
import { jobOf, run, scenariosOf } from "@backlot/simulator/load/LoadRun"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Result } from "effect"
import { button, playing, row, type Script, saying } from "../PetShop.ts"

const loaded = (steps: ReadonlyArray<Step>, line = 1, more: Partial<Scenario> = {}): LoadedScenario => {
  const place = { file: "/scenarios/adopt.yaml", line, column: 1 }
  const placed = steps.map((step, index) => ({ step, place: { ...place, line: line + index } }))
  const scenario = { name: "adopt", steps, ...more }
  return {
    file: place.file,
    place,
    scenario,
    name: "adopt",
    tags: [],
    only: false,
    world: undefined,
    variables: {},
    steps: placed
  }
}

const REAL = { request: { clock: "real", ids: "wall", limits: "observe" } } as const

/** Plays the rows against a server with a scripted app. */
const loading = Effect.fnUntraced(function* (
  script: Script,
  flags: LoadFlags,
  ...rows: readonly [ReadonlyArray<Step>, ...ReadonlyArray<ReadonlyArray<Step>>]
) {
  const { stage, received } = yield* playing(script, REAL)
  const [first, ...others] = rows
  const job = yield* Effect.fromResult(jobOf([loaded(first), ...others.map((steps) => loaded(steps))], flags))
  const seconds: Array<LoadProgress> = []
  const report = yield* run(job, stage, { seed: 1, onSecond: (second) => seconds.push(second) })
  return { report, received, seconds }
})

const HERE = { as: "alice", in: "general" } as const
const use: Step = { ...HERE, use: "/adopt animal:Dog", expect: { state: "responded", message: { content: "/Rex/" } } }
const rex = () => saying("This is Rex")

describe("a load", () => {
  it.live("plays its steps again and again, and counts every answer", () =>
    Effect.gen(function* () {
      const { report, received, seconds } = yield* loading(rex, { rate: "40/s", duration: "500ms" }, [use])
      const { total, plays, errors, series } = report
      assert.deepStrictEqual([total.count, total.errors, errors], [20, 0, []])
      assert.deepStrictEqual(plays, { began: 20, completed: 20 })
      assert.strictEqual(received.length, 20)
      assert.isAbove(total.latency.p50, 0)
      assert.strictEqual(
        series.ended.reduce((sum, n) => sum + n, 0),
        20
      )
      assert.strictEqual(seconds.length, series.ended.length)
    })
  )

  it.live("shows a stall of the app to everybody who was due meanwhile, though they were sent only after it", () =>
    Effect.gen(function* () {
      // One virtual user, whose answer is held back for the first second.
      const second = Promise.withResolvers<void>()
      let asked = 0
      const script: Script = () => {
        asked += 1
        return asked === 10 ? second.promise.then(rex) : rex()
      }
      const { stage } = yield* playing(script, REAL)
      const job = yield* Effect.fromResult(jobOf([loaded([use])], { rate: "50/s", users: 1, duration: "1500ms" }))
      const { total, health } = yield* run(job, stage, { seed: 1, onSecond: () => second.resolve() })
      assert.strictEqual(total.count, 75)
      // 30 of the 75 plays were due in the 600 ms from the stall on: each waited for 200 ms at least.
      assert.isAbove(total.latency.p90, 400)
      assert.isAbove(percentile(decoded(total.latency), 65), 200)
      // All but one were answered quickly after they were sent.
      assert.isBelow(percentile(decoded(total.service), 65), percentile(decoded(total.latency), 65))
      assert.isAbove(health.waited, 30)
    })
  )

  it.live("thinks before the next play also where one went wrong, and not beyond the end", () =>
    Effect.gen(function* () {
      const flags = { users: 2, duration: "300ms", think: "1h" }
      const { report } = yield* loading(() => saying("Bello"), flags, [use])
      assert.deepStrictEqual([report.total.count, report.total.errors, report.plays.began], [2, 2, 2])
    })
  )

  it.live("counts what is refused, what fails and what is not as expected, each by its kind", () =>
    Effect.gen(function* () {
      const { report } = yield* loading(
        ({ data }) => (data.options?.[0]?.value === "Cat" ? { type: 4, data: {} } : saying("This is Bello")),
        { rate: "30/s", duration: "500ms" },
        [{ ...HERE, as: "bob", use: "/ban" }],
        [{ ...HERE, use: "/adopt animal:Cat" }],
        [use]
      )
      assert.deepStrictEqual(report.total.by_kind, { "refused:permission": 5, failed: 5, expectation: 5 })
      const kinds = Object.fromEntries(report.errors.map(({ kind, example }) => [kind, example]))
      assert.match(kinds["expectation"] ?? "", /message\.content/)
      assert.strictEqual(report.plays.completed, 0)
    })
  )

  it.live("takes the rows of the table of examples in turn", () =>
    Effect.gen(function* () {
      const rows = ["Dog", "Cat", "Owl"].map(
        (animal): ReadonlyArray<Step> => [{ ...HERE, use: `/adopt animal:${animal}` }]
      )
      const { received } = yield* loading(rex, { rate: "30/s", duration: "500ms" }, rows[0] ?? [], ...rows.slice(1))
      const animals = received.map(({ data }) => data.options?.[0]?.value)
      for (const animal of ["Dog", "Cat", "Owl"]) assert.strictEqual(animals.filter((one) => one === animal).length, 5)
    })
  )

  it.live("lets the users who see the channel take turns where anybody plays", () =>
    Effect.gen(function* () {
      const { report, received } = yield* loading(rex, { rate: "30/s", duration: "500ms" }, [
        { as: "*", in: "Harbour/general", use: "/adopt animal:${user}" }
      ])
      assert.strictEqual(report.total.errors, 0)
      const names = received.map(({ data }) => data.options?.[0]?.value)
      for (const name of ["alice", "bob", "carol"]) assert.strictEqual(names.filter((one) => one === name).length, 5)
    })
  )

  it.live("begins direct messages for each user who has none yet", () =>
    Effect.gen(function* () {
      const { stage } = yield* playing(rex, REAL)
      const steps: ReadonlyArray<Step> = [{ as: "*", in: "@Pet Shop", say: "hello", expect: { status: null } }]
      const job = yield* Effect.fromResult(jobOf([loaded(steps)], { users: 4, duration: "100ms" }))
      const report = yield* run(job, stage, { seed: 1 })
      assert.deepStrictEqual(report.errors, [])
      const world = yield* Effect.promise(async () => (await fetch(`${stage.control_url}/world`)).json())
      const { direct_channels } = world as { direct_channels: ReadonlyArray<{ recipients: ReadonlyArray<string> }> }
      assert.strictEqual(new Set(direct_channels.map(({ recipients }) => recipients.join())).size, 4)
    })
  )

  it.live("presses what its own play was answered, submits its own modal, and goes on with what it captured", () =>
    Effect.gen(function* () {
      const field = { type: 4, custom_id: "name", label: "Name", style: 1 }
      const script: Script = ({ type, data }) => {
        if (type === 2)
          return saying("Sure?", { components: [row(button(`yes-${String(data.options?.[0]?.value)}`, "Yes"))] })
        if (type === 3) return { type: 9, data: { custom_id: data.custom_id, title: "Name", components: [row(field)] } }
        return saying(`Welcome ${data.custom_id}`)
      }
      const { report } = yield* loading(script, { users: 3, duration: "100ms" }, [
        { ...HERE, use: "/adopt animal:pet-${iteration}", capture: { asked: "message.id" } },
        { press: "Yes", expect: { modal: { custom_id: "yes-pet-${iteration}" } } },
        { submit: { Name: "Rex" }, expect: { message: { content: "Welcome yes-pet-${iteration}" } } },
        { press: "yes-pet-${iteration}", on: "${asked}" },
        { app: { get: "/channels/{channel:Harbour/general}" }, expect: { status: 200 } },
        { read: 5 },
        { picker: "ad", expect: { commands: { $contains: [{ name: "adopt" }] } } }
      ])
      assert.deepStrictEqual(report.errors, [])
      assert.isAtLeast(report.plays.completed, 3)
      assert.deepStrictEqual(
        report.steps.map(({ act, count }) => [act, count]),
        ["use", "press", "submit", "press", "app", "read", "picker"].map((act) => [act, report.plays.completed])
      )
    })
  )

  it.live("presses by its label what its own play was answered, however much has been said since", () =>
    Effect.gen(function* () {
      const script: Script = ({ type }) =>
        type === 2 ? saying("Sure?", { components: [row(button("yes", "Yes, please"))] }) : saying("Done")
      const { report, received } = yield* loading(script, { users: 1, duration: "10ms" }, [
        { ...HERE, use: "/adopt animal:Dog", capture: { asked: "message.id" } },
        ...Array.from({ length: 110 }, (): Step => ({ say: "more" })),
        { press: "Yes, please", on: "${asked}", expect: { message: { content: "Done" } } }
      ])
      assert.deepStrictEqual(report.errors, [])
      assert.strictEqual(received.at(-1)?.data.custom_id, "yes")
    })
  )

  it.live.each([
    ["refused_calls", "/channels/1/messages", /^20 × list_messages 404: 10003 Unknown Channel$/],
    ["not_implemented", "/guilds/1/member-verification", /^20 × get_guild_member_verification$/]
  ] as const)(
    "fails where the app did wrong beside its answers, unless the file allows it: %s",
    ([kind, path, found]) =>
      Effect.gen(function* () {
        let base = ""
        const headers = { authorization: "Bot shop-bot-token" }
        const script: Script = async () => {
          await fetch(`${base}/v10${path}`, { headers })
          return rex()
        }
        const { stage } = yield* playing(script, REAL)
        base = stage.rest_url
        // What steps call themselves is theirs.
        const own: Step = { app: { get: "/guilds/1" }, expect: { status: 404 } }
        const loadedWith = (more: Partial<Scenario>) =>
          Effect.flatMap(
            Effect.fromResult(jobOf([loaded([use, own], 1, more)], { rate: "40/s", duration: "500ms" })),
            (job) => run(job, stage, { seed: 1 })
          )
        const report = yield* loadedWith({})
        assert.deepStrictEqual(
          report.thresholds.map(({ name, wanted, met }) => [name, wanted, met]),
          [[kind, "none", false]]
        )
        assert.match(report.thresholds[0]?.found ?? "", found)
        assert.strictEqual(exitCodeOf(report), 1)
        assert.strictEqual(exitCodeOf(yield* loadedWith({ allow: [kind] })), 0)
      })
  )

  it.live("says that nobody answered when the server is gone", () =>
    Effect.gen(function* () {
      const stage = yield* Effect.scoped(Effect.map(playing(rex, REAL), (open) => open.stage))
      const job = yield* Effect.fromResult(jobOf([loaded([use])], { users: 1 }))
      const failure = yield* Effect.flip(run(job, stage, { seed: 1 }))
      assert.instanceOf(failure, LoadLost)
    })
  )
})

describe("a load that is interrupted", () => {
  /** Interrupted at the first second with `enough` counted steps. */
  const cut = Effect.fnUntraced(function* (script: Script, flags: LoadFlags, enough = 0) {
    const { stage } = yield* playing(script, REAL)
    const job = yield* Effect.fromResult(jobOf([loaded([use])], { ...flags, duration: "1h" }))
    const reports: Array<LoadReport> = []
    const second = yield* Latch.make()
    const onCut = (report: LoadReport) => Effect.sync(() => void reports.push(report))
    // A busy machine plays few in its first second.
    const onSecond = ({ count }: LoadProgress) => {
      if (count >= enough) second.openUnsafe()
    }
    const load = yield* Effect.forkChild(run(job, stage, { seed: 1, onSecond, onCut }))
    yield* second.await
    yield* Fiber.interrupt(load)
    const [report, ...more] = reports
    assert.deepStrictEqual(more, [])
    return report ?? assert.fail("nothing was told")
  })

  it.live("tells what was counted until then, and that it was cut short", () =>
    Effect.gen(function* () {
      const report = yield* cut(rex, { rate: "50/s" }, 11)
      assert.isAbove(report.total.count, 10)
      // Rates are of the time until then, not of the hour.
      assert.isAbove(report.total.rate, report.total.count / 600)
      assert.match(report.health.warnings[0] ?? "", /the load was ended after .* of 1h/)
    })
  )

  it.live("after its last play tells all of it", () =>
    Effect.gen(function* () {
      const { stage } = yield* playing(rex, REAL)
      const job = yield* Effect.fromResult(jobOf([loaded([use])], { rate: "20/s", duration: "500ms" }))
      const reports: Array<LoadReport> = []
      const onCut = (report: LoadReport) => Effect.sync(() => void reports.push(report))
      // It looks at this before it asks the server what the app did wrong.
      const asking = yield* Latch.make()
      const allow = () => void asking.openUnsafe()
      const load = yield* Effect.forkChild(
        run(Object.defineProperty({ ...job }, "allow", { get: allow }), stage, { seed: 1, onCut })
      )
      yield* asking.await
      yield* Fiber.interrupt(load)
      assert.deepStrictEqual(
        reports.map(({ total, health }) => [
          total.count,
          health.warnings.filter((line) => line.includes("ended after"))
        ]),
        [[10, []]]
      )
    })
  )

  it.live("tells what had no answer yet, and what could not even begin: an app that hangs stands in no time", () =>
    Effect.gen(function* () {
      const report = yield* cut(() => new Promise<never>(() => {}), { rate: "50/s", users: 2 })
      const told = report.health.warnings.join("\n")
      assert.strictEqual(report.total.count, 0)
      assert.match(told, /not counted: 2 without an answer yet, the first due [\d,.]+ ms before/)
      assert.match(told, /\d{2,} plays that were due never began/)
    })
  )
})

describe("a load that can not be played is refused before anything is sent", () => {
  const refusal = (steps: ReadonlyArray<Step>) =>
    Effect.map(Effect.flip(loading(rex, { users: 1, duration: "100ms" }, steps)), (failure) => {
      assert.instanceOf(failure, LoadRefused)
      return failure.message
    })

  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Step>, RegExp]> = [
    [
      "a user that there is not",
      [{ ...HERE, as: "alicia", use: "/adopt" }],
      /adopt\.yaml:1:1 steps\[0\]: .*"alicia".*did you mean "alice"/
    ],
    ["a channel that there is not", [{ ...HERE, in: "genral", use: "/adopt" }], /steps\[0\]: .*did you mean/],
    ["options that the client itself refuses", [use, { use: "/adopt color:red" }], /adopt\.yaml:2:1 steps\[1\]: /],
    [
      "anybody in a channel that nobody sees",
      [{ as: "*", in: "Atlantis/general", use: "/adopt" }],
      /no user of the world sees/
    ]
  ]
  for (const [what, steps, message] of cases)
    it.live(what, () =>
      Effect.gen(function* () {
        assert.match(yield* refusal(steps), message)
      })
    )

  it("a plan and thresholds that make no sense, all at once", () => {
    const job = jobOf([loaded([use, { advance: "1s" }])], { rate: "10/s", duration: "0s", thresholds: ["p95: soon"] })
    const message = Result.isFailure(job) ? job.failure.message : ""
    assert.match(message, /load\.duration: a load takes time/)
    assert.match(message, /adopt\.yaml:2:1 steps\[1\]: `advance`/)
  })
})

describe("the scenarios of some files", () => {
  it("are a load each, with their rows together", () => {
    const [first, second, other] = [loaded([use], 1), loaded([use], 1), loaded([use], 9)]
    assert.deepStrictEqual(scenariosOf([first, second, other]), [[first, second], [other]])
  })
})
