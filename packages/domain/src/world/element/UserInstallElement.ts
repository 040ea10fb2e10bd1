/** An installation of an application on a user. */

import type { Snowflake } from "../../base/Snowflake.ts"
import type { Target } from "../../element/WorldTarget.ts"
import { UnknownIntegration } from "../../error/ServiceError.ts"
import { SCOPES } from "../../record/Scope.ts"
import type { UserInstall } from "../../record/World.ts"
import { Any, Id, list } from "../../validation/Shape.ts"
import { distinct, each, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { noBotScope } from "../rule/Relation.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import type { Editable, Element, Reported } from "./Element.ts"

const own = fieldsOf("user_install", {
  application_id: [Id, required, Value.application],
  scopes: [list(Any), each(oneOf(SCOPES)), distinct, noBotScope]
})

type Draft = typeof own.shape.Type

const defaults = { user_install: { scopes: ["applications.commands"] } }

const build = (user_id: Snowflake, draft: Draft): UserInstall => ({
  user_id,
  application_id: draft.application_id ?? "",
  scopes: Value.texts(draft.scopes ?? defaults.user_install.scopes)
})

export const element = {
  list: "user_installs",
  ...own,
  defaults,
  unique: [onceInList("user_install", "application_id", "An application is installed on a user once.")],
  named: "application_id",
  /** The installations of one user. */
  buildAll: (drafts: ReadonlyArray<Draft>, userId: Snowflake) => drafts.map((draft) => build(userId, draft)),
  toFile: ({ user_id: _, ...rest }) => rest,
  collections: ["user_install"],
  key: (i) => [i.user_id, i.application_id],
  indexes: { application: (i) => [i.application_id] },
  belongsTo: ["user", "application"],
  event: (install) => ({ user_id: install.user_id, application_id: install.application_id, install }),
  edit: {
    unknown: UnknownIntegration,
    record: ({ user_id }, draft) => build(user_id, draft)
  }
} satisfies Element<UserInstall, Draft> & {
  buildAll(drafts: ReadonlyArray<Draft>, userId: Snowflake): ReadonlyArray<UserInstall>
} & Reported<UserInstall> &
  Editable<Draft, Target<"user_install">>
