/** The scenarios whose reports the tests open. */
import { join } from "node:path"

export const ROOT = join(import.meta.dirname, "../../../..")

/** The demo app registers commands, so the world changes. */
const PLAYED = `world: ${ROOT}/examples/worlds/demo.yaml
app: { command: "node ${ROOT}/examples/demo-app/src/main.ts" }
`
export const PASSING = "Rex finds a home"
export const FAILING = `Tom finds a home ${"and another one ".repeat(12)}`.trim()
export const REFUSED = "talks to a channel that is not there"
export const DYING = "dies on the way"
export const CARDS = "a notice board"

/** Every text of a person or an app that a page shows can be like this. */
export const HOSTILE = `<img src=x onerror="document.title='broken'"></script><script>document.title='broken'</script>`

/** What the app of the notice board posts. */
const NOTICE = {
  content: `**Lost:** *one* \`parrot\`\nAsk <@300000000000000001> in <#200000000000000021>\n${HOSTILE}`,
  embeds: [
    {
      color: 0xff8800,
      title: "Parrot",
      description: "Green, **loud**\nbites",
      fields: [
        { name: "Name", value: "Polly", inline: true },
        { name: "Answers to", value: HOSTILE, inline: true }
      ],
      footer: { text: "Seen at the pier" }
    }
  ],
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 1, label: "Found it", custom_id: "found" },
        { type: 2, style: 4, label: "Too late", custom_id: "late", disabled: true }
      ]
    },
    {
      type: 1,
      components: [
        {
          type: 3,
          custom_id: "where",
          placeholder: "Where?",
          options: [
            { label: "Pier", value: "pier" },
            { label: "Mast", value: "mast", default: true }
          ]
        }
      ]
    }
  ]
}

/** Talks to a channel that is not there, and then waits to be stopped. */
const LOST = `const { BACKLOT_APP_REST_URL: url, BACKLOT_APP_TOKEN: token } = process.env
const headers = { authorization: \`Bot \${token}\`, "content-type": "application/json" }
await fetch(\`\${url}/v10/channels/1/messages\`, { method: "POST", headers, body: '{"content":"anybody?"}' })
console.log("ready")
setInterval(() => {}, 1000)
`

/** Says that it is ready, and dies a little later than somebody asks it, while the next step waits. */
const MORTAL = `const { BACKLOT_APP_REST_URL: url, BACKLOT_APP_TOKEN: token } = process.env
const headers = { authorization: \`Bot \${token}\` }
console.log("ready")
for (;;) {
  const asked = await fetch(\`\${url}/v10/channels/200000000000000021/messages\`, { headers })
  if ((await asked.json()).length > 0) break
  await new Promise((resolve) => setTimeout(resolve, 50))
}
setTimeout(() => process.exit(7), 1000)
`

const alone = (file: string) => `world: ${ROOT}/examples/worlds/demo.yaml
app: { command: "node ../${file}", ready: { log: ready } }
`

export const FILES: Readonly<Record<string, string>> = {
  "run/passing.scenario.yaml": `name: ${PASSING}
tags: [quick]
${PLAYED}steps:
  - { as: alice, in: general, use: "/adopt animal:Dog name:Rex", expect: { message: { content: /Rex/ } } }
  - { as: bob, in: general, say: Well done }
`,
  "run/failing.scenario.yaml": `name: ${FAILING}
${PLAYED}steps:
  - { as: bob, in: general, say: Good morning }
  - { as: alice, in: general, use: "/adopt animal:Cat name:Tom", expect: { message: { content: /Tom the dog/ } } }
  - { as: bob, in: general, say: Never reached }
`,
  "lost.mjs": LOST,
  "mortal.mjs": MORTAL,
  "failures/cards.scenario.yaml": `name: ${CARDS}
${PLAYED}clock: frozen
steps:
  - { as: alice, in: general, use: "/pets list", expect: { ephemeral: true } }
  - { app: { post: /channels/200000000000000021/messages, body: ${JSON.stringify(NOTICE)} } }
  - { as: bob, in: general, say: ${JSON.stringify(HOSTILE)} }
  - { as: bob, in: general, read: true, expect: { messages: { $length: 9 } } }
`,
  "failures/dying.scenario.yaml": `name: ${DYING}
${alone("mortal.mjs")}steps:
  - { as: bob, in: general, say: Are you well? }
  - { wait: { message: { content: I am } } }
`,
  "failures/hostile.scenario.yaml": `name: ${JSON.stringify(HOSTILE)}
${PLAYED}steps:
  - { name: ${JSON.stringify(HOSTILE)}, as: bob, in: general, say: hello, expect: { message: { content: ${JSON.stringify(HOSTILE)} } } }
`,
  "failures/passing.scenario.yaml": `name: ${PASSING}
${PLAYED}steps:
  - { as: bob, in: general, say: Well done }
`,
  "failures/refused.scenario.yaml": `name: ${REFUSED}
${alone("lost.mjs")}steps:
  - { as: bob, in: general, say: Good morning }
`,
  "load.scenario.yaml": `name: talk
steps:
  - { as: alice, in: general, say: hello }
  - { name: look for it, app: { get: /channels/1 } }
load: { rate: 40/s, duration: 2s, warmup: 500ms, thresholds: { p99: < 60s, errors: "0" } }
`
}
