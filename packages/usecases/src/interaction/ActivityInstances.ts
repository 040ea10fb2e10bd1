/**
 * The instances of Activities, and the files that clients of Activities upload. Source: official OpenAPI document,
 * `applications_get_activity_instance`, `upload_application_attachment`.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { INSTANCES, instanceObject } from "@backlot/domain/interaction/ActivityInstance"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { Application } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Effect } from "effect"
import * as MessageFiles from "../message/MessageFiles.ts"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, transact, transacting } from "../store/Transact.ts"

/** While its channel and its user are there. */
export const get = operation(
  "ActivityInstances.get",
  transacting(function* (application: Application, instanceId: string) {
    const [instance] = yield* Collections.activityInstances.by("id", application.id, text(instanceId))
    if (instance === undefined) return yield* new NotFound()
    yield* existing(Collections.channels.get(instance.channel_id), NotFound)
    yield* existing(Collections.users.get(instance.user_id), NotFound)
    return instanceObject(instance)
  })
)

/** Stores the instance that an interaction has launched, once. Inside a transaction. */
export const keep = function* (record: InteractionRecord) {
  const { application_id, activity_instance_id: instance_id, guild_id, channel_id, user_id, id: launch_id } = record
  if (instance_id === undefined) return
  if ((yield* Collections.activityInstances.by("id", application_id, text(instance_id))).length > 0) return
  const [last] = yield* Collections.activityInstances.last([application_id], 1)
  const number = (last?.number ?? 0) + 1
  const instance = { application_id, number, instance_id, launch_id, guild_id, channel_id, user_id }
  yield* Collections.activityInstances.put(instance, null)
  const [first] = yield* Collections.activityInstances.list([application_id], 1)
  if (first !== undefined && first.number <= number - INSTANCES) yield* Collections.activityInstances.remove(first)
}

/** They go with their application. Inside a transaction. */
export const forget = function* (applicationId: Snowflake) {
  for (const one of yield* Collections.activityInstances.list([applicationId])) {
    yield* Collections.activityInstances.remove(one)
  }
}

/** Stores a file of a client of the Activity, at an address of the application. */
export const upload = operation(
  "ActivityInstances.upload",
  Effect.fnUntraced(function* (application: Application, file: FormFile | undefined) {
    if (file === undefined) return yield* new InvalidForm({ faults: [fault(["file"], FormError.required)] })
    const drawn = yield* MessageFiles.draw([file])
    return yield* transact(function* () {
      const [placed] = yield* MessageFiles.place(application.id, drawn)
      if (placed === undefined) throw new Error("a file without a place")
      yield* Retention.putUpload(placed.upload)
      const { index: _, ...sent } = placed.sent
      return { attachment: { ...sent, proxy_url: sent.url, ephemeral: true } }
    })
  })
)
