/** An installation of an application on a user. */
import { Schema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { DEFAULTS } from "../../guild/WorldDefaults.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { UserInstall } from "../../record/World.ts"
import { Any, field, Id, list } from "../../validation/Shape.ts"
import { distinct, each, oneOf, type Rules, required } from "../rule/Check.ts"
import type { Place } from "../rule/Place.ts"
import { referencesIn } from "../rule/References.ts"
import { noBotScope } from "../rule/Relation.ts"
import { by, holder, pair, type UniqueRule } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { type Editable, judging, type Reported, replaced, type Stored, shown } from "./Element.ts"

export const shape = Schema.Struct({ application_id: field(Id), scopes: field(list(Any)) }).annotate({
  identifier: "user_install"
})

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Place<Draft>>) => ({ user_install: own })

type Places = ReturnType<typeof places>

export const rules = {
  user_install: {
    application_id: [required, Value.application],
    scopes: [each(oneOf(SCOPES)), distinct, noBotScope]
  } satisfies Rules<Draft>
}

export const uniqueInstalls: UniqueRule<Places> = {
  entries: (p) => by(p.user_install, "application_id", (i, at) => pair(holder(at), i.application_id)),
  problem: WorldError.duplicateEntry("An application is installed on a user once.")
}

export const build = (user_id: Snowflake, draft: Draft): UserInstall => ({
  user_id,
  application_id: draft.application_id ?? "",
  scopes: Value.texts(draft.scopes ?? DEFAULTS.user_install.scopes)
})

/** An installation as its user holds it in a world file. */
export const toFile = ({ user_id: _, ...rest }: UserInstall) => rest

const judge = judging<Draft, Places>({ shape, places, rules, unique: [] })

export const element: Stored<UserInstall> & Reported<UserInstall> & Editable<Target<"user_install">> = {
  collections: ["user_install"],
  key: (i) => [i.user_id, i.application_id],
  event: (install) => ({ user_id: install.user_id, application_id: install.application_id, install }),
  kept: [],
  find: (world, target) => shown(world.user_installs.find(isAt(target)), toFile),
  put: (world, target, fields, mint) =>
    judge(fields, { references: () => referencesIn(world), mint }, (draft) => ({
      ...world,
      user_installs: replaced(world.user_installs, isAt(target), build(target.user_id, draft))
    })),
  remove: (world, target) => ({ ...world, user_installs: world.user_installs.filter((i) => !isAt(target)(i)) })
}

const isAt =
  ({ user_id, application_id }: Target<"user_install">) =>
  (i: UserInstall) =>
    i.application_id === application_id && i.user_id === user_id
