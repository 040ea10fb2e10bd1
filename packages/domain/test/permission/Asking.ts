/** Asking the decision chart in Harbour: alice in #general with Pet Shop installed, unless a test says otherwise. */

import { assert } from "@effect/vitest"
import { type Evaluation, evaluate, type Question, type Refusal } from "../../src/permission/Evaluate.ts"
import type { PermissionName } from "../../src/permission/Permission.ts"
import type { Invoker } from "../../src/permission/Standing.ts"
import type { CommandContent } from "../../src/record/ApplicationCommand.ts"
import type { CommandPermission, GuildChannel } from "../../src/record/World.ts"
import { ALICE, general, guildInstall, inGeneral, NOW, petShop } from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { stored } from "../fixture/SampleCommand.ts"

export const ALICE_USER: Invoker = { id: ALICE, username: "alice", adult: true, nsfw_dms: false }

export const ask = (fields: Partial<Question> = {}, command: Partial<CommandContent> = {}): Evaluation =>
  evaluate({
    command: stored(500, command),
    user: ALICE_USER,
    bot_id: petShop.bot.id,
    place: inGeneral(),
    guild_install: guildInstall,
    now_ms: NOW,
    ...fields
  })

export const guildCommand = (guildId: string) => ({ command: stored(500, {}, guildId) })

/** Seen and usable, or neither. */
export const verdict = ({ visible, usable, reason }: Evaluation) => ({ visible, usable, ...(reason ? { reason } : {}) })

export const allowed = (evaluation: Evaluation) =>
  assert.deepStrictEqual(verdict(evaluation), { visible: true, usable: true })

export const refused = (evaluation: Evaluation, reason: Refusal) =>
  assert.deepStrictEqual(verdict(evaluation), { visible: false, usable: false, reason })

export const stepOf = (evaluation: Evaluation, step: string) => evaluation.decisions.find((d) => d.step === step)

/** The step that failed, with what it says. */
export const failureOf = (evaluation: Evaluation) => {
  const failed = evaluation.decisions.find(({ outcome }) => outcome === "fail")
  return failed === undefined ? undefined : `${failed.step}: ${failed.because}`
}

const overwrite =
  (type: 1 | 2 | 3) =>
  (id: string, permission: boolean): CommandPermission => ({ id, type, permission })

export const [forRole, forUser, forChannel] = [overwrite(1), overwrite(2), overwrite(3)]

/** The channel with an overwrite that denies these bits to a role (0) or a member (1). */
export const denying = (id: string, type: 0 | 1, ...names: ReadonlyArray<PermissionName>): GuildChannel => ({
  ...general,
  permission_overwrites: [{ id, type, allow: "0", deny: String(bits(...names)) }]
})
