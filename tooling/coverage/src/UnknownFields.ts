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
  { at: /^update_(?:my_)?application team_id$/, because: "the world says which team owns an application" },
  { at: /^update_(?:my_)?application description\.localizations$/, because: "descriptions have one language here" },
  { at: /^execute_github_compatible_webhook /, because: OTHERS },
  { at: /^update_channel icon$/, because: "groups have no pictures here" },
  { at: / default_tag_setting$/, because: "not served yet: how a forum shows its tags" },
  { at: / attachments\.is_(?:spoiler|remix)$/, because: "not served yet: marks of files" },
  { at: / shared_client_theme/, because: "not served yet: themes that people share" },
  { at: /^update_message sticker_ids$/, because: "an edit changes no stickers on the platform" },
  { at: /^list_message_reactions_by_emoji \?type$/, because: "there are no super reactions here" },
  {
    at: /^create_interaction_response data\.(?:in)?eligible/,
    because: "not served yet: an answer about who may be paid"
  },
  { at: /^invite_resolve \?target_(?:channel|message)_id$/, because: "undocumented; the answer has no field for it" },
  { at: /^create_dm (?:access_tokens|nicks)$/, because: "not served yet: groups that a bot opens" }
]
