/**
 * Bodies about scheduled events; the rules of the world judge most of their fields.
 * Source: official OpenAPI document, `ExternalScheduledEventCreateRequest` and its neighbours.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import { profile } from "../base/ProfileLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import type { Fault, Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { sentPicture } from "../guild/PictureBody.ts"
import { limits } from "../record/EventLimits.ts"
import type { EventException } from "../record/EventRecord.ts"
import { choiceError } from "../validation/Given.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, needed, Text } from "../validation/Shape.ts"
import { described, oneOf, text } from "../validation/ShapeLimits.ts"
import { Rule } from "./Recurrence.ts"
import { EntityType } from "./ScheduledEvent.ts"

const time = described(Text, "A date and time of ISO 8601.")
const name = text(1, limits.nameMax)
const Metadata = Schema.Struct({ location: field(text(1, limits.locationMax)) }).annotate({
  identifier: "EventMetadata"
})

const PRIVACY = [2]
const TYPES = [1, 2, 3]

const fields = {
  description: field(text(0, limits.descriptionMax)),
  image: field(described(Text, "A picture as a data URI.")),
  scheduled_end_time: field(time),
  channel_id: field(Id),
  recurrence_rule: field(Rule),
  entity_metadata: field(Metadata)
}

export const NewScheduledEvent = Schema.Struct({
  ...fields,
  name: needed(name),
  scheduled_start_time: needed(time),
  privacy_level: needed(oneOf(Int, PRIVACY)),
  entity_type: needed(described(oneOf(Int, TYPES), "1 in a stage channel, 2 in a voice channel, 3 elsewhere."))
}).annotate({ identifier: "NewScheduledEventBody" })

export const ScheduledEventEdit = Schema.Struct({
  ...fields,
  name: field(name),
  scheduled_start_time: field(time),
  privacy_level: field(oneOf(Int, PRIVACY)),
  entity_type: field(oneOf(Int, TYPES)),
  status: field(described(oneOf(Int, [1, 2, 3, 4]), "2 starts it, 3 ends it, 4 cancels it."))
}).annotate({ identifier: "ScheduledEventBody" })

const decode = decoder(ScheduledEventEdit)

interface Reading {
  readonly sha256: (text: string) => string
  readonly now_ms: number
  /** The type of the event that is edited; undefined for a new event. */
  readonly entity_type: number | undefined
}

/** A place is a location for an external event only. An event that gets another type loses its location. */
export const scheduledEventBody = (sent: unknown, { sha256, now_ms, entity_type }: Reading): ElementBody => {
  const { value, faults } = decode(sent)
  const isNew = entity_type === undefined
  const type = value.entity_type ?? entity_type
  const isExternal = type === EntityType.EXTERNAL
  const image = sentPicture(value.image, profile.pictureBytes, sha256)
  const metadata = value.entity_metadata
  return {
    body: said({
      name: unlessNull(value.name),
      description: value.description,
      image: image.hash,
      scheduled_start_time: unlessNull(value.scheduled_start_time),
      scheduled_end_time: value.scheduled_end_time,
      entity_type: unlessNull(value.entity_type),
      channel_id: value.channel_id,
      recurrence_rule: value.recurrence_rule,
      location: isExternal
        ? metadata === undefined
          ? undefined
          : (metadata?.location ?? null)
        : isNew
          ? undefined
          : null
    }),
    faults: [
      ...faults,
      ...at(["image"], image.error),
      ...at(["privacy_level"], isNew ? FormError.presence(value.privacy_level) : undefined),
      ...at(["privacy_level"], choiceError(value.privacy_level, PRIVACY)),
      ...judgeTimes(value, ["scheduled_start_time", "scheduled_end_time"], now_ms)
    ],
    places: { location: ["entity_metadata", "location"] },
    pictures: image.kept
  }
}

/** The status that a body asks for. */
export const statusIn = (sent: unknown): number | undefined => unlessNull(decode(sent).value.status)

const judgeTimes = <F extends string>(
  value: { readonly [K in F]?: string | null },
  names: ReadonlyArray<F>,
  nowMs: number
): ReadonlyArray<Fault> => names.flatMap((name) => at([name], timeError(value[name], nowMs)))

const timeError = (given: string | null | undefined, nowMs: number) => {
  if (given == null) return undefined
  const ms = parseTime(given)
  if (ms === undefined) return FormError.notTime(given)
  return ms < nowMs ? PAST : undefined
}

/** Seen on the platform. */
const PAST = FormError.of("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")

const exceptionFields = {
  scheduled_start_time: field(time),
  scheduled_end_time: field(time),
  is_canceled: field(Bool)
}

export const NewException = Schema.Struct({
  ...exceptionFields,
  original_scheduled_start_time: needed(described(Text, "When the occurrence would start."))
}).annotate({ identifier: "NewEventExceptionBody" })

export const ExceptionEdit = Schema.Struct(exceptionFields).annotate({ identifier: "EventExceptionBody" })

const decodeException = decoder(Schema.Struct({ ...exceptionFields, original_scheduled_start_time: field(Text) }))

interface ExceptionBody {
  /** Milliseconds; undefined where the body does not say. */
  readonly original: number | undefined
  readonly given: Partial<EventException>
  readonly faults: ReadonlyArray<Fault>
}

export const exceptionBody = (sent: unknown, isNew: boolean, nowMs: number): ExceptionBody => {
  const { value, faults } = decodeException(sent)
  const original = value.original_scheduled_start_time
  const originalMs = original == null ? undefined : parseTime(original)
  return {
    original: originalMs,
    given: said({
      scheduled_start_time: value.scheduled_start_time,
      scheduled_end_time: value.scheduled_end_time,
      is_canceled: value.is_canceled ?? (value.is_canceled === null ? false : undefined)
    }),
    faults: [
      ...faults,
      ...at([ORIGINAL], isNew ? FormError.presence(original) : undefined),
      ...at([ORIGINAL], original != null && originalMs === undefined ? FormError.notTime(original) : undefined),
      ...judgeTimes(value, ["scheduled_start_time", "scheduled_end_time"], nowMs)
    ]
  }
}

export const ORIGINAL = "original_scheduled_start_time"

/** Codes and texts are our choice: docs/choices.md "Scheduled events". */
export const noOccurrence = FormError.of(
  "GUILD_SCHEDULED_EVENT_EXCEPTION_INVALID",
  "The event has no occurrence at this time."
)
export const exceptionThere = FormError.of(
  "GUILD_SCHEDULED_EVENT_EXCEPTION_DUPLICATE",
  "This occurrence has an exception already."
)
export const wrongStatus = (from: number, to: number) =>
  FormError.of(
    "GUILD_SCHEDULED_EVENT_INVALID_STATUS_TRANSITION",
    `An event of status ${from} cannot get status ${to}: 1 becomes 2 or 4, 2 becomes 3.`
  )

export const STATUS_PATH: Path = ["status"]
