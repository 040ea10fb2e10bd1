/** Every limit of the service, once. Sources: service.md "Limits"; others as noted. */

/** service.md "Limits", "Application command", "Application command option". Lengths in code points. */
export const command = {
  perType: { 1: 100, 2: 15, 3: 15, 4: 1 },
  nameMin: 1,
  nameMax: 32,
  descriptionMin: 1,
  descriptionMax: 100,
  options: 25,
  choices: 25,
  choiceNameMax: 100,
  choiceStringMax: 100,
  minLengthMax: 6000,
  maxLengthMin: 1,
  maxLengthMax: 6000,
  totalCharacters: 8000,
  bulk: 131,
  /** Ours: so many elements of a list of integers are judged, more than any valid one has. */
  integers: 25,
  /** 2^54 - 1, wire-rest.md §1.3. */
  permissionsMax: 18_014_398_509_481_983n
} as const

/** wire-rest.md §5.6; `participantsMax` is ours. Lengths in code points. */
export const application = {
  nameMax: 32,
  descriptionMax: 400,
  urlMax: 2048,
  tags: 5,
  tagMax: 20,
  participantsMin: -1,
  participantsMax: 2 ** 31 - 1
} as const

/** service.md "Option types"; decision 34 for NUMBER. */
export const number = {
  integerMin: -(2 ** 53) + 1,
  integerMax: 2 ** 53 - 1,
  doubleMin: -(2 ** 53),
  doubleMax: 2 ** 53
} as const

/** wire-interactions.md §2.4, §4.3, §4.4, §4.7; times in milliseconds of the service clock. */
export const interaction = {
  acknowledgeMs: 3_000,
  tokenMs: 15 * 60_000,
  followUpsOutsideGuild: 5,
  autocompleteChoices: 25,
  autocompleteNameMax: 100,
  autocompleteStringMax: 100,
  attachmentSizeBytes: 10_485_760
} as const

/** wire-interactions.md §4.3. */
export const message = {
  contentMax: 2000,
  embeds: 10,
  embedsTotalCharacters: 6000,
  componentRows: 5,
  componentsV2: 40,
  attachments: 10
} as const

/** Ours: bounds on what HTTP may bring, where the platform shows none. */
export const http = {
  bodyBytes: 2 * 1024 * 1024,
  worldBytes: 64 * 1024 * 1024,
  jsonDepth: 32,
  /** In one error answer: a hostile body can hold many more. */
  faults: 1000,
  pathSegmentLength: 2048,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  drainMs: 2_000
} as const

/** Ours: bounds on deliveries and waits, in real milliseconds. */
export const delivery = {
  responseBytes: 1024 * 1024,
  realCapMs: 60_000,
  /** Deliveries under way at once; more wait their turn. */
  concurrent: 256,
  /** Of them to one application, so that an endpoint that hangs holds up nobody else. */
  perApplication: 64,
  /** Deliveries that wait; more fail at once. */
  waiting: 4_096,
  probeMs: 3_000,
  controlWaitMs: 10_000
} as const

/** wire-rest.md §5.3: lifetime of an issued client credentials token. */
export const oauth = { expiresInSeconds: 604_800, formBytes: 16 * 1024 } as const

/** Ours: the event log keeps this many entries; a stream of events buffers as many. */
export const events = { logLength: 10_000, streamBuffer: 1_000 } as const

/** Ours: bounds of an interaction's trace: lines kept, and characters of each body that a line shows. */
export const trace = { lines: 1_000, bodyCharacters: 4_096 } as const

/** Ours: bounds of the control plane. */
export const control = { useBytes: 32 * 1024 * 1024, messagesDefault: 100, messagesMax: 1000 } as const

/**
 * Ours: 2090-01-01, in milliseconds since the Unix epoch. Later in that year snowflakes get 20 digits, which libraries
 * do not take (wire-rest.md §0, 5).
 */
export const clock = { latestMs: 3_786_912_000_000 } as const
