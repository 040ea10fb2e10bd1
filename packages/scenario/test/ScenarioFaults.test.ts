import { basename } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Files, faultsOf, loaded } from "./Files.ts"

/** Faults of a scenario with this only step, which begins at 3:5. */
const faultsOfStep = (step: string) =>
  faultsOf({ "a.yaml": `name: a\nsteps:\n  - ${step.replaceAll("\n", "\n    ")}\n` })

type Cases = ReadonlyArray<readonly [step: string, ...faults: ReadonlyArray<string>]>

const ofSteps: Cases = [
  ["us: /ping", "3:5 steps[0].us: unknown field; did you mean use?"],
  ["use: /ping\nexpct: {}", "4:5 steps[0].expct: unknown field; did you mean expect?"],
  ["as: alice", expect.stringMatching(/^3:5 steps\[0\]: does nothing: it needs one act \(type, use, .*\) or expect$/)],
  ["/ping", "3:5 steps[0]: a step is an object, such as { as: alice, use: /ping }"],
  ["use: /ping\npress: x", "4:5 steps[0].press: a step has one act, not both use and press; write separate steps"],
  [
    "use: /ping\non: last",
    "4:5 steps[0].on: is allowed only with press, select, menu, revise, react, unreact, forward, vote, unvote, start_thread, submit"
  ],
  ["use: /ping\nvalues: [a]", "4:5 steps[0].values: is allowed only with select"],
  ["use: /ping\nwith: { a: 1 }", "4:5 steps[0].with: is allowed only with run"],
  ["use: /ping\nattachments: []", "4:5 steps[0].attachments: is allowed only with submit"],
  ["say: hi\nuntil: responded", "4:5 steps[0].until: is allowed only with use, menu, press, select, submit"],
  [
    "say: hi\nlocale: de",
    "4:5 steps[0].locale: is allowed only with type, use, menu, picker, explain, press, select, submit"
  ],
  ["values: [a]\nexpect: {}", "3:5 steps[0].values: is allowed only with select"],
  ["select: size", "3:5 steps[0]: select needs values"],
  ["use: [x]", "3:5 steps[0].use: must be a text or an object, not a list"],
  ["press: 3", "3:5 steps[0].press: must be a text, not a number; put 3 between quotes"],
  ["use: { command: x, optons: {} }", "3:24 steps[0].use.optons: unknown field; did you mean options?"],
  [
    "use: { options: {} }",
    "3:5 steps[0].use: needs one of text, command",
    "3:12 steps[0].use.options: is allowed only with command"
  ],
  ["use: { text: /a, command: a }", "3:22 steps[0].use.command: only one of text, command is allowed"],
  [
    "advance: soon",
    `3:5 steps[0].advance: "soon" is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d`
  ],
  ["advance: 3", "3:5 steps[0].advance: 3 is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d"],
  ["wait: 3", "3:5 steps[0].wait: 3 is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d"],
  ["wait: { within: 3s }", "3:5 steps[0].wait: needs one of message, no_message, state, event, gateway"],
  ["wait: { message: {}, data: {} }", "3:26 steps[0].wait.data: is allowed only with event or gateway"],
  [
    "wait: { event: gateway.sesion, within: 20s }",
    '3:13 steps[0].wait.event: unknown event type "gateway.sesion"; did you mean gateway_session.began or gateway_session.ended or gateway_session.refused?'
  ],
  [
    "wait: { event: interaction.respnded }",
    '3:13 steps[0].wait.event: unknown event type "interaction.respnded"; did you mean interaction.responded?'
  ],
  [
    "wait: { event: zzz }",
    '3:13 steps[0].wait.event: unknown event type "zzz"; docs/events.md has their types, such as message.created'
  ],
  ["wait: { event: '${type}' }", expect.stringContaining("unknown variable type")],
  ["server: kil", `3:5 steps[0].server: "kil" is not one of restart, kill, reset; did you mean kill?`],
  ["clear_faults: false", "3:5 steps[0].clear_faults: must be true"],
  ["app: { body: {} }", "3:5 steps[0].app: needs one of get, post, put, patch, delete"],
  ["app: { get: /a, put: /b }", "3:21 steps[0].app.put: only one of get, put is allowed"],
  [
    "app: { get: '/guilds/{gild:Harbour}/x' }",
    "3:12 steps[0].app.get: {gild:Harbour} is not a known placeholder; did you mean guild?"
  ],
  [
    "app: { post: '/webhooks/{application}/{tokn}' }",
    "3:12 steps[0].app.post: {tokn} is not a known placeholder; did you mean token?"
  ],
  [
    "app: { get: '/guilds/{guild}' }",
    "3:12 steps[0].app.get: {guild} is not a known placeholder; a guild has a name, as in {guild:NAME}"
  ],
  [
    "app: { get: '/x/{zzz:y}' }",
    "3:12 steps[0].app.get: {zzz:y} is not a known placeholder; there are user, guild, channel, role, command, application"
  ],
  [
    "app: { get: '/guilds/{guild:}' }",
    "3:12 steps[0].app.get: {guild:} is not a known placeholder; a guild has a name, as in {guild:NAME}"
  ],
  ["app: { get: '/guilds/{guild:Harbour/x' }", "3:12 steps[0].app.get: a { has no partner"],
  ["app: { get: '/guilds/{guild:Harbour}}' }", "3:12 steps[0].app.get: a } has no partner"],
  ["world: {}", "3:5 steps[0].world: needs one of get, post, put, patch, delete"],
  ["clock: {}", "3:5 steps[0].clock: needs one of now, mode"],
  ["say: {}", "3:5 steps[0].say: needs one of content, attachments, stickers"],
  ["authorize: { scopes: [] }", "3:18 steps[0].authorize.scopes: is empty"],
  [
    "permit: { overwrites: [{ role: a, user: b, allow: true }, { allow: yes }] }",
    "3:39 steps[0].permit.overwrites[0].user: only one of role, user is allowed",
    "3:63 steps[0].permit.overwrites[1]: needs one of role, user, channel",
    "3:65 steps[0].permit.overwrites[1].allow: must be true or false, not a text"
  ],
  ["say: { attachments: [{}] }", "3:26 steps[0].say.attachments[0]: needs one of path, text, base64"],
  ["say: { attachments: [{ path: no.png }] }", "3:28 steps[0].say.attachments[0].path: file not found: no.png"],
  ["install: { guild: Harbour }", "3:5 steps[0].install.application: is missing"],
  ["run: hello", "3:5 steps[0].run: there is no fragment hello; the file has none"]
]

const ofExpectations: Cases = [
  ["expect: { stat: responded }", "3:15 steps[0].expect.stat: unknown field; did you mean state?"],
  [
    "expect: { state: respnded }",
    `3:15 steps[0].expect.state: "respnded" is not one of pending, deferred, responded, failed, timed_out, launched; did you mean responded?`
  ],
  [
    "expect: { refused: true, because: no }",
    ...[] // A matcher of any type: what it is compared with is known when the step is played.
  ],
  [
    "expect: { refused: forbidden }",
    `3:15 steps[0].expect.refused: "forbidden" is not one of unknown, invisible, permission, stale, options, context`
  ],
  [
    "expect: { state: { $not: fialed } }",
    expect.stringMatching(/^3:24 steps\[0\]\.expect\.state\.\$not: "fialed" is not one of .*did you mean failed\?/)
  ],
  [
    "expect: { refused: { $any: [stale, permision] } }",
    expect.stringMatching(
      /steps\[0\]\.expect\.refused\.\$any\[1\]: "permision" is not one of .*did you mean permission\?/
    )
  ],
  [
    "expect: { events: [{ type: message.created }, { type: mesage.updated }, { type: /^lobby/ }] }",
    '3:53 steps[0].expect.events[1].type: unknown event type "mesage.updated"; did you mean message.updated?'
  ],
  ["expect: { gateway: [] }", expect.stringMatching(/steps\[0\]\.expect\.gateway: is empty/)],
  ["expect: { seen_by: [] }", expect.stringMatching(/steps\[0\]\.expect\.seen_by: is empty/)],
  ["expect: { ephemeral: 1 }", "3:15 steps[0].expect.ephemeral: must be true or false, not a number"],
  ["expect: { seen_by: alice }", "3:15 steps[0].expect.seen_by: must be a list, not a text"],
  [
    "expect: { message: { content: { $contian: x } } }",
    expect.stringMatching(
      /^3:37 steps\[0\]\.expect\.message\.content\.\$contian: \$contian is not an operator; .*\$contains/
    )
  ],
  [
    "expect: { message: { content: { $contains: x, a: 1 } } }",
    expect.stringContaining("3:51 steps[0].expect.message.content.a: ")
  ],
  [
    "expect: { message: { content: '/[/' } }",
    expect.stringMatching(/^3:26 steps\[0\]\.expect\.message\.content: has a pattern that does not compile/)
  ],
  ["press: x\non: '/(/'", expect.stringMatching(/^4:5 steps\[0\]\.on: has a pattern that does not compile/)],
  ["expect: { body: { $schema: { type: txt } } }", expect.stringMatching(/^3:23 steps\[0\]\.expect\.body\.\$schema: /)],
  [
    "expect: { rate_limit: { left: 3 } }",
    expect.stringMatching(/^3:29 steps\[0\]\.expect\.rate_limit\.left: unknown field/)
  ],
  [
    "use: /a\ncapture: { 1a: message.id }",
    "4:16 steps[0].capture.1a: cannot be used as ${1a}: a name has letters, digits, _ and -, and begins with a letter or _"
  ],
  [
    "use: /a\ncapture: { a: message..id }",
    `4:16 steps[0].capture.a: "message..id" is not a path such as message.embeds[0].title`
  ]
]

describe("a step is refused", () => {
  it.effect.each(ofSteps)("%j", ([step, ...faults]) =>
    Effect.map(faultsOfStep(step), (found) => expect(found).toEqual(faults))
  )
})

describe("an expectation is refused", () => {
  it.effect.each(ofExpectations)("%j", ([step, ...faults]) =>
    Effect.map(faultsOfStep(step), (found) => expect(found).toEqual(faults))
  )
})

const rest = "steps: [{ read: true }]"

const ofFiles: ReadonlyArray<readonly [what: string, text: string, ...faults: ReadonlyArray<string>]> = [
  ["without a name", rest, "1:1 name: is missing"],
  ["without steps", "name: a", "1:1 steps: is missing"],
  ["with no step", "name: a\nsteps: []", "2:1 steps: is empty"],
  ["that is empty", "", "1:1 it is empty; a scenario is an object with name and steps"],
  ["that is a list", "- a", "1:1 a scenario is an object with name and steps"],
  ["that is no YAML", "name: [", "1:7 This [ has no ]"],
  [
    "with a variable that needs quotes",
    "name: a\nsteps: [{ say: ${x} }]",
    "2:17 { is not allowed here; inside { } and [ ] a text with ${…} needs quotes"
  ],
  ["with an unknown field", `name: a\nwrold: x\n${rest}`, "2:1 wrold: unknown field; did you mean world?"],
  ["with a name that is no text", `name: 5\n${rest}`, "1:1 name: must be a text, not a number; put 5 between quotes"],
  ["with only: false", `name: a\nonly: false\n${rest}`, "2:1 only: must be true"],
  [
    "with a wrong choice",
    `name: a\nclock: forzen\n${rest}`,
    `2:1 clock: "forzen" is not one of real, frozen; did you mean frozen?`
  ],
  [
    "with app and apps",
    `name: a\napp: { command: a }\napps: [{ command: b }]\n${rest}`,
    "3:1 apps: cannot be combined with app"
  ],
  [
    "with an app that is a text",
    `name: a\napp: node bot.mjs\n${rest}`,
    '2:1 app: must be an object, not a text; write { command: "node bot.mjs" }'
  ],
  ["with an app without command", `name: a\napp: {}\n${rest}`, "2:1 app.command: is missing"],
  [
    "with an app that is ready by a pattern that does not compile",
    `name: a\napp: { command: a, ready: { log: "/(/" } }\n${rest}`,
    expect.stringMatching(/^2:29 app\.ready\.log: has a pattern that does not compile/)
  ],
  ["whose world is missing", `name: a\nworld: w/no.yaml\n${rest}`, "2:1 world: file not found: w/no.yaml"],
  ["whose world is a folder", `name: a\nworld: ..\n${rest}`, "2:1 world: it is a folder: .."],
  ["whose import is missing", `name: a\nimport: [no.yaml]\n${rest}`, "2:10 import[0]: file not found: no.yaml"],
  ["with an empty fragment", `name: a\nfragments: { b: [] }\n${rest}`, "2:14 fragments.b: is empty"],
  [
    "whose fragment, which nobody runs, has a fault",
    `name: a\nfragments: { b: [{ us: x }] }\n${rest}`,
    "2:20 fragments.b[0].us: unknown field; did you mean use?"
  ],
  [
    "whose fragment runs itself",
    `name: a\nfragments:\n  b: [{ run: c }]\n  c: [{ run: b }]\nsteps: [{ run: b }]`,
    "4:9 fragments.c[0].run: a fragment cannot run itself: b → c → b"
  ],
  [
    "with a mistyped fragment in one that nobody runs",
    `name: a\nfragments: { hello: [{ run: helo }] }\nsteps: [{ read: true }]`,
    "2:24 fragments.hello[0].run: there is no fragment helo; did you mean hello?"
  ],
  [
    "with what every object has for a variable",
    `name: a\nsteps: [{ say: "\${toString}" }]`,
    expect.stringContaining("unknown variable toString")
  ],
  [
    "whose fragment runs itself by a variable",
    "name: a\nfragments: { b: [{ run: '${next}', with: { next: b } }] }\nsteps: [{ run: b, with: { next: b } }]",
    "2:20 fragments.b[0].run: a fragment cannot run itself: b → b"
  ],
  [
    "with a mistyped fragment",
    `name: a\nfragments: { hello: [{ read: true }] }\nsteps: [{ run: helo }]`,
    "3:11 steps[0].run: there is no fragment helo; did you mean hello?"
  ],
  [
    "that gives a fragment what it does not use",
    `name: a\nfragments: { hello: [{ say: "\${text}" }] }\nsteps: [{ run: hello, with: { text: a, txt: b } }]`,
    "3:40 steps[0].with.txt: fragment hello does not use txt; did you mean text?"
  ],
  [
    "that does not give a fragment what it uses",
    `name: a\nfragments: { hello: [{ say: "\${text}" }] }\nsteps: [{ run: hello }]`,
    "2:24 fragments.hello[0].say: ${text}: unknown variable text; for this text write $${text} (run by a.yaml:3:9)"
  ],
  [
    "that runs what is captured",
    `name: a\nsteps: [{ read: true, capture: { it: body } }, { run: "\${it}" }]`,
    "2:50 steps[1].run: the fragment and its variables cannot depend on captured values"
  ],
  [
    "with a variable that nothing defines",
    `name: a\nvariables: { who: alice }\nsteps: [{ as: "\${woh}", read: true }]`,
    "3:11 steps[0].as: ${woh}: unknown variable woh; did you mean who?"
  ],
  [
    "that uses what only a later step captures",
    `name: a\nsteps: [{ read: 1, as: "\${it}" }, { read: 1, capture: { it: body } }]`,
    "2:20 steps[0].as: ${it}: only a later step captures it"
  ],
  [
    "that captures what is a variable",
    `name: a\nvariables: { it: 1 }\nsteps: [{ read: 1, capture: { it: body } }]`,
    "3:31 steps[0].capture.it: it is already a variable; choose another name"
  ],
  [
    "whose variables refer to one another in a circle",
    `name: a\nvariables: { b: "\${c}", c: "\${b}" }\n${rest}`,
    "2:25 variables.c: refers to itself: b → c → b"
  ],
  [
    "with a name that is no variable",
    `name: a\nvariables: { "b c": 1 }\n${rest}`,
    "2:14 variables.b c: cannot be used as ${b c}: a name has letters, digits, _ and -, and begins with a letter or _"
  ],
  [
    "whose examples have other columns",
    `name: a\nexamples: [{ b: 1, c: 2 }, { b: 1 }, { b: 1, c: 2, d: 3 }]\n${rest}`,
    "2:28 examples[1]: has no c, which the first row has",
    "2:52 examples[2].d: is not a column of the first row"
  ],
  ["without a row of examples", `name: a\nexamples: []\n${rest}`, "2:1 examples: is empty"],
  [
    "with a row that makes a step unsound",
    `name: a\nexamples: [{ t: 3s }, { t: soon }]\nsteps: [{ advance: "\${t}" }]`,
    `3:11 steps[0].advance: "soon" is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d`
  ],
  [
    "with a variable that makes the scenario unsound",
    `name: a\nvariables: { t: soon }\ntimeout: "\${t}"\n${rest}`,
    `3:1 timeout: "soon" is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d`
  ],
  ["with a variable where none may be", `name: a\ntags: "\${t}"\n${rest}`, "2:1 tags: must be a list, not a text"],
  [
    "with stages beside duration",
    `name: a\nload: { duration: 1s, stages: [{ duration: 1s, rate: 5 }] }\n${rest}`,
    "2:23 load.stages: cannot be combined with duration",
    `2:48 load.stages[0].rate: 5 is not allowed: a rate is a number per second or minute: 200/s`
  ]
]

describe("a file is refused", () => {
  it.effect.each(ofFiles)("%s", ([, text, ...faults]) =>
    Effect.map(faultsOf({ "a.yaml": text }), (found) => expect(found).toEqual(faults))
  )

  it.effect("that is not there", () =>
    Effect.gen(function* () {
      expect(yield* faultsOf({ "a.txt": "" })).toEqual([
        "1:1 its name must end in one of .yaml, .yml, .json, .ts, .mts, .js, .mjs"
      ])
      expect(yield* Effect.catchDefect(faultsOf({ ".": "" }), () => Effect.succeed([]))).toEqual([])
    })
  )

  const imports: ReadonlyArray<readonly [what: string, lib: string, ...faults: ReadonlyArray<string>]> = [
    ["is no YAML", "fragments: {", "lib.yaml:1:12 This { has no }"],
    [
      "has a fault",
      "fragments: { b: [{ us: x }] }",
      "lib.yaml:1:20 fragments.b[0].us: unknown field; did you mean use?"
    ],
    [
      "has what files of fragments have not",
      "app: {}\nfragments: { b: [{ read: 1 }] }",
      expect.stringMatching(/^lib\.yaml:1:1 app: unknown field/)
    ],
    [
      "has a fragment of the same name",
      "fragments: { own: [{ read: 1 }] }",
      "lib.yaml:1:14 fragments.own: duplicate fragment own (the other is at a.yaml:3:14)"
    ],
    [
      "imports what is missing",
      "import: [no.yaml]\nfragments: { b: [{ read: 1 }] }",
      "lib.yaml:1:10 import[0]: file not found: no.yaml"
    ]
  ]
  it.effect.each(imports)("whose imported file %s", ([, lib, ...faults]) =>
    Effect.gen(function* () {
      const files: Files = {
        "a.yaml": `name: a\nimport: [lib.yaml]\nfragments: { own: [{ read: 1 }] }\n${rest}`,
        "lib.yaml": lib
      }
      expect(yield* faultsOf(files)).toEqual(faults)
    })
  )

  it.effect("that has the name of JSON, and its world too, and is YAML", () =>
    Effect.gen(function* () {
      const json = '{ "name": "a", "world": "w.json",\n  "steps": [{ "read": true },] }'
      expect(yield* faultsOf({ "a.json": json })).toEqual(["2:29 JSON has no comma after the last element"])
      const files = { "a.yaml": `name: a\nworld: w.json\n${rest}`, "w.json": "users: []" }
      expect(yield* faultsOf(files)).toEqual(['w.json:1:1 "users" is not JSON; texts and names need double quotes'])
      expect(yield* faultsOf({ "a.yaml": '{ "name": "a", "steps": [{ "read": true },] }' })).toEqual([])
    })
  )

  it.effect("whose world is no YAML, with the place in the world", () =>
    Effect.gen(function* () {
      const files = { "a.yaml": `name: a\nworld: w.yaml\n${rest}`, "w.yaml": "users: [\n" }
      expect(yield* faultsOf(files)).toEqual(["w.yaml:1:8 This [ has no ]"])
    })
  )

  it.effect("with all its faults at once, each a line that editors and terminals can open", () =>
    Effect.gen(function* () {
      const text = "name: 5\nwrold: x\nsteps:\n  - us: /ping\n  - press: x\n    on: '/(/'\n"
      const failure = yield* Effect.flip(loaded({ "a.yaml": text }))
      expect(failure.message.split("\n").map((line) => line.replace(failure.file, basename(failure.file)))).toEqual([
        "a.yaml:1:1 name: must be a text, not a number; put 5 between quotes",
        "a.yaml:2:1 wrold: unknown field; did you mean world?",
        "a.yaml:4:5 steps[0].us: unknown field; did you mean use?",
        "a.yaml:6:5 steps[1].on: has a pattern that does not compile: Invalid regular expression: /(/: Unterminated group"
      ])
    })
  )

  it.effect("once for a fault that every row has", () =>
    Effect.gen(function* () {
      const text = "name: a\nexamples: [{ n: 1 }, { n: 2 }]\nsteps: [{ say: '${x}' }]"
      expect(yield* faultsOf({ "a.yaml": text })).toEqual(["3:11 steps[0].say: ${x}: unknown variable x; there are n"])
    })
  )
})
