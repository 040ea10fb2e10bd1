/** The body that opens a direct channel. Source: official OpenAPI document. */
import { Schema } from "effect"
import { decoder, Id, needed } from "../validation/Shape.ts"

export const Recipient = Schema.Struct({ recipient_id: needed(Id) }).annotate({ identifier: "RecipientBody" })

export const decodeRecipient = decoder(Recipient)
