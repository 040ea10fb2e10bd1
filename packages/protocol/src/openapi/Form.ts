/** Forms: bodies with files. Source: wire-interactions.md §4.1, §4.3 (`payload_json`, `files[n]`). */
import { message } from "@backlot/domain/base/Limits"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

const file = Schema.optionalKey(Schema.String.annotate({ description: "The bytes of a file.", format: "binary" }))

const Form = Schema.Struct({
  payload_json: Schema.optionalKey(
    Schema.String.annotate({
      description: "The JSON body. Without it each of its fields may be a field of the form."
    })
  ),
  ...Object.fromEntries(Array.from({ length: message.attachments }, (_, n) => [`files[${n}]`, file]))
})

const forms = new Map<string, Schema.Top>()

/** The form of this name that may replace a JSON body; one schema for each name. */
export const formNamed = (identifier: string): Schema.Top => {
  const form = forms.get(identifier) ?? Form.annotate({ identifier }).pipe(HttpApiSchema.asMultipart())
  forms.set(identifier, form)
  return form
}
