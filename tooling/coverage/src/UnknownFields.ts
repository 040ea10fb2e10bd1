/** Fields of the official document that no decoder here knows, each with its reason. What is not listed must be known. */

interface Unknown {
  /** Of `operation field`. */
  readonly at: RegExp
  readonly because: string
}

const PARSED = "a decoder of its own reads it"
const OTHERS = "part of a body in the form of another service, of which the message shows nothing"

export const UNKNOWN: ReadonlyArray<Unknown> = [
  { at: /^(?:upload_application_attachment|create_guild_sticker) file$/, because: "the file of a form" },
  { at: /^create_thread message\./, because: PARSED },
  {
    at: /_guild_application_commands? (?:dm_permission|contexts|integration_types)$/,
    because: "ignored by decision 6"
  },
  { at: /^execute_github_compatible_webhook /, because: OTHERS },
  { at: /^update_message sticker_ids$/, because: "an edit changes no stickers on the platform" },
  {
    at: /^create_interaction_response data\.(?:in)?eligible/,
    because: "of type 13, which answers no interaction here: it is refused at `type`"
  },
  {
    at: /embeds\.(?:image|thumbnail)\.(?:placeholder|placeholder_version|is_animated)$/,
    because: "the service finds out itself what a picture looks like; the platform ignores these as width and height"
  },
  { at: /embeds\.(?:video|provider)\./, because: "the platform's documentation: bots set no video and no provider" },
  { at: /^invite_resolve \?target_(?:channel|message)_id$/, because: "undocumented; the answer has no field for it" }
]
