/** Limits of threads. Source: the platform's documentation of threads; official OpenAPI document. */
export const thread = {
  /** People in one thread: the platform's error 30033. */
  members: 1_000,
  /** A mentioned role with more holders brings nobody into a thread. */
  mentionedHolders: 100,
  listMax: 100,
  archivedMin: 2,
  archivedMax: 100,
  archivedDefault: 50,
  /** The platform counts people in a thread no further than this. */
  countedMembers: 50
} as const

/** Limits of forums. Source: official OpenAPI document. */
export const forum = {
  tags: 20,
  tagNameMax: 50,
  emojiNameMax: 100,
  appliedTags: 5,
  pinned: 1
} as const
