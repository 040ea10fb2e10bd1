/**
 * Request bodies as the OpenAPI document shows them: the domain's shapes, with what is required written out.
 * Source: wire-rest.md §1.3.
 */
import { Schema } from "effect"

const Body = Schema.Record(Schema.String, Schema.Unknown)

export const Command = Body
export const BulkCommand = Body
export const Application = Body
export const TokenRequest = Schema.Struct({ grant_type: Schema.String, scope: Schema.optionalKey(Schema.String) })
export const Callback = Body
export const Message = Body
