/** Steps as sentences: `alice in #general uses /adopt animal:Dog`. The same step always gives the same sentence. */
import { oneLine } from "../match/DescribeValue.ts"
import type { Act } from "../step/Act.ts"
import { actOf, KINDS, type Step } from "../step/Step.ts"

export { describeOutcome } from "./DescribeOutcome.ts"

/** Who acts and where, as written. */
export interface Scene {
  readonly as?: string | undefined
  readonly in?: string | undefined
}

/** One line of limited length. The scene gives user and channel to steps that leave them to the step before. */
export const describeAct = (step: Step, scene: Scene = step): string => {
  const act = actOf(step)
  if (act === undefined) return oneLine(expecting(step), WIDTH)
  const { actor, sentence } = KINDS[act]
  return oneLine(ACTORS[actor](scene) + sentence(step[act], step) + localeOf(step), WIDTH)
}

const WIDTH = 500

const nameOf = ({ as }: Scene): string => as ?? "somebody"

const placeOf = ({ in: channel }: Scene): string => (channel === undefined ? "" : ` in ${channelText(channel)}`)

/** A plain name gets a `#`; ids, direct messages and names with a guild stay as they are. */
const channelText = (channel: string): string => (/^[#@$]|\/|^\d+$/.test(channel) ? channel : `#${channel}`)

const ACTORS: Readonly<Record<Act["actor"], (scene: Scene) => string>> = {
  "user in channel": (scene) => `${nameOf(scene)}${placeOf(scene)} `,
  user: (scene) => `${nameOf(scene)} `,
  nobody: () => ""
}

const localeOf = ({ locale }: Step): string => (locale === undefined ? "" : ` (${locale})`)

const expecting = ({ expect, name }: Step): string => {
  const fields = Object.keys(expect ?? {})
  return fields.length === 0 ? (name ?? "nothing") : `expects ${fields.join(", ")}`
}
