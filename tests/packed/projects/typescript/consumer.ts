// A tool builder's program: commands judged, compared, localized and permissions worked out, with plain functions.

import type { ApplicationCommand, CommandContent } from "@backlot/domain/ApplicationCommand"
import { diff } from "@backlot/domain/CommandDiff"
import { localize } from "@backlot/domain/CommandLocalization"
import { validate, validateBulk } from "@backlot/domain/CommandValidation"
import { type Evaluation, evaluate } from "@backlot/domain/Evaluate"
import { type Fault, formatPath } from "@backlot/domain/Fault"
import { BITS, has, inGuild } from "@backlot/domain/Permission"

const context = {
  scope: "global",
  application: { embedded: false, discoverable: false, integration_types: [0, 1] }
} as const

const judged = validate({ name: "Adopt a pet", description: "" }, context)
const faults: ReadonlyArray<Fault> = judged._tag === "Failure" ? judged.failure : []
const places: ReadonlyArray<string> = faults.map(({ path, code }) => `${formatPath(path)} ${code}`)
if (!places.includes("name APPLICATION_COMMAND_INVALID_NAME")) throw new Error(places.join())

const bulk = validateBulk([{ name: "adopt", description: "Adopts", name_localizations: { de: "adoptieren" } }], context)
if (bulk._tag === "Failure") throw new Error("a good command was refused")
const contents: ReadonlyArray<CommandContent> = bulk.success.map(({ content }) => content)
const [content] = contents
if (content === undefined) throw new Error("no command")

const adopt: ApplicationCommand = { ...content, id: "1", application_id: "2", version: "3" }
const german: string = localize(adopt, "de").name_localized
const { unchanged, updated } = diff([adopt], [{ ...content, description: "Adopts a pet" }])
if (german !== "adoptieren" || unchanged.length !== 0 || updated[0]?.changes[0]?.path[0] !== "description") {
  throw new Error("localized or compared wrongly")
}

const role = { id: "5", name: "Moderator", permissions: "4", position: 1, color: 0, hoist: false, mentionable: false }
const member = { user_id: "8", roles: ["5"] }
const view = { owner_id: "9", guild_id: "4", roles: [{ ...role, guild_id: "4" }], member, timedOut: false }
if (!has(inGuild(view), BITS.BAN_MEMBERS)) throw new Error("a moderator may ban")

const evaluation: Evaluation = evaluate({
  user: { id: "8", username: "bob", adult: true, nsfw_dms: false },
  place: { kind: "direct", channel: { id: "6", type: 1, recipients: ["8", "2"], name: null } },
  now_ms: 0,
  command: { ...adopt, contexts: [0] },
  bot_id: "2"
})
if (evaluation.usable || evaluation.reason === undefined)
  throw new Error("a command for guilds is not usable in direct messages")

// No types of Node are needed.
console.log("as service.md says")
