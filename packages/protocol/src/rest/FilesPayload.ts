/**
 * Bodies with files, as the OpenAPI document shows them. Source: wire-interactions.md §4.1 (content types), §4.3
 * (`payload_json`, `files[n]`).
 */
import { message } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

const file = Schema.optionalKey(Schema.String.annotate({ description: "The bytes of a file.", format: "binary" }))

const files = Object.fromEntries(Array.from({ length: message.attachments }, (_, n) => [`files[${n}]`, file]))

/** The form that stands for this JSON body, for an answer with files. */
export const withFiles = (identifier: string) =>
  Schema.Struct({
    payload_json: Schema.optionalKey(
      Schema.String.annotate({
        description: "The JSON body. Without it each of its fields may be a field of the form."
      })
    ),
    ...files
  })
    .annotate({ identifier })
    .pipe(HttpApiSchema.asMultipart())
