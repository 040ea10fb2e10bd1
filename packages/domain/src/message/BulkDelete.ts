/** The body that deletes messages in bulk. Source: official OpenAPI document. */
import { Schema } from "effect"
import { channelMessages as limits } from "../base/Limits.ts"
import { decoder, Id, list, needed } from "../validation/Shape.ts"
import { atLeast } from "../validation/ShapeLimits.ts"

export const BulkDelete = Schema.Struct({
  messages: needed(atLeast(list(Id, limits.deleteMax), limits.deleteMin))
}).annotate({ identifier: "BulkDeleteBody" })

export const decodeBulkDelete = decoder(BulkDelete)
