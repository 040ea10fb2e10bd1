/** Lists the kept interactions. Our choice: docs/choices.md "Control plane". */
import { inspect as limits } from "@backlot/domain/base/KeptLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"

export interface Asked {
  readonly limit: number
  /** Only interactions with lower ids. */
  readonly before: Snowflake | undefined
  readonly application_id: Snowflake | undefined
  readonly user_id: Snowflake | undefined
  readonly channel_id: Snowflake | undefined
}

/** The newest interactions, newest first. Each page is read in a transaction of its own, so that no other waits long. */
export const list = operation(
  "InteractionList.list",
  Effect.fnUntraced(function* (asked: Asked) {
    const found: Array<InteractionRecord> = []
    let before = asked.before
    while (true) {
      const key = before === undefined ? undefined : [before]
      const page = yield* inTransaction(() => Collections.interactions.last([], limits.page, key))
      found.push(...page.toReversed().filter((record) => isAsked(record, asked)))
      before = page[0]?.id
      if (found.length >= asked.limit || page.length < limits.page) return found.slice(0, asked.limit)
    }
  })
)

const FILTERS = ["application_id", "user_id", "channel_id"] as const

const isAsked = (record: InteractionRecord, asked: Asked): boolean =>
  FILTERS.every((name) => asked[name] === undefined || asked[name] === record[name])
